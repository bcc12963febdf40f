internal import EffectModel

/// Definitions of sprites, gradients, filters and masks that elements of an SVG refer to.
struct SVGSprites {
    private let sprites: [Sprite]
    /// Whether elements are counted, and no outlines written.
    private let isCounted: Bool
    /// URL of an image by index of its sprite, a `data:` URI of our own making.
    private let image: (Int) -> String?
    /// Ids by the text of their definitions without the id.
    private var ids: [String: String] = [:]
    /// Text of all definitions.
    private(set) var text = ""
    /// Ids of images by the names of their assets.
    private var images: [String: [(asset: Asset, sampling: Sprite.Sampling, id: String)]] = [:]
    /// Ids of outlines by index of their sprite: all pieces of a crowd share one.
    private var outlines: [Int: String] = [:]
    /// Attributes of fills by gradients.
    private var fills: [Paint: String] = [:]
    private var filters = 0

    /// Key of a fill by a gradient.
    private struct Paint: Hashable {
        let sprite: Int
        let color: SIMD3<Double>
    }

    /// Maximum number of tints of images: each is a filter.
    static let maximumTints = 64

    init(_ sprites: [Sprite], isCounted: Bool = false, image: @escaping (Int) -> String?) {
        (self.sprites, self.isCounted, self.image) = (sprites, isCounted, image)
    }

    /// Path data of an outline; empty where elements are counted.
    func path(_ outline: Outline, digits: Int) -> String { isCounted ? "" : outline.shortPath(digits: digits) }

    /// Largest distance of a sprite's points from its center, in sprite units.
    func reach(of piece: Piece) -> Double {
        let extent = piece.sprite >= 0 ? sprites[piece.sprite].size / 2 : SIMD2(1, 1)
        return (extent * extent).sum().squareRoot()
    }

    /// Id of a definition, made on first use.
    ///
    /// - Parameters:
    ///   - start: Text of the definition up to its name, such as `<path`.
    ///   - rest: Everything after the `id` attribute.
    mutating func define(_ start: String, _ rest: String) -> String {
        if let known = ids[start + rest] { return known }
        let id = "d\(ids.count)"
        ids[start + rest] = id
        text += "\(start) id=\"\(id)\"\(rest)"
        return id
    }

    /// The element that draws a piece.
    struct Look {
        /// Name and attributes of the element, without class, style and color.
        var element: String
        /// CSS property or attribute of the color; `nil` for images, which filters tint.
        var paint: String?
        /// Further attributes, with a leading space.
        var attributes = ""
        /// Text in front of the element, such as a gradient of its own; it gets the same class.
        var gradient: String?
    }

    /// Look of a piece.
    mutating func look(of piece: Piece, layer: Int) throws(VectorError) -> Look {
        if let outline = piece.outline {
            let rule = outline.fillRule == .evenodd ? " fill-rule=\"evenodd\"" : ""
            return Look(element: "<path d=\"\(path(outline, digits: 2))\"\(rule)", paint: "fill")
        }
        let sprite = sprites[piece.sprite]
        switch sprite.contents {
        case .outline(let outline):
            let id = outlines[piece.sprite] ?? outlined(outline, sprite)
            outlines[piece.sprite] = id
            if let gradient = sprite.asset.fill {
                return Look(element: use(id), paint: nil, attributes: try fill(gradient, piece, sprite, layer: layer))
            }
            return Look(element: use(id), paint: "fill")
        case .dot: return dot(sprite, piece)
        case .picture:
            if case .picture(_, .gradient(let gradient)) = sprite.asset.content, gradient.kind != .conic,
                sprite.part == .whole, case .fixed = piece.paint
            {
                let paint = try fill(gradient, piece, sprite, layer: layer)
                return Look(element: use(box(sprite.asset.size)), paint: nil, attributes: paint)
            }
            let base = use(pictured(piece.sprite, sprite))
            guard case .fixed(let color) = piece.paint else { throw .unsupported(.changingTints, layer: layer) }
            guard (color - 1).min() < -0.01 else { return Look(element: base, paint: nil) }
            return Look(element: base, paint: nil, attributes: " filter=\"url(#\(try tint(color, layer: layer)))\"")
        }
    }

    /// Attribute of a fill by a gradient, in the piece's color.
    private mutating func fill(
        _ gradient: Gradient,
        _ piece: Piece,
        _ sprite: Sprite,
        layer: Int
    ) throws(VectorError) -> String {
        guard gradient.kind != .conic else { throw .unsupported(.conicFill, layer: layer) }
        guard case .fixed(let color) = piece.paint else { throw .unsupported(.changingFill, layer: layer) }
        return paint(of: piece.sprite, color) { sprites in
            let text = gradient.fill(of: sprite.asset.size, tint: color)
            return sprites.define(text.start, text.rest)
        }
    }

    /// Attribute of a fill by a gradient, which pieces of one sprite and color share: its text is made once.
    private mutating func paint(of sprite: Int, _ color: SIMD3<Double>, _ make: (inout Self) -> String) -> String {
        let paint = Paint(sprite: sprite, color: color)
        if let known = fills[paint] { return known }
        let fill = " fill=\"url(#\(make(&self)))\""
        fills[paint] = fill
        return fill
    }

    private func use(_ id: String) -> String { "<use href=\"#\(id)\"" }

    /// Path of an outline, clipped where the sprite is a part of its asset.
    private mutating func outlined(_ outline: Outline, _ sprite: Sprite) -> String {
        if case .shape(.circle) = sprite.asset.content, sprite.part == .whole { return ellipse(sprite.size / 2) }
        let rule = outline.fillRule == .evenodd ? " fill-rule=\"evenodd\"" : ""
        let digits = SVGNumber.digits(for: max(sprite.asset.size.x, sprite.asset.size.y) / 2000)
        let id = define("<path", "\(rule) d=\"\(path(outline, digits: digits))\"/>")
        return sprite.part == .whole ? id : part(of: id, sprite)
    }

    private mutating func pictured(_ index: Int, _ sprite: Sprite) -> String {
        // The parts of an image, such as a thousand tiles, share its data.
        let known = images[sprite.name]?.first { $0.asset == sprite.asset && $0.sampling == sprite.sampling }
        let id = known?.id ?? image(of: index, sprite)
        if known == nil { images[sprite.name, default: []].append((sprite.asset, sprite.sampling, id)) }
        return sprite.part == .whole ? id : part(of: id, sprite)
    }

    private mutating func image(of index: Int, _ sprite: Sprite) -> String {
        let size = sprite.asset.size
        let box = [-size.x / 2, -size.y / 2, size.x, size.y].map { SVGNumber.text($0, digits: 2) }
        let pixelated = sprite.sampling.magnification == .nearest ? " style=\"image-rendering:pixelated\"" : ""
        let rest = "\(pixelated) x=\"\(box[0])\" y=\"\(box[1])\" width=\"\(box[2])\" height=\"\(box[3])\""
        return define("<image", "\(rest) preserveAspectRatio=\"none\" href=\"\(image(index) ?? "")\"/>")
    }

    /// A symbol that shows a part of a definition, centered.
    private mutating func part(of id: String, _ sprite: Sprite) -> String {
        let (size, middle) = (sprite.size, sprite.middle)
        let box = [middle.x - size.x / 2, middle.y - size.y / 2, size.x, size.y].map { SVGNumber.text($0, digits: 3) }
        let place = [-size.x / 2, -size.y / 2].map { SVGNumber.text($0, digits: 3) }
        let rest =
            " x=\"\(place[0])\" y=\"\(place[1])\" width=\"\(box[2])\" height=\"\(box[3])\" viewBox=\"\(box.joined(separator: " "))\""
        return define("<symbol", "\(rest) preserveAspectRatio=\"none\"><use href=\"#\(id)\"/></symbol>")
    }

    // MARK: Soft dots

    /// Points of the alpha of a dot, straight lines between which stay within 0.6 % of it.
    private static let dotStops: [Double] = [0.10, 0.17, 0.24, 0.32, 0.42, 0.525, 0.63, 0.73, 0.81, 0.88, 0.95]

    /// Rules of the style sheet: stops of gradients whose color is animated, which alone have classes.
    var rules: String {
        guard filters > 0 else { return "" }
        let opacities = Self.dotStops.enumerated().compactMap { index, radius -> String? in
            let alpha = SVGNumber.text(Sprite.dotAlpha(at: radius), digits: 3)
            return alpha == "1" ? nil : "[class]>stop:nth-child(\(index + 1)){stop-opacity:\(alpha)}"
        }
        return "[class]>stop{stop-color:currentColor}" + opacities.joined()
    }

    private mutating func dot(_ sprite: Sprite, _ piece: Piece) -> Look {
        func stops(_ color: String) -> String {
            Self.dotStops.map { radius in
                let alpha = SVGNumber.text(Sprite.dotAlpha(at: radius), digits: 3)
                let opacity = alpha == "1" ? "" : " stop-opacity=\"\(alpha)\""
                return "<stop offset=\"\(SVGNumber.text(radius, digits: 3))\" stop-color=\"\(color)\"\(opacity)/>"
            }.joined()
        }
        let places = Self.dotStops.map { "<stop offset=\"\(SVGNumber.text($0, digits: 3))\"/>" }.joined()
        let base = ellipse(sprite.size / 2)
        let color: SIMD3<Double>? =
            switch piece.paint {
            // Both sides of a soft dot have the color of its front.
            case .fixed(let own), .sides(front: let own, back: _): own
            case .changing: nil
            }
        guard let color else {
            // A gradient of the piece's own, whose color is animated.
            let id = "g\(filters)"
            filters += 1
            return Look(
                element: use(base),
                paint: "color",
                attributes: " fill=\"url(#\(id))\"",
                gradient: "<radialGradient id=\"\(id)\"%>\(places)</radialGradient>"
            )
        }
        let fill = paint(of: piece.sprite, color) { sprites in
            sprites.define("<radialGradient", ">\(stops(SVGNumber.color(color)))</radialGradient>")
        }
        return Look(element: use(base), paint: nil, attributes: fill)
    }

    private mutating func box(_ size: SIMD2<Double>) -> String {
        let sides = [size.x, size.y].map { SVGNumber.text($0, digits: 2) }
        let corner = [-size.x / 2, -size.y / 2].map { SVGNumber.text($0, digits: 2) }
        return define("<path", " d=\"M\(corner[0]) \(corner[1])h\(sides[0])v\(sides[1])h-\(sides[0])z\"/>")
    }

    private mutating func ellipse(_ radius: SIMD2<Double>) -> String {
        let sides = [radius.x, radius.y].map { SVGNumber.text($0, digits: 2) }
        return sides[0] == sides[1]
            ? define("<circle", " r=\"\(sides[0])\"/>")
            : define("<ellipse", " rx=\"\(sides[0])\" ry=\"\(sides[1])\"/>")
    }

    // MARK: Tints

    private mutating func tint(_ color: SIMD3<Double>, layer: Int) throws(VectorError) -> String {
        let parts = (0..<3).map { SVGNumber.text(color[$0], digits: 2) }
        let matrix = "\(parts[0]) 0 0 0 0 0 \(parts[1]) 0 0 0 0 0 \(parts[2]) 0 0 0 0 0 1 0"
        let rest = " color-interpolation-filters=\"sRGB\"><feColorMatrix values=\"\(matrix)\"/></filter>"
        if ids["<filter" + rest] == nil {
            tints += 1
            guard tints <= Self.maximumTints else { throw .unsupported(.manyTints, layer: layer) }
        }
        return define("<filter", rest)
    }

    private var tints = 0
}

extension Outline {
    /// The outline as SVG path data with relative coordinates, rounded to `digits` decimals.
    func shortPath(digits: Int) -> String {
        var text = ""
        /// Position as the viewer adds it up from rounded numbers.
        var (here, start) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
        func round(_ value: Double) -> Double {
            let steps = [1, 10, 100, 1e3, 1e4, 1e5, 1e6][digits]
            return (value * steps).rounded() / steps
        }
        func add(_ command: String, _ points: [SIMD2<Double>]) {
            var numbers = ""
            var end = here
            for point in points {
                let step = SIMD2(round(point.x - here.x), round(point.y - here.y))
                for value in [step.x, step.y] {
                    let number = SVGNumber.text(value, digits: digits)
                    numbers += numbers.isEmpty || number.utf8.first == 0x2D ? number : " " + number
                }
                end = here + step
            }
            text += command + numbers
            here = end
        }
        for segment in segments {
            switch segment {
            case .move(let end):
                add("m", [end])
                start = here
            case .line(let end): add("l", [end])
            case .quadratic(let control, let end): add("q", [control, end])
            case .cubic(let first, let second, let end): add("c", [first, second, end])
            case .close:
                text += "z"
                here = start
            }
        }
        return text
    }
}
