import EffectModel
import StrictJSON

extension Animation {
    /// Schema of a layer's animation list, independent of the layer's properties.
    static var listSchema: JSONSchema { listCodec(for: KeyPathResolver(layer: Layer())).schema }

    static var schema: JSONSchema {
        .definition("Animation") {
            .object(
                "Animation",
                usual: Kind.keyframe.rawValue,
                kinds: Kind.allCases.map { kind in
                    let name = "Animation." + kind.rawValue
                    let codec = codec(for: KeyPathResolver(layer: Layer()))
                    let defaults = codec.defaults(of: ["type": .string(kind.rawValue)])
                    return (kind.rawValue, .definition(name) { .object(name, kind.part, defaults: defaults) })
                }
            )
        }
    }
}

extension Animation.Kind {
    /// All members of the kind.
    fileprivate var part: SchemaPart {
        let type: SchemaPart = [SchemaMember("type", isRequired: self != .keyframe, .constant(.string(rawValue)))]
        let common = SchemaPart(Animation.common)
        let keyPath: SchemaPart = [SchemaMember("keyPath", isRequired: true, KeyPathResolver.schema)]
        let property = keyPath + SchemaPart(Animation.ofProperties)
        let runs = common + property + SchemaPart(Animation.ofRuns) + AnimatedValue.matchingKeyPath
        switch self {
        case .keyframe:
            let values = JSONSchema.list(of: AnimatedValue.schema, count: Keyframes.valueCounts).orNull
            let needed = JSONSchema.any(of: [.has("values", .type("array")), .has("path", .type("string"))])
            return type + runs + SchemaPart(Keyframes.properties)
                + SchemaPart([SchemaMember("values", values)], rules: [needed])
        case .basic, .spring:
            let needed = JSONSchema.any(of: BasicValues.names.map { .has($0, ["not": .schema(.type("null"))]) })
            let ends = BasicValues.names.map { SchemaMember($0, AnimatedValue.schema.orNull) }
            let own = self == .spring ? SchemaPart(SpringMotion.properties) : []
            return type + runs + own + SchemaPart(ends, rules: [needed])
        case .group:
            let children = JSONSchema.list(of: Animation.schema, count: Animation.childCounts)
            return type + common + [SchemaMember("animations", isRequired: true, children)]
        case .transition: return type + common + SchemaPart(Transition.properties)
        case .random:
            let ends = ["from", "to"]
            let members = ends.map { SchemaMember($0, isRequired: true, AnimatedValue.schema) }
            let rule: JSONSchema = [
                "if": .schema(.has("exponent", .type("number"))),
                "then": .schema(.all(of: ends.map { .member($0, RandomSteps.raised.schema.undescribed) })),
                "else": .schema(.all(of: AnimatedValue.matchingKeyPath.rules)),
            ]
            return type + property + SchemaPart(RandomSteps.properties) + SchemaPart(members, rules: [rule])
        }
    }
}
