import EffectModel
import StrictJSON

extension Layer {
    static var schema: JSONSchema {
        .definition("Layer") {
            .object(
                "Layer",
                usual: Kind.emitter.rawValue,
                kinds: Kind.allCases.map { kind in
                    let name = "Layer." + kind.rawValue
                    let defaults = codec.defaults(of: ["type": .string(kind.rawValue)])
                    return (kind.rawValue, .definition(name) { .object(name, kind.part, defaults: defaults) })
                }
            )
        }
    }
}

extension Layer.Kind {
    /// All members of the kind.
    fileprivate var part: SchemaPart {
        let common: SchemaPart = [
            SchemaMember("type", isRequired: self != .emitter, .constant(.string(rawValue))),
            SchemaMember("animations", Animation.listSchema),
        ]
        return common + SchemaPart(shared) + own
    }

    /// Members that only this kind has.
    private var own: SchemaPart {
        switch self {
        case .emitter: SchemaPart(Emitter.sizeless + Emitter.properties)
        case .sprite: SchemaPart(StillSprite.properties)
        case .text: TextStyle.schema + SchemaPart(StillSprite.look)
        case .shape: SchemaPart(ShapeLayer.properties)
        case .firework: SchemaPart(Firework.properties)
        case .fountain: SchemaPart(Fountain.properties)
        case .reveal: SchemaPart(Reveal.properties)
        case .transition: SchemaPart(PictureTransition.properties)
        case .shatter: SchemaPart(Shatter.properties)
        case .like: SchemaPart(Like.properties)
        case .group:
            SchemaPart(LayerGroup.properties) + [
                SchemaMember(
                    "layers",
                    isRequired: true,
                    .list(of: .definition("Layer") { Layer.schema }, count: 1...EffectSpec.maximumLayers)
                )
            ]
        }
    }
}
