/// Sides of a transition.
public enum TransitionSide: String, Sendable, CaseIterable {
    /// The initial contents.
    case from
    /// The final contents.
    case to
}

/// A transition between two sides: each is contents that cover the canvas, or a layer with its sublayers.
protocol TwoSided: Sendable {
    var from: Contents { get set }
    var to: Contents { get set }
    /// Layers of the sides in a document; empty in a spec, where they are in ``EffectSpec/layers`` (``Layer/parent``).
    var layers: [Layer] { get set }
}

extension TwoSided {
    /// Whether any side is a layer.
    var hasLayers: Bool { from == .layer || to == .layer }

    /// Whether the final contents are the initial ones.
    var isIdle: Bool { from == to && !hasLayers }

    /// Contents of a side.
    subscript(side: TransitionSide) -> Contents {
        get { side == .from ? from : to }
        set { if side == .from { from = newValue } else { to = newValue } }
    }

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
