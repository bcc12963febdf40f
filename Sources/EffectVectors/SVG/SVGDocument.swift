package import EffectModel

/// An animated SVG of an effect, or a still one.
package struct SVGDocument: Sendable {
    /// Text of the document.
    package let text: String

    /// Bounds of a document.
    package struct Limits: Sendable {
        /// Maximum number of elements that are drawn: a trail takes several.
        let elements: Int
        /// Maximum number of bytes.
        let bytes: Int
        /// Whether elements are counted, and no outlines written.
        let isCounted: Bool

        /// Bounds of the given values.
        package init(elements: Int, bytes: Int, isCounted: Bool = false) {
            (self.elements, self.bytes, self.isCounted) = (elements, bytes, isCounted)
        }
    }

    /// - Parameters:
    ///   - scene: The effect's pieces.
    ///   - spec: The effect; background, size and playback are taken from it.
    ///   - sprites: Sprites that the pieces refer to.
    ///   - moment: Share of the loop, 0...1, that a still shows; `nil` moves.
    ///   - limits: Bounds that are checked at each element.
    ///   - ground: URL of the background as an image, if it is a gradient that SVG cannot say.
    ///   - image: URL of an image by index of its sprite.
    package init(
        _ scene: VectorScene,
        of spec: EffectSpec,
        sprites: [Sprite],
        still moment: Double? = nil,
        _ limits: Limits,
        ground: String? = nil,
        image: @escaping (Int) -> String?
    ) throws(VectorError) {
        let timing = spec.timing
        let playback = Double(timing.frameCount) / timing.fps
        let seconds = playback + timing.hold
        let iterations =
            switch timing.loop {
            case .forever, .seamless: "infinite"
            case .times(let count): "\(count) both"
            }
        var writer = SVGWriter(
            style: SVGStyle(
                seconds: seconds,
                active: playback / seconds,
                iterations: iterations,
                courses: moment == nil ? SVGCourses(of: scene.children) : SVGCourses()
            ),
            sprites: SVGSprites(sprites, isCounted: limits.isCounted, image: image),
            canvas: SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight)),
            limits: limits
        )
        let shown = moment.map { scene.frozen(at: $0) } ?? scene
        for child in shown.children { try writer.write(child, layer: 0, blend: .normal) }

        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        let points = [spec.canvas.imageWidth, spec.canvas.imageHeight].map { SVGNumber.text($0, digits: 2) }
        var text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(points[0])\" height=\"\(points[1])\" role=\"img\"><title>Particle effect</title>"
        let sharing = writer.style.sharing
        let style = writer.sprites.rules + writer.style.text(sharing, bestMoment: scene.best * playback)
        if !style.isEmpty { text += "<style>\(style)</style>" }
        if !writer.sprites.text.isEmpty { text += "<defs>\(writer.sprites.text)</defs>" }
        text += spec.canvas.background.elements(width: width, height: height, image: ground)
        self.text = text + sharing.written(writer.body) + "</svg>\n"
    }
}

/// Writes nodes and pieces as elements.
private struct SVGWriter {
    var style: SVGStyle
    var sprites: SVGSprites
    let canvas: SIMD2<Double>
    private(set) var body = ""
    private let limits: SVGDocument.Limits
    private var elements = 0
    private var masks = 0

    init(style: SVGStyle, sprites: SVGSprites, canvas: SIMD2<Double>, limits: SVGDocument.Limits) {
        (self.style, self.sprites, self.canvas, self.limits) = (style, sprites, canvas, limits)
    }

    /// Counts an element.
    private mutating func count() throws(VectorError) {
        elements += 1
        guard elements <= limits.elements else { throw .tooManyPieces(found: elements, limit: limits.elements) }
        guard body.utf8.count + sprites.text.utf8.count + style.bytesOfElements <= limits.bytes else {
            throw .tooLarge(limit: limits.bytes)
        }
    }

    mutating func write(_ child: VectorNode.Child, layer: Int, blend: DrawList.Blend) throws(VectorError) {
        switch child {
        case .piece(let piece): body += try element(piece, layer: layer, blend: blend)
        case .trail(let trail): try write(trail, blend: blend)
        case .node(let node): try write(node)
        }
    }

    private mutating func write(_ trail: Trail, blend: DrawList.Blend) throws(VectorError) {
        let outline = trail.outline ?? Outline(trail.points.enumerated().map { $0 == 0 ? .move($1) : .line($1) })
        let path = sprites.path(outline, digits: 1)
        if let flight = trail.flight {
            let (group, bands) = style.attributes(of: flight, in: trail, blend: blend.cssName)
            body += "<g fill=\"none\"\(group.text)"
            if case .fixed(let color) = trail.paint { body += " stroke=\"\(SVGNumber.color(color))\"" }
            body += ">"
            for band in bands.reversed() {
                try count()
                body += "<path class=\"\(band)\" d=\"\(path)\"/>"
            }
            body += "</g>"
            return
        }
        // The thinnest band lies below the others.
        for (number, band) in trail.bands.enumerated().reversed() {
            try count()
            let attributes = style.attributes(of: band, in: trail, isHead: number == 0, blend: blend.cssName)
            body += "<path d=\"\(path)\" fill=\"none\"\(attributes.text)"
            if case .fixed(let color) = trail.paint { body += " stroke=\"\(SVGNumber.color(color))\"" }
            body += "/>"
        }
    }

    private mutating func write(_ node: VectorNode) throws(VectorError) {
        guard !node.children.isEmpty else { return }
        var declarations: [(String, String)] = []
        let isWhole = node.composite != nil || node.mask != nil || node.shadow != nil || !node.opacity.isConstant(1)
        // Pieces that add light to each other and to the canvas: their sum is added at once.
        if let mode = (node.composite ?? node.blend).cssName { declarations.append(("mix-blend-mode", mode)) }
        if node.composite == .normal, node.mixes { declarations.append(("isolation", "isolate")) }
        if let shadow = node.shadow, node.shadowCourse == nil { declarations.append(("filter", shadow.css)) }
        let attributes = style.attributes(
            opacity: node.opacity,
            shadow: node.shadowCourse,
            declarations: declarations
        )
        var group = attributes.text
        if let mask = node.mask { group += " mask=\"url(#\(try write(mask, layer: node.layer)))\"" }
        let isGroup = isWhole || !group.isEmpty
        if isGroup { body += "<g\(group)>" }
        for child in node.children { try write(child, layer: node.layer, blend: node.blend) }
        if isGroup { body += "</g>" }
    }

    /// Writes a mask, and returns its id.
    private mutating func write(_ mask: VectorMask, layer: Int) throws(VectorError) -> String {
        let id = "m\(masks)"
        masks += 1
        let (width, height) = (SVGNumber.text(canvas.x, digits: 0), SVGNumber.text(canvas.y, digits: 0))
        var soft = mask.feather > 0 ? " style=\"filter:blur(\(SVGNumber.text(mask.feather / 6, digits: 2))px)\"" : ""
        if let feather = mask.featherCourse { soft = style.attributes(feather: feather).text }
        let type = mask.isInverted ? "" : " style=\"mask-type:alpha\""
        var text =
            "<mask id=\"\(id)\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(width)\" height=\"\(height)\"\(type)>"
        if mask.isInverted { text += "<path fill=\"#fff\" d=\"M0 0h\(width)v\(height)H0z\"/>" }
        text += "<g\(soft)>"
        for var piece in mask.pieces {
            if mask.isInverted { piece.paint = .fixed(SIMD3(0, 0, 0)) }
            text += try element(piece, layer: layer, blend: .normal)
        }
        body += text + "</g></mask>"
        return id
    }

    private mutating func element(_ piece: Piece, layer: Int, blend: DrawList.Blend) throws(VectorError) -> String {
        try count()
        let look = try sprites.look(of: piece, layer: layer)
        var text = ""
        let reach = sprites.reach(of: piece)
        if let gradient = look.gradient {
            // The gradient follows the piece's clock, and has its color.
            let attributes = style.attributes(ofShade: piece, property: look.paint ?? "color")
            let parts = gradient.split(separator: "%", maxSplits: 1)
            text += parts[0] + attributes.text + parts[1]
        }
        let paint = look.gradient == nil ? look.paint : nil
        let attributes = style.attributes(of: piece, reach: reach, paint: paint, blend: blend.cssName)
        // Sprite and color often go together, so they stand together.
        text += look.element
        if look.paint == "fill", case .fixed(let color) = piece.paint {
            let name = SVGNumber.color(color)
            if name != "#000" { text += " fill=\"\(name)\"" }
        }
        text += look.attributes + attributes.text
        return text + "/>"
    }
}

extension DrawList.Blend {
    /// Value of `mix-blend-mode`; `nil` for source over.
    fileprivate var cssName: String? {
        switch self {
        case .normal: nil
        case .add: "plus-lighter"
        case .screen: "screen"
        case .maximum: "lighten"
        }
    }
}

extension DrawList.Shadow {
    /// Value of `filter`. A feather is three boxes, whose standard deviation is a sixth of it.
    fileprivate var css: String {
        let parts = [offset.x, offset.y, feather / 6].map { SVGNumber.text($0, digits: 2) + "px" }
        let color = (0..<3).map { SVGNumber.text(self.color[$0] * 255, digits: 0) }.joined(separator: " ")
        return "drop-shadow(\(parts.joined(separator: " ")) rgb(\(color)/\(SVGNumber.text(self.color.w, digits: 3))))"
    }
}

extension VectorNode {
    /// Whether anything inside is blended with what is behind it, which is that of the node alone if it is drawn as a whole.
    fileprivate var mixes: Bool {
        blend != .normal
            || children.contains { child in
                guard case .node(let inner) = child else { return false }
                return inner.composite.map { $0 != .normal } ?? inner.mixes
            }
    }
}
