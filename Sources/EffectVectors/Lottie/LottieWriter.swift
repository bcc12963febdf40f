internal import EffectModel

/// Writes nodes and pieces as layers.
struct LottieWriter {
    private let clock: LottieClock
    private let size: SIMD2<Double>
    private let options: LottieDocument.Options
    private(set) var assets: LottieAssets
    private var sharing = LottieSharing()
    private let isStopped: () -> Bool
    /// Whether a shadow was left out.
    private(set) var dropsShadows = false
    /// Whether added light is screened instead.
    private(set) var screensLight = false
    private var elements = 0
    private var bytes = 0

    init(
        clock: LottieClock,
        sprites: [Sprite],
        size: SIMD2<Double>,
        options: LottieDocument.Options,
        unless isStopped: @escaping () -> Bool,
        image: @escaping LottieDocument.Image
    ) {
        (self.clock, self.size, self.options, self.isStopped) = (clock, size, options, isStopped)
        assets = LottieAssets(sprites, image: image)
    }

    // MARK: Layers

    /// Layers of nodes and pieces, the topmost first.
    mutating func layers(of children: [VectorNode.Child], layer: Int, blend: DrawList.Blend) throws(VectorError)
        -> [String]
    {
        var layers: [String] = []
        for child in children {
            if isStopped() { throw .stopped }
            switch child {
            case .piece(let piece):
                layers += try self.layers(of: piece, layer: layer, blend: blend)
            case .trail(let trail):
                layers += try self.layers(of: trail, blend: blend)
            case .node(let node): layers += try self.layers(of: node).reversed()
            }
        }
        return layers.reversed()
    }

    /// Texts of the assets and of layers, with what many layers repeat in compositions.
    mutating func finished(_ layers: [String]) -> (assets: String, layers: String) {
        let ids = sharing.compositions(in: &assets)
        func text(_ parts: [String]) -> String { sharing.resolved(parts.joined(separator: ","), ids) }
        return (text(assets.texts), text(layers))
    }

    /// Counts a layer.
    private mutating func count(_ text: String) throws(VectorError) -> String {
        elements += 1
        bytes += text.utf8.count
        guard elements <= options.elements else { throw .tooManyPieces(found: elements, limit: options.elements) }
        guard bytes + assets.bytes + sharing.bytes <= options.bytes else { throw .tooLarge(limit: options.bytes) }
        return text
    }

    /// Text of a layer.
    ///
    /// - Parameters:
    ///   - kind: `ty` and what belongs to it, without braces.
    ///   - blend: How the layer is drawn onto what lies below it.
    private mutating func layer(
        _ kind: String,
        span: (start: Int, end: Int),
        transform: [String],
        blend: DrawList.Blend = .normal
    ) -> String {
        if blend == .add, options.isSticker { screensLight = true }
        let mode =
            switch blend {
            // Players of stickers know no addition: the nearest mode that never makes darker.
            case .add: options.isSticker ? ",\"bm\":2" : ",\"bm\":16"
            case .screen: ",\"bm\":2"
            case .normal, .maximum: ""
            }
        return
            "{\"ddd\":0,\(kind),\"st\":0,\"ip\":\(span.start),\"op\":\(span.end),\"ks\":{\(transform.joined(separator: ","))}\(mode)}"
    }

    private var whole: (start: Int, end: Int) { (0, clock.kept) }

    /// Layer that shows layers as one.
    private mutating func composition(
        _ layers: [String],
        _ transform: [String] = [],
        blend: DrawList.Blend = .normal,
        extra: String = ""
    ) -> String {
        let id = assets.add(layers: layers)
        let sides = [size.x, size.y].map { LottieProperty.number($0, digits: 0) }
        return layer(
            "\"ty\":0,\"refId\":\"\(id)\",\"w\":\(sides[0]),\"h\":\(sides[1])\(extra)",
            span: whole,
            transform: transform,
            blend: blend
        )
    }

    /// Layers scaled into the middle of a square.
    mutating func fitted(_ layers: [String], scale: Double, into side: Double) -> String {
        func still(_ values: [Double]) -> String { LottieProperty.still(LottieProperty.list(values, digits: 3)) }
        let transform = [
            "\"a\":\(still([size.x / 2, size.y / 2]))", "\"p\":\(still([side / 2, side / 2]))",
            "\"s\":\(still([scale * 100, scale * 100]))",
        ]
        return composition(layers, transform)
    }

    /// Layer of the background.
    mutating func background(_ color: SIMD4<Double>) -> String {
        let box = Outline([.move(SIMD2(0, 0)), .line(SIMD2(size.x, 0)), .line(size), .line(SIMD2(0, size.y)), .close])
        let paint = LottieProperty.still(LottieProperty.list([color.x, color.y, color.z], digits: 3))
        let items = LottieShapes.items(of: box, digits: 1) + [LottieShapes.fill(paint, isEvenOdd: false)]
        let alpha = LottieProperty.number(color.w * 100, digits: 1)
        return layer(
            "\"ty\":4,\"shapes\":[\(items.joined(separator: ","))]",
            span: whole,
            transform: alpha == "100" ? [] : ["\"o\":\(LottieProperty.still(alpha))"]
        )
    }

    /// Layer of a background that is a gradient.
    ///
    /// - Parameter image: URL of the gradient as an image, for what a Lottie cannot say.
    mutating func background(_ gradient: Gradient, image: String?) -> String {
        if gradient.isFlat { return background(gradient.plainColor) }
        if gradient.isVector {
            let items = gradient.shapes(filling: size)
            return layer("\"ty\":4,\"shapes\":[\(items.joined(separator: ","))]", span: whole, transform: [])
        }
        guard let image else { return background(gradient.plainColor) }
        return layer("\"ty\":2,\"refId\":\"\(assets.add(image: image, size: size))\"", span: whole, transform: [])
    }

    // MARK: Nodes

    private mutating func layers(of node: VectorNode) throws(VectorError) -> [String] {
        guard !node.children.isEmpty else { return [] }
        var layers = try self.layers(of: node.children, layer: node.layer, blend: node.blend)
        let isWhole = node.composite != nil || node.mask != nil || node.shadow != nil || !node.opacity.isConstant(1)
        guard isWhole else { return layers }
        if let mask = node.mask {
            if options.isSticker { throw .unsupported(.mask, layer: node.layer) }
            layers = [
                try matte(mask, layer: node.layer), composition(layers, extra: ",\"tt\":\(mask.isInverted ? 2 : 1)"),
            ]
        }
        var extra = ""
        if let shadow = node.shadow {
            if options.isSticker {
                dropsShadows = true
            } else {
                extra = ",\"ef\":[\(node.shadowCourse.flatMap(effect) ?? shadow.effect)]"
            }
        }
        let window = Piece.Window(start: 0, end: 1)
        var transform: [String] = []
        if let span = clock.spans(of: window).first, !node.opacity.isConstant(1) {
            let alpha = clock.curve(node.opacity, window: window, span: span, within: 0.002).mapped {
                max(0, min(1, $0)) * 100
            }
            transform.append("\"o\":" + LottieProperty.scalar(alpha, digits: 1))
        }
        return [composition(layers, transform, blend: node.composite ?? node.blend, extra: extra)]
    }

    private mutating func matte(_ mask: VectorMask, layer: Int) throws(VectorError) -> String {
        var pieces: [String] = []
        for var piece in mask.pieces {
            piece.paint = .fixed(SIMD3(0, 0, 0))
            pieces += try layers(of: piece, layer: layer, blend: .normal)
        }
        var soft = ""
        let window = Piece.Window(start: 0, end: 1)
        if let course = mask.featherCourse, let span = clock.spans(of: window).first {
            soft = Self.blur(clock.curve(course, window: window, span: span, within: options.tolerance))
        } else if mask.feather > 0 {
            soft = Self.blur(.constant(mask.feather))
        }
        return composition(pieces.reversed(), extra: ",\"td\":1\(soft)")
    }

    /// Effect that blurs as much as a soft edge of a width in pixels: three boxes, whose standard deviation is a sixth
    /// of it.
    private static func blur(_ feather: LottieCurve) -> String {
        let amount = LottieProperty.scalar(feather.mapped { max(0, $0) / 6 / 0.3 }, digits: 2)
        let (ways, edges) = (LottieProperty.still("1"), LottieProperty.still("0"))
        return
            ",\"ef\":[{\"ty\":29,\"en\":1,\"ef\":[{\"ty\":0,\"v\":\(amount)},{\"ty\":7,\"v\":\(ways)},{\"ty\":7,\"v\":\(edges)}]}]"
    }

    /// Effect of a shadow that changes over the loop.
    private func effect(_ course: ShadowCourse) -> String? {
        let window = Piece.Window(start: 0, end: 1)
        guard let span = clock.spans(of: window).first else { return nil }
        let places = clock.moving(span)
        let shares = places.map { clock.share($0, of: window, in: span) }
        let offsets = shares.map { SIMD2(course.x.value(at: $0), course.y.value(at: $0)) }
        var angles = offsets.map { DrawList.Shadow.angle(of: $0) }
        // The angle goes on over a full turn.
        for index in angles.indices.dropFirst() {
            angles[index] += 360 * ((angles[index - 1] - angles[index]) / 360).rounded()
        }
        let distances = offsets.map(\.length)
        let largest = max(1, distances.max() ?? 1)
        func number(_ values: [Double], within tolerance: Double) -> String {
            LottieProperty.scalar(clock.fitted(places, values) { _ in tolerance }, digits: 2)
        }
        let numbers = [
            number(shares.map { max(0, min(1, course.color[3].value(at: $0))) * 255 }, within: 1),
            number(angles, within: options.tolerance / largest * 180 / .pi),
            number(distances, within: options.tolerance),
            number(
                shares.map { DrawList.Shadow.softness(ofFeather: max(0, course.feather.value(at: $0))) },
                within: options.tolerance
            ),
        ]
        let paint = changing(course.color[0], green: course.color[1], blue: course.color[2], window: window, span: span)
        return DrawList.Shadow.effect(color: paint.property { $0 + [1] }, numbers: numbers)
    }

    // MARK: Pieces

    private mutating func layers(of piece: Piece, layer: Int, blend: DrawList.Blend) throws(VectorError) -> [String] {
        let spans = clock.spans(of: piece.window)
        if options.isCounted {
            // Pieces after the end of a sticker are not written, whatever they show.
            if !spans.isEmpty { try assets.check(piece, isSticker: options.isSticker, layer: layer) }
            return try spans.map { _ throws(VectorError) in try count("") }
        }
        var layers: [String] = []
        for span in spans {
            let motion = LottieMotion(
                piece,
                clock: clock,
                span: span,
                reach: assets.reach(of: piece),
                isRound: assets.isRound(piece),
                tolerance: options.tolerance
            )
            let look = try look(of: piece, paint(of: piece, motion, span), motion.inner, layer: layer)
            layers.append(
                try count(
                    self.layer(
                        look.kind,
                        span: (span.start, span.end),
                        transform: motion.outer + look.transform,
                        blend: blend
                    )
                )
            )
        }
        return layers
    }

    /// Look of a piece, whose long shapes are shared with other layers.
    ///
    /// - Parameter inner: Members of the transform inside of the layer's.
    private mutating func look(
        of piece: Piece,
        _ paint: LottieAssets.Paint,
        _ inner: [String],
        layer: Int
    ) throws(VectorError) -> LottieAssets.Look {
        guard inner.isEmpty, case .still(let color) = paint else {
            return try assets.look(of: piece, paint, inner, isSticker: options.isSticker, layer: layer)
        }
        let contents = piece.outline == nil ? LottieSharing.Contents(sprite: piece.sprite, color: color) : nil
        if let known = contents.flatMap({ sharing.marked($0) }) { return known }
        let look = try assets.look(of: piece, paint, inner, isSticker: options.isSticker, layer: layer)
        return look.transform.isEmpty ? sharing.marked(look, contents, extent: assets.extent(of: piece)) : look
    }

    /// Largest difference of a color's component.
    private static let colorTolerance = 0.008

    /// Colors of a piece over the frames of a span.
    private func paint(of piece: Piece, _ motion: LottieMotion, _ span: LottieClock.Span) -> LottieAssets.Paint {
        func components(_ color: SIMD3<Double>) -> [Double] { (0..<3).map { max(0, min(1, color[$0])) } }
        switch piece.paint {
        case .fixed(let color): return .still(components(color))
        case .sides(let front, let back):
            let points = motion.facing.map { ($0.frame, components($0.isFront ? front : back)) }
            return points.count > 1 ? .steps(points) : .still(points.first?.1 ?? components(front))
        case .changing(let red, let green, let blue):
            return changing(red, green: green, blue: blue, window: piece.window, span: span)
        }
    }

    private func changing(
        _ red: Channel,
        green: Channel,
        blue: Channel,
        window: Piece.Window,
        span: LottieClock.Span
    ) -> LottieAssets.Paint {
        let points = clock.moving(span).map { frame in
            let share = clock.share(frame, of: window, in: span)
            return (frame, [red, green, blue].map { max(0, min(1, $0.value(at: share))) })
        }
        let tolerance = Self.colorTolerance * options.tolerance / VectorScene.tolerance
        let kept = LineFit.kept(points, within: tolerance)
        return kept.count > 1 ? .lines(kept) : .still(kept[0].1)
    }

    // MARK: Trails

    private mutating func layers(of trail: Trail, blend: DrawList.Blend) throws(VectorError) -> [String] {
        if options.isCounted {
            return try clock.spans(of: trail.window).map { _ throws(VectorError) in
                elements += trail.bands.count
                return try count("")
            }
        }
        let steps = zip(trail.points, trail.points.dropFirst())
        let length = max(1e-3, steps.reduce(0) { $0 + ($1.1 - $1.0).length })
        var contour = LottieShapes.Contour()
        for point in trail.points { contour.append(point) }
        let path = LottieShapes.path(contour, digits: 1)
        var layers: [String] = []
        for span in clock.spans(of: trail.window) {
            let color: LottieAssets.Paint =
                switch trail.paint {
                case .fixed(let color): .still((0..<3).map { max(0, min(1, color[$0])) })
                case .sides(let front, _): .still((0..<3).map { max(0, min(1, front[$0])) })
                case .changing(let red, let green, let blue):
                    changing(red, green: green, blue: blue, window: trail.window, span: span)
                }
            var bands: [String] = []
            for band in trail.bands {
                elements += 1
                bands.append(group(of: band, path, color: color, length: length, window: trail.window, span: span))
            }
            layers.append(
                try count(
                    layer(
                        "\"ty\":4,\"shapes\":[\(bands.joined(separator: ","))]",
                        span: (span.start, span.end),
                        transform: [],
                        blend: blend
                    )
                )
            )
        }
        return layers
    }

    private func group(
        of band: Trail.Band,
        _ path: String,
        color: LottieAssets.Paint,
        length: Double,
        window: Piece.Window,
        span: LottieClock.Span
    ) -> String {
        let places = clock.moving(span)
        let shares = places.map { clock.share($0, of: window, in: span) }
        let digits = SVGNumber.digits(for: 10 / length)
        func percent(_ values: [Double]) -> String {
            let shown = values.map { max(0, min(100, $0 * 100 / length)) }
            let curve = clock.fitted(places, shown) { _ in 100 * options.tolerance / length }
            return LottieProperty.scalar(curve, digits: digits)
        }
        let starts = shares.map { band.start.value(at: $0) }
        let ends = shares.indices.map { max(starts[$0], starts[$0] + band.length.value(at: shares[$0])) }
        let zero = LottieProperty.still("0")
        let trim = "{\"ty\":\"tm\",\"s\":\(percent(starts)),\"e\":\(percent(ends)),\"o\":\(zero),\"m\":1}"
        let alpha = clock.curve(band.alpha, window: window, span: span, within: 0.004).mapped {
            max(0, min(1, $0)) * 100
        }
        let width = clock.curve(band.width, window: window, span: span, within: 0.1).mapped { max(0, $0) }
        let texts = (LottieProperty.scalar(alpha, digits: 1), LottieProperty.scalar(width, digits: 2))
        let stroke =
            "{\"ty\":\"st\",\"c\":\(color.property),\"o\":\(texts.0),\"w\":\(texts.1),\"lc\":1,\"lj\":1,\"ml\":4}"
        return LottieShapes.group([path, trim, stroke], [])
    }
}

extension DrawList.Shadow {
    /// Effect of the shadow.
    fileprivate var effect: String {
        let color = LottieProperty.still(LottieProperty.list([self.color.x, self.color.y, self.color.z, 1], digits: 3))
        let numbers = [self.color.w * 255, Self.angle(of: offset), offset.length, Self.softness(ofFeather: feather)]
        return Self.effect(
            color: color,
            numbers: numbers.map { LottieProperty.still(LottieProperty.number($0, digits: 2)) }
        )
    }

    /// Direction of an offset, in degrees clockwise from above.
    fileprivate static func angle(of offset: SIMD2<Double>) -> Double { 90 + Arc.degrees(offset) }

    /// A feather is three boxes, whose standard deviation is a sixth of it, and a player's softness is four of those.
    fileprivate static func softness(ofFeather feather: Double) -> Double { feather / 6 * 4 }

    /// Effect of a shadow.
    ///
    /// - Parameter numbers: Opacity, direction, distance and softness as properties.
    fileprivate static func effect(color: String, numbers: [String]) -> String {
        let values = "{\"ty\":2,\"v\":\(color)}," + numbers.map { "{\"ty\":0,\"v\":\($0)}" }.joined(separator: ",")
        return "{\"ty\":25,\"en\":1,\"ef\":[\(values),{\"ty\":7,\"v\":\(LottieProperty.still("0"))}]}"
    }
}
