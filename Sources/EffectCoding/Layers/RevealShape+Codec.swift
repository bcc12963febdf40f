import EffectModel
import StrictJSON

extension RevealShape {
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
            return readAsset(value, at: pointer, context)
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

    private static func readAsset(_ value: JSONValue, at pointer: String, _ context: ReadContext) -> RevealShape? {
        if case .object = value { return Asset.codec.read(value, pointer, context).map { .asset(.own($0)) } }
        guard let name = Asset.nameCodec.read(value, pointer, context) else { return nil }
        context.checkAsset(name, at: pointer)
        return .asset(.named(name))
    }
}
