#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Shape that grows in a reveal.
public enum RevealShape: Sendable, Equatable {
    case circle
    /// Scaled asset; its radius is half of the longer side of its box.
    case asset(Contents)
    /// Aperture with rounded blades; its radius is that of the largest inscribed disc.
    case iris(blades: Int)
    /// Parallel slats, each a strip that widens in the direction `angle`, in radians.
    case blinds(count: Int, angle: Double)
    /// Morph from one path to another, both in canvas points.
    case morph(from: SVGPath, to: SVGPath)

    /// Type name in a document; `nil` for assets.
    var type: String? {
        switch self {
        case .circle: "circle"
        case .asset: nil
        case .iris: "iris"
        case .blinds: "blinds"
        case .morph: "morph"
        }
    }

    /// Whether the shape has a center and a radius.
    var hasRadius: Bool {
        switch self {
        case .circle, .asset, .iris: true
        case .blinds, .morph: false
        }
    }

    /// Shapes with default settings, by name; these names take precedence over assets.
    private static let named: [(name: String, shape: RevealShape)] = [
        ("circle", .circle), ("iris", .iris(blades: 6)), ("blinds", .blinds(count: 8, angle: 0)),
    ]

    // MARK: Reading

    private struct Iris: Sendable {
        var blades = 6
        static let properties: [Property<Iris>] = [type("iris"), .field("blades", \.blades, .whole(in: 3...64))]
    }

    private struct Blinds: Sendable {
        var count = 8
        var angle = 0.0
        static let properties: [Property<Blinds>] = [
            type("blinds"), .field("count", \.count, .whole(in: 1...256)),
            .field("angle", \.angle, .number(in: -1000...1000, unit: .radians)),
        ]
    }

    private struct Morph: Sendable {
        var from: SVGPath?
        var to: SVGPath?
        static let properties: [Property<Morph>] = [
            type("morph"), .field("from", \.from, SVGPath.givenCodec, required: true),
            .field("to", \.to, SVGPath.givenCodec, required: true),
        ]
    }

    private static func type<Root>(_ name: String) -> Property<Root> {
        Property([SchemaMember("type", isRequired: true, .constant(.string(name)))]) { object, _ in
            _ = object.take("type")
        } write: { _ in
            [.init("type", .string(name))]
        }
    }

    private static let iris = Codec<Iris>.object("RevealShape.iris", Iris(), Iris.properties)
    private static let blinds = Codec<Blinds>.object("RevealShape.blinds", Blinds(), Blinds.properties)
    private static let morph = Codec<Morph>.object("RevealShape.morph", Morph(), Morph.properties)

    private static let allowed =
        "an asset, the name of an asset, \"circle\", \"iris\", \"blinds\", or an object of the type iris, blinds or morph"

    static let codec = Codec<RevealShape>(
        allowed: allowed,
        schema: .definition("RevealShape") {
            .any(of: [Asset.namedOrOwn, iris.schema, blinds.schema, morph.schema]).described(allowed)
        }
    ) { value, pointer, context in
        if case .string(let name) = value, let known = named.first(where: { $0.name == name }) { return known.shape }
        guard case .object = value, let type = value["type"], type != .null else {
            return readAsset(value, pointer, context)
        }
        switch type {
        case "iris": return iris.read(value, pointer, context).map { .iris(blades: $0.blades) }
        case "blinds": return blinds.read(value, pointer, context).map { .blinds(count: $0.count, angle: $0.angle) }
        case "morph":
            guard let read = morph.read(value, pointer, context), let from = read.from, let to = read.to else {
                return nil
            }
            return .morph(from: from, to: to)
        default:
            let place = ReadContext.pointer(pointer, "type")
            context.fault(.unknownValue, at: place, found: type.excerpt, allowed: "iris, blinds, morph")
            return nil
        }
    } write: { shape in
        switch shape {
        case .circle: "circle"
        case .asset(let contents): Contents.codec.write(contents)
        case .iris(let blades): iris.write(Iris(blades: blades))
        case .blinds(let count, let angle): blinds.write(Blinds(count: count, angle: angle))
        case .morph(let from, let to): morph.write(Morph(from: from, to: to))
        }
    }

    private static func readAsset(_ value: JSONValue, _ pointer: String, _ context: ReadContext) -> RevealShape? {
        if case .object = value { return Asset.codec.read(value, pointer, context).map { .asset(.own($0)) } }
        guard let name = Asset.nameCodec.read(value, pointer, context) else { return nil }
        context.checkAsset(name, at: pointer)
        return .asset(.named(name))
    }

    // MARK: Geometry

    /// Outline of an iris with inradius 1: the intersection of one disc per blade, each touching the inscribed disc,
    /// evenly spaced.
    ///
    /// - Parameter blade: Radius of a blade's edge, at least 1; at 1 the iris is a circle.
    package static func iris(blades: Int, blade: Double) -> Outline {
        let away = min(1e6, max(1, blade)) - 1
        let half = Double.pi / Double(blades)
        // Intersection of two neighboring discs: d² + 2d·away·cos(half) + away² = (away + 1)².
        let lean = away * cos(half)
        let reach = (2 * away + 1) / (lean + (lean * lean + 2 * away + 1).squareRoot())
        let spread = atan2(reach * sin(half), reach * cos(half) + away)
        func corner(_ index: Int) -> SIMD2<Double> {
            let angle = (2 * Double(index) - 1) * half - .pi / 2
            return SIMD2(cos(angle), sin(angle)) * reach
        }
        var segments: [Outline.Segment] = [.move(corner(0))]
        let step = spread  // two cubics per blade
        let control = 4.0 / 3 * tan(step / 4) * (away + 1)
        for index in 0..<blades {
            let angle = 2 * Double(index) * half - .pi / 2
            let middle = SIMD2(cos(angle), sin(angle))
            let center = middle * -away
            func tangent(_ turn: Double) -> SIMD2<Double> {
                SIMD2(-sin(angle + turn), cos(angle + turn)) * control
            }
            let (from, to) = (corner(index), corner(index + 1))
            let top = center + middle * (away + 1)
            segments.append(.cubic(from + tangent(-spread), top - tangent(0), top))
            segments.append(.cubic(top + tangent(0), to - tangent(spread), to))
        }
        var outline = Outline(segments + [.close])
        outline.isRound = true
        return outline
    }

    /// Outline of slats that are open by the fraction `share` of their width, in points about the canvas center.
    ///
    /// - Parameter feather: Width of the soft edge in points; slats extend beyond the canvas so that its border shows
    ///   no soft edge.
    package static func blinds(
        count: Int,
        angle: Double,
        open share: Double,
        on canvas: SIMD2<Double>,
        feather: Double
    ) -> Outline {
        let (ahead, aside) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
        let length = abs(ahead.x) * canvas.x + abs(ahead.y) * canvas.y
        let breadth = (canvas * canvas).sum().squareRoot() / 2 + feather + 1
        let share = max(0, min(1, share))
        let width = length / Double(count)
        func slat(from start: Double, to end: Double) -> [Outline.Segment] {
            let corners = [
                ahead * start - aside * breadth, ahead * end - aside * breadth, ahead * end + aside * breadth,
                ahead * start + aside * breadth,
            ]
            return Outline.polygon(corners).segments
        }
        // A single slat is a soft edge that wipes across the canvas, starting and ending outside.
        if count == 1, feather > 0 {
            let front = -(length + feather) / 2 + (length + feather) * share
            return share > 0 ? Outline(slat(from: -length / 2 - 2 * feather, to: front)) : Outline([])
        }
        // The extension grows with the opening: a closed slat must be empty.
        let beyond = feather * share
        if share == 1 { return Outline(slat(from: -length / 2 - beyond, to: length / 2 + beyond)) }
        return Outline(
            (0..<count).flatMap { index in
                let start = -length / 2 + Double(index) * width
                return slat(
                    from: index == 0 ? start - beyond : start,
                    to: start + width * share + (index == count - 1 ? beyond : 0)
                )
            }
        )
    }
}
