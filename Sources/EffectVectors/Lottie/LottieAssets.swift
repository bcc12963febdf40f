#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
internal import EffectModel

/// Compositions and images that layers refer to, and the looks of pieces.
struct LottieAssets {
    /// Texts of all assets.
    private(set) var texts: [String] = []
    /// Number of bytes of ``texts``.
    private(set) var bytes = 0
    private let sprites: [Sprite]
    /// URLs of images, `data:` URIs of our own making.
    private let url: LottieDocument.Image
    /// Ids by the text of their assets without the id.
    private var ids: [String: String] = [:]
    /// Ids of images by the names of their assets.
    private var images: [String: [(asset: Asset, tint: SIMD3<Double>, id: String)]] = [:]
    private var tints = 0
    /// Shapes of sprites' outlines by index of the sprite: the same ones for each piece, and long to write.
    private var outlines: [Int: [String]] = [:]

    init(_ sprites: [Sprite], image: @escaping LottieDocument.Image) { (self.sprites, url) = (sprites, image) }

    /// Maximum number of images, each in a tint.
    private static let maximumTints = SVGSprites.maximumTints

    /// Largest distance of a piece's points from its center, in sprite units.
    func reach(of piece: Piece) -> Double {
        if let box = piece.outline?.bounds { return max(box.low.length, box.high.length) }
        return piece.sprite >= 0 ? sprites[piece.sprite].size.length / 2 : 1
    }

    /// Largest coordinate of a piece's points, in sprite units, whatever its sign.
    func extent(of piece: Piece) -> Double {
        func most(_ outline: Outline) -> Double {
            guard let box = outline.bounds else { return 0 }
            return max(abs(box.low.x), abs(box.low.y), abs(box.high.x), abs(box.high.y))
        }
        if let outline = piece.outline { return most(outline) }
        guard piece.sprite >= 0 else { return 0 }
        let sprite = sprites[piece.sprite]
        let half = max(sprite.size.x, sprite.size.y) / 2
        if case .outline(let outline) = sprite.contents { return max(half, most(outline)) }
        return half
    }

    /// Whether a piece is a circle.
    func isRound(_ piece: Piece) -> Bool {
        guard piece.sprite >= 0, piece.outline == nil, sprites[piece.sprite].part == .whole else { return false }
        let sprite = sprites[piece.sprite]
        guard sprite.size.x == sprite.size.y else { return false }
        return switch (sprite.contents, sprite.asset.content) {
        case (.dot, _), (_, .shape(.circle)): true
        default: false
        }
    }

    /// Id of an asset, made on first use.
    private mutating func add(_ members: String) -> String {
        if let known = ids[members] { return known }
        let id = "\(ids.count)"
        ids[members] = id
        texts.append("{\"id\":\"\(id)\",\(members)}")
        bytes += members.utf8.count
        return id
    }

    /// Id of a composition of layers.
    mutating func add(layers: [String]) -> String { add("\"layers\":[\(layers.joined(separator: ","))]") }

    /// Id of an image of a size.
    mutating func add(image url: String, size: SIMD2<Double>) -> String {
        let sides = [size.x, size.y].map { LottieProperty.number($0, digits: 3) }
        return add("\"w\":\(sides[0]),\"h\":\(sides[1]),\"u\":\"\",\"p\":\"\(url)\",\"e\":1")
    }

    /// Colors of a piece: red, green and blue, 0...1.
    enum Paint {
        case still([Double])
        case lines([(frame: Double, values: [Double])])
        case steps([(frame: Int, values: [Double])])

        /// The color as a property.
        var property: String { property { $0 } }

        /// The values made of each color as a property.
        func property(_ values: ([Double]) -> [Double]) -> String {
            switch self {
            case .still(let color): LottieProperty.still(LottieProperty.list(values(color), digits: 3))
            case .lines(let points): LottieProperty.lines(points.map { ($0.frame, values($0.values)) }, digits: 3)
            case .steps(let points): LottieProperty.steps(points.map { ($0.frame, values($0.values)) }, digits: 3)
            }
        }
    }

    /// Contents of a layer that draw a piece.
    struct Look {
        /// `ty` of the layer and what belongs to it, without braces.
        var kind: String
        /// Further members of the layer's transform.
        var transform: [String] = []
    }

    /// Checks that a Lottie can show the contents of a piece.
    ///
    /// - Parameter isSticker: Whether images are forbidden.
    mutating func check(_ piece: Piece, isSticker: Bool, layer: Int) throws(VectorError) {
        guard piece.outline == nil else { return }
        let sprite = sprites[piece.sprite]
        switch sprite.contents {
        case .outline: if sprite.asset.fill?.kind == .conic { throw .unsupported(.conicFill, layer: layer) }
        case .dot: break
        case .picture:
            if isSticker { throw .unsupported(sprite.asset.isSoftened ? .softShape : .image, layer: layer) }
            guard case .fixed(let color) = piece.paint else { throw .unsupported(.changingTints, layer: layer) }
            _ = try image(of: piece.sprite, color, layer: layer)
        }
    }

    /// Look of a piece.
    ///
    /// - Parameters:
    ///   - inner: Members of the transform inside of the layer's.
    ///   - isSticker: Whether images are forbidden.
    mutating func look(
        of piece: Piece,
        _ paint: Paint,
        _ inner: [String],
        isSticker: Bool,
        layer: Int
    ) throws(VectorError) -> Look {
        try check(piece, isSticker: isSticker, layer: layer)
        if let outline = piece.outline {
            return shapes(
                LottieShapes.items(of: outline, digits: 2),
                isEvenOdd: outline.fillRule == .evenodd,
                paint: paint,
                inner: inner
            )
        }
        let sprite = sprites[piece.sprite]
        switch sprite.contents {
        case .outline(let outline):
            let digits = SVGNumber.digits(for: max(sprite.asset.size.x, sprite.asset.size.y) / 2000)
            if let gradient = sprite.asset.fill {
                var items = LottieShapes.filled(
                    outline,
                    by: gradient,
                    size: sprite.asset.size,
                    digits: digits,
                    paint,
                    shapes: &outlines[piece.sprite]
                )
                if !inner.isEmpty, sprite.part == .whole { items = [LottieShapes.group(items, inner)] }
                let whole = Look(kind: "\"ty\":4,\"shapes\":[\(items.joined(separator: ","))]")
                return sprite.part == .whole ? whole : part(whole, sprite: sprite, inner: inner)
            }
            let items = outlines[piece.sprite] ?? shapes(of: outline, sprite, digits: digits)
            outlines[piece.sprite] = items
            let whole = shapes(
                items,
                isEvenOdd: outline.fillRule == .evenodd,
                paint: paint,
                inner: sprite.part == .whole ? inner : []
            )
            return sprite.part == .whole ? whole : part(whole, sprite: sprite, inner: inner)
        case .dot:
            // A gradient is round: the box's width says its radius, and a group the rest.
            let size = sprite.size
            var items = [
                LottieShapes.ellipse(SIMD2(size.x, size.x)),
                LottieShapes.glow(paint.property(LottieShapes.ramp), radius: size.x / 2),
            ]
            if size.x != size.y {
                let scale = LottieProperty.still(LottieProperty.list([100, 100 * size.y / size.x], digits: 2))
                items = [LottieShapes.group(items, ["\"s\":\(scale)"])]
            }
            if !inner.isEmpty { items = [LottieShapes.group(items, inner)] }
            return Look(kind: "\"ty\":4,\"shapes\":[\(items.joined(separator: ","))]")
        case .picture:
            guard case .fixed(let color) = piece.paint else { throw .unsupported(.changingTints, layer: layer) }
            let picture = Look(kind: "\"ty\":2,\"refId\":\"\(try image(of: piece.sprite, color, layer: layer))\"")
            if sprite.part != .whole { return part(picture, sprite: sprite, inner: inner, isImage: true) }
            if !inner.isEmpty { return turned(picture, sprite: sprite, inner: inner) }
            return Look(kind: picture.kind, transform: [anchor(sprite.size / 2)])
        }
    }

    /// Shapes of a sprite's outline.
    private func shapes(of outline: Outline, _ sprite: Sprite, digits: Int) -> [String] {
        if case .shape(.circle) = sprite.asset.content { return [LottieShapes.ellipse(sprite.asset.size)] }
        return LottieShapes.items(of: outline, digits: digits)
    }

    private func shapes(_ items: [String], isEvenOdd: Bool, paint: Paint, inner: [String]) -> Look {
        var items = items + [LottieShapes.fill(paint.property, isEvenOdd: isEvenOdd)]
        if !inner.isEmpty { items = [LottieShapes.group(items, inner)] }
        return Look(kind: "\"ty\":4,\"shapes\":[\(items.joined(separator: ","))]")
    }

    private func anchor(_ point: SIMD2<Double>) -> String {
        "\"a\":\(LottieProperty.still(LottieProperty.list([point.x, point.y], digits: 3)))"
    }

    /// Id of an image in a tint. Lottie has no tints that all players draw, so each is an image.
    private mutating func image(of index: Int, _ color: SIMD3<Double>, layer: Int) throws(VectorError) -> String {
        let sprite = sprites[index]
        let steps = 64.0
        let tint = color.clamped(lowerBound: SIMD3(0, 0, 0), upperBound: SIMD3(1, 1, 1))
        let rounded = (tint * steps).rounded(.toNearestOrAwayFromZero) / steps
        // The parts of an image, such as a thousand tiles, share its data.
        if let known = images[sprite.name]?.first(where: { $0.tint == rounded && $0.asset == sprite.asset }) {
            return known.id
        }
        tints += 1
        guard tints <= Self.maximumTints else { throw .unsupported(.manyTints, layer: layer) }
        guard let url = url(index, rounded) else { throw .stopped }
        let id = add(image: url, size: sprite.asset.size)
        images[sprite.name, default: []].append((sprite.asset, rounded, id))
        return id
    }

    /// A composition of a look, whose origin is its middle.
    mutating func composition(of kind: String, half: Int) -> String {
        add(layers: [always(Look(kind: kind), ["\"p\":\(LottieProperty.still("[\(half),\(half)]"))"])])
    }

    /// A layer for all frames in a composition.
    private func always(_ look: Look, _ transform: [String]) -> String {
        "{\"ddd\":0,\(look.kind),\"st\":0,\"ip\":0,\"op\":99999,\"ks\":{\(transform.joined(separator: ","))}}"
    }

    /// A composition that shows a part of a look, as compositions end at their borders.
    ///
    /// - Parameter isImage: Whether the look's origin is its corner instead of its center.
    private mutating func part(_ look: Look, sprite: Sprite, inner: [String], isImage: Bool = false) -> Look {
        let corner = sprite.middle - sprite.size / 2
        let place = (isImage ? sprite.asset.size / -2 : SIMD2(0, 0)) - corner
        let cut = cut(look, at: place, sprite.size)
        return inner.isEmpty
            ? Look(kind: cut, transform: [anchor(sprite.size / 2)])
            : turned(Look(kind: cut), sprite: sprite, inner: inner)
    }

    /// A composition of a size that shows a look at a place. Sides of compositions are whole numbers, so one with others is
    /// drawn larger, and smaller again in another.
    private mutating func cut(_ look: Look, at place: SIMD2<Double>, _ size: SIMD2<Double>) -> String {
        func member(_ name: String, _ point: SIMD2<Double>) -> String {
            "\"\(name)\":\(LottieProperty.still(LottieProperty.list([point.x, point.y], digits: 3)))"
        }
        let sides = size.rounded(.up)
        guard sides != size else { return composition(always(look, [member("p", place)]), size) }
        let (growth, shrinkage) = (sides / size, size / sides * 100)
        let large = composition(always(look, [member("p", place * growth), member("s", growth * 100)]), sides)
        return composition(always(Look(kind: large), [member("s", shrinkage)]), sides)
    }

    /// A composition in which a look turns about its center.
    private mutating func turned(_ look: Look, sprite: Sprite, inner: [String]) -> Look {
        let side = sprite.size.length.rounded(.up)
        let middle = SIMD2(side / 2, side / 2)
        let position = "\"p\":\(LottieProperty.still(LottieProperty.list([middle.x, middle.y], digits: 3)))"
        let layer = always(look, [anchor(sprite.size / 2), position] + inner)
        return Look(kind: composition(layer, SIMD2(side, side)), transform: [anchor(middle)])
    }

    private mutating func composition(_ layer: String, _ size: SIMD2<Double>) -> String {
        let sides = [size.x, size.y].map { LottieProperty.number($0, digits: 3) }
        return "\"ty\":0,\"refId\":\"\(add(layers: [layer]))\",\"w\":\(sides[0]),\"h\":\(sides[1])"
    }
}

/// Angles of vectors.
enum Arc {
    /// Degrees of a vector, clockwise from the right.
    static func degrees(_ vector: SIMD2<Double>) -> Double { atan2(vector.y, vector.x) * 180 / .pi }
}
