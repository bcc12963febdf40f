import EffectModel
import StrictJSON

extension TwoSided {
    /// Whether the final contents are the initial ones.
    var isIdle: Bool { from == to && !hasLayers }

    /// Property that reads and writes a side.
    static func field(_ side: TransitionSide) -> Property<Self> {
        let name = side.rawValue
        let allowed = "an asset, the name of an asset, a color, or a layer"
        let schema = JSONSchema.definition("TransitionSide") {
            .any(of: [Contents.codec.schema, .definition("Layer") { Layer.schema }]).described(allowed)
        }
        return Property([SchemaMember(name, isRequired: true, schema)]) { object, root in
            let place = object.pointer(to: name)
            guard let value = object.take(name) else {
                object.context.fault(.missing, at: place, found: "nothing", allowed: allowed)
                return
            }
            guard value.isLayer else {
                if let read = Contents.codec.read(value, place, object.context) { root[side] = read }
                return
            }
            guard
                var layer = Layer.within(object.context, at: place, { Layer.codec.read(value, place, object.context) })
            else { return }
            layer.side = side
            root[side] = .layer
            root.layers.append(layer)
        } write: { root in
            guard let layer = root.layers.first(where: { $0.side == side }) else {
                return [.init(name, Contents.codec.write(root[side]))]
            }
            return [.init(name, Layer.codec.write(layer))]
        }
    }
}

extension JSONValue {
    /// Whether the value is a layer rather than an asset: an asset has neither a type nor cells.
    package var isLayer: Bool {
        guard case .object = self else { return false }
        return self["type"].map { $0 != .null } ?? false || self["emitterCells"] != nil
    }
}
