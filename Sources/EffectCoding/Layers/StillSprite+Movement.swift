import EffectModel
import StrictJSON

extension StillSprite {
    static let movement: [Property<StillSprite>] = [
        .optional("dynamics", \.dynamics, Movement.codec),
        .optional("dynamicItem", \.dynamicItem, Dynamics.Item.codec),
        .after { object, sprite in
            guard sprite.dynamicItem != nil, sprite.dynamics == nil, object.context.faults.isEmpty else { return }
            let place = object.pointer(to: "dynamicItem")
            object.context.fault(
                .conflict,
                at: place,
                found: "dynamicItem without dynamics",
                allowed: "dynamicItem with dynamics"
            )
        },
    ]
}

extension StillSprite.Movement {
    static let codec: Codec<Self> = {
        let name = Codec<String>.text(maximum: 64)
        let allowed = "an object, or the name of a sprite or text layer with dynamics"
        let schema = JSONSchema.any(of: [Dynamics.codec.schema, name.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case .object: return Dynamics.codec.read(value, pointer, context).map { .own($0) }
            case .string: return name.read(value, pointer, context).map { .with($0) }
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { movement in
            switch movement {
            case .own(let dynamics): Dynamics.codec.write(dynamics)
            case .with(let name): .string(name)
            }
        }
    }()
}

extension EffectSpec {
    /// Checks that a sprite's world exists, and that the effect does not loop seamlessly.
    static func checkWorld(ofLayer index: Int, _ spec: EffectSpec, _ context: ReadContext) {
        guard case .sprite(let sprite) = spec.layers[index].content, let movement = sprite.dynamics else { return }
        let pointer = spec.pointer(toLayer: index) + "/dynamics"
        if spec.timing.loop == .seamless {
            let allowed = "dynamics with a timing.loop other than \"seamless\""
            context.fault(.conflict, at: pointer, found: "dynamics in a seamless loop", allowed: allowed)
        }
        guard case .with(let name) = movement else { return }
        let owners = spec.layers.filter { layer in
            guard case .sprite(let other) = layer.content, case .own? = other.dynamics else { return false }
            return layer.parent == spec.layers[index].parent
        }
        guard !owners.contains(where: { $0.name == name }) else { return }
        let hint = context.nearest(to: name, among: owners.map(\.name)).map { " (did you mean \($0)?)" } ?? ""
        let found = "\(JSONValue.string(name).excerpt), which is not a sprite or text layer with dynamics"
        let allowed = "an object, or the name of a sprite or text layer with dynamics"
        context.fault(.unknownValue, at: pointer, found: found, allowed: allowed + hint)
    }
}
