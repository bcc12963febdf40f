/// A picture that cells can emit.
public struct Asset: Sendable, Equatable {
    /// The shapes that need no data.
    public enum Shape: String, Sendable, CaseIterable {
        case circle, square, rectangle, triangle
        /// A regular polygon with ``Asset/corners``.
        case polygon
        /// With ``Asset/corners`` tips, and dents at ``Asset/innerRadius``.
        case star
        /// A circle with a round hole of ``Asset/innerRadius``.
        case ring
        case heart
        /// A wavy band.
        case ribbon
        /// A straight one: a rectangle under the name that confetti has for it.
        case strip
    }

    /// What is drawn.
    public enum Content: Sendable, Equatable {
        case shape(Shape)
        /// Path data, and the box in its coordinates that becomes the asset's size.
        case path(SVGPath, origin: SIMD2<Double>, extent: SIMD2<Double>)
    }

    /// What is drawn.
    public internal(set) var content = Content.shape(.circle)
    /// Width and height in points at scale 1 (and `contentsScale` 1).
    public internal(set) var size = SIMD2<Double>(12, 12)
    /// Corners of a polygon, tips of a star; 3...64.
    public internal(set) var corners = 5
    /// Of a star's dents or a ring's hole, as a share of the outer radius; 0.05...0.95.
    public internal(set) var innerRadius = 0.5
    /// Multiplies the particle's colour.
    public internal(set) var tint = Color.white
    /// Which points of a path are inside.
    public internal(set) var fillRule = Outline.FillRule.nonzero

    /// In points, with the asset's middle at (0, 0). Made once: many cells may ask for it.
    public private(set) var outline = Outline([])

    init(_ content: Content = .shape(.circle)) {
        self.content = content
        outline = makeOutline()
    }

    /// Assets that every spec has, unless it defines the name itself: the shapes at 12 points.
    static let builtIn: [String: Asset] = Dictionary(
        uniqueKeysWithValues: Shape.allCases.map { ($0.rawValue, Asset(.shape($0))) }
    )
}

extension Asset {
    static let kinds = ["shape", "path", "image", "emoji", "text"]

    static let codec = Codec<Asset>(allowed: "an object with one of: \(kinds.joined(separator: ", "))") {
        value,
        pointer,
        context in
        guard let object = ObjectReader(value, at: pointer, context) else { return nil }
        var asset = Asset()
        func given(_ name: String) -> JSONValue? { object.take(name).flatMap { $0 == .null ? nil : $0 } }
        let shape = given("shape")
        let path = given("path")
        let isLater = ["image", "emoji", "text"].filter { given($0) != nil }
        for later in isLater { Property<Asset>.notYet(later).read(object, &asset) }
        EffectModel.read(properties, from: object, into: &asset)
        let viewBox = given("viewBox")
        switch (shape, path) {
        case (let shape?, nil):
            let codec = Codec<Shape>.choice(later: ["dot"])
            guard let name = codec.read(shape, object.pointer(to: "shape"), context) else { break }
            asset.content = .shape(name)
            if viewBox != nil {
                let place = object.pointer(to: "viewBox")
                context.fault(.conflict, at: place, found: "viewBox beside shape", allowed: "viewBox with a path")
            }
            if object.has("fillRule") {
                let place = object.pointer(to: "fillRule")
                context.fault(.conflict, at: place, found: "fillRule beside shape", allowed: "fillRule with a path")
            }
        case (nil, let path?):
            let box = Codec.list(of: .number(in: -100_000...100_000), count: 4...4)
            guard let read = SVGPath.codec.read(path, object.pointer(to: "path"), context) else { break }
            var origin = SIMD2<Double>(0, 0)
            var extent = asset.size
            if let viewBox {
                guard let box = box.read(viewBox, object.pointer(to: "viewBox"), context) else { break }
                origin = SIMD2(box[0], box[1])
                extent = SIMD2(box[2], box[3])
                if extent.min() < 0.001 {
                    let place = object.pointer(to: "viewBox")
                    let allowed = "[x, y, width, height] with sizes of at least 0.001"
                    context.fault(.outOfRange, at: place, found: viewBox.excerpt, allowed: allowed)
                    break
                }
            }
            asset.content = .path(read, origin: origin, extent: extent)
        case (nil, nil):
            if isLater.isEmpty {
                context.fault(.missing, at: pointer, found: "nothing", allowed: "one of shape, path")
            }
        case (_?, _?):
            context.fault(.conflict, at: pointer, found: "shape beside path", allowed: "one of the two")
        }
        object.refuseTheRest()
        asset.outline = asset.makeOutline()
        return asset
    } write: { asset in
        var members: [JSONValue.Member] = []
        switch asset.content {
        case .shape(let shape): members.append(.init("shape", .string(shape.rawValue)))
        case .path(let path, let origin, let extent):
            members.append(.init("path", .string(path.text)))
            members.append(.init("viewBox", .array([origin.x, origin.y, extent.x, extent.y].map { .number($0) })))
            members.append(.init("fillRule", .string(asset.fillRule.rawValue)))
        }
        return .object(members + properties.flatMap { $0.write(asset) })
    }

    private static let properties: [Property<Asset>] = [
        .field("size", \.size, sizeCodec),
        .field("corners", \.corners, .whole(in: 3...64)),
        .field("innerRadius", \.innerRadius, .number(in: 0.05...0.95)),
        .field("tint", \.tint, Color.codec),
        Property { object, asset in
            guard let value = object.take("fillRule") else { return }
            let choice = Codec<Outline.FillRule>.choice()
            if let rule = choice.read(value, object.pointer(to: "fillRule"), object.context) { asset.fillRule = rule }
        } write: { _ in
            []  // Written with the path that it belongs to.
        },
        .notYet("stroke"), .notYet("fontSize"),
    ]

    /// One number for both sides, or `[width, height]`.
    private static let sizeCodec: Codec<SIMD2<Double>> = {
        let side = Codec.number(in: 0.01...2048)
        let both = Codec.pair(in: 0.01...2048, units: (.plain, .plain))
        return Codec(allowed: "\(side.allowed), or [width, height]") { value, pointer, context in
            if case .array = value { return both.read(value, pointer, context) }
            return side.read(value, pointer, context).map { SIMD2($0, $0) }
        } write: { size in
            both.write(size)
        }
    }()
}
