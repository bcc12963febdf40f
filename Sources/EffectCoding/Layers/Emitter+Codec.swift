import EffectModel
import StrictJSON

extension Emitter {
    private static let place = -100_000.0...100_000.0

    /// Check that the member `name` is present for one shape and absent for all others.
    private static func source(
        _ name: String,
        of shape: Shape,
        _ isThere: @escaping @Sendable (Emitter) -> Bool
    ) -> Property<Emitter> {
        let rule: JSONSchema = [
            "if": .schema(.has("emitterShape", .constant(.string(shape.rawValue)))),
            "then": .schema(.has(name, ["not": .schema(.type("null"))])),
            "else": .schema(.member(name, .type("null"))),
        ]
        return .after(rules: [rule]) { object, emitter in
            let pointer = object.pointer(to: name)
            // An unreadable value already has its fault.
            let isAbsent = object.take(name).map { $0 == .null } ?? true
            if emitter.emitterShape == shape, !isThere(emitter), isAbsent {
                object.context.fault(
                    .missing,
                    at: pointer,
                    found: "nothing",
                    allowed: "the shape on which particles are born"
                )
            }
            if emitter.emitterShape != shape, isThere(emitter) {
                let found = "\(name) with the shape \(emitter.emitterShape.rawValue)"
                object.context.fault(.conflict, at: pointer, found: found, allowed: "the shape \(shape.rawValue)")
            }
        }
    }

    static let sizeCodec = Codec<SIMD2<Double>>.pair(in: 0...100_000)

    private static let rectanglesCodec = Codec.list(of: Rectangle.codec, count: 1...256)

    private static let cells = Property<Emitter>.field(
        "emitterCells",
        \.emitterCells,
        .list(of: EmitterCell.codec, count: 1...64),
        required: true
    )

    static let properties: [Property<Emitter>] = [
        .after { object, emitter in emitter.rangeConvention = object.context.rangeConvention },
        .field("rangeConvention", \.rangeConvention, .choice()),
        .field("birthRate", \.birthRate, .number(in: 0...100_000)),
        .field("lifetime", \.lifetime, .number(in: 0...100_000)),
        .field("velocity", \.velocity, .number(in: -1000...1000)),
        .field("scale", \.scale, .number(in: -1000...1000)),
        .field("spin", \.spin, .number(in: -1000...1000)),
        .field("seed", \.seed, .whole(in: 0...4_294_967_295)),
        .field("emitterPosition", \.emitterPosition, .pair(in: place)),
        .field("emitterZPosition", \.emitterZPosition, .number(in: place)),
        .field("emitterSize", \.emitterSize, sizeCodec),
        .field(
            "emitterShape",
            \.emitterShape,
            .choice()
        ),
        .field("emitterMode", \.emitterMode, .choice(later: ["sequential"])),
        .field(
            "renderMode",
            \.renderMode,
            RenderMode.codec
        ),
        .field("emitterDepth", \.emitterDepth, .number(in: 0...100_000)),
        .field("circleRadius", \.circleRadius, .choice()),
        .field("animatedRates", \.animatedRates, .choice()),
        .field("naturalDirection", \.naturalDirection, NaturalDirection.codec),
        .field("preservesDepth", \.preservesDepth, .flag),
        .optional("emitterPath", \.path, SVGPath.codec),
        .optional("emitterText", \.text, EmitterText.codec),
        Property([SchemaMember("emitterRects", rectanglesCodec.schema.orNull)]) { object, emitter in
            guard let value = object.take("emitterRects"), value != .null else { return }
            let pointer = object.pointer(to: "emitterRects")
            emitter.rectangles = rectanglesCodec.read(value, pointer, object.context) ?? []
        } write: { emitter in
            if emitter.rectangles.isEmpty { return [] }
            return [.init("emitterRects", .array(emitter.rectangles.map(Rectangle.codec.write)))]
        },
        source("emitterPath", of: .path) { $0.path != nil },
        source("emitterText", of: .text) { $0.text != nil },
        source("emitterRects", of: .rectangles) { !$0.rectangles.isEmpty },
        .field("emitterBehaviors", \.emitterBehaviors, .list(of: Behavior.codec, count: 0...16)),
        .optional("dynamics", \.dynamics, Dynamics.codec),
        .field("emitterDuration", \.emitterDuration, .lasting),
        .optional("cullRect", \.cull.rectangle, Rectangle.codec),
        .optional("cullMinZ", \.cull.minZ, .number(in: place)),
        .optional("cullMaxZ", \.cull.maxZ, .number(in: place)),
        // Accepted without effect: frames are computed independently.
        .idle("updateInterval", .number(in: 0...100_000, unit: .seconds)),
        .notYet("spinBias", except: 0),
        .after { object, emitter in emitter.prewarm = object.context.prewarm },
        .field("prewarm", \.prewarm, Prewarm.codec),
        Property(cells.schema) { object, emitter in
            // The emitter's range convention applies to [lowest, highest] of its cells.
            let outer = object.context.rangeConvention
            object.context.rangeConvention = emitter.rangeConvention
            defer { object.context.rangeConvention = outer }
            cells.read(object, &emitter)
        } write: { emitter in
            cells.write(emitter)
        },
        density,
    ]
}

extension Emitter.NaturalDirection {
    static let codec: Codec<Self> = {
        let angle = Codec.number(in: -1000...1000, unit: .radians)
        let allowed = "\"shape\", \"outward\", or \(angle.allowed)"
        let schema = JSONSchema.any(of: [.names(["shape", "outward"]), angle.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "shape": return .shape
            case "outward": return .outward
            default: return angle.read(value, pointer, context).map { .angle($0) }
            }
        } write: { direction in
            switch direction {
            case .shape: "shape"
            case .outward: "outward"
            case .angle(let angle): .number(angle)
            }
        }
    }()
}

extension Emitter.Prewarm {
    static let codec: Codec<Self> = {
        let seconds = Codec.number(in: 0...100_000, unit: .seconds)
        let allowed = "\(seconds.allowed), \"steady\" or \"auto\""
        let schema = JSONSchema.any(of: [seconds.schema, .names(["steady", "auto"])]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "steady", "auto": return .steady
            default: return seconds.read(value, pointer, context).map { .seconds($0) }
            }
        } write: { prewarm in
            switch prewarm {
            case .steady: "steady"
            case .seconds(let seconds): .number(seconds)
            }
        }
    }()
}

extension Emitter.RenderMode {
    static let codec = Codec<Emitter.RenderMode>.choice(later: ["cheapColorDodge"])
}
