/// The side of a transition on which something stands.
public enum TransitionSide: String, Sendable, CaseIterable {
    /// What is there at first.
    case from
    /// What is there at last.
    case to
}

/// What leads from one thing to another: each is contents that cover the canvas, or a layer with all that is in it.
protocol TwoSided: Sendable {
    var from: Contents { get set }
    var to: Contents { get set }
    /// The layers of a document's sides; empty in a spec, where ``EffectSpec/layers`` has them (``Layer/parent``).
    var layers: [Layer] { get set }
}

extension TwoSided {
    /// Whether a layer stands on any side.
    var hasLayers: Bool { from == .layer || to == .layer }

    /// Whether what is there at last is what is there at first.
    var isIdle: Bool { from == to && !hasLayers }

    /// The contents of one side.
    subscript(side: TransitionSide) -> Contents {
        get { side == .from ? from : to }
        set { if side == .from { from = newValue } else { to = newValue } }
    }

    /// The field of one side.
    static func field(_ side: TransitionSide) -> Property<Self> {
        let name = side.rawValue
        let allowed = "an asset, the name of one, a colour, or a layer"
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
    /// Whether it is a layer where an asset may stand, too: an asset has neither a type nor cells.
    package var isLayer: Bool {
        guard case .object = self else { return false }
        return self["type"].map { $0 != .null } ?? false || self["emitterCells"] != nil
    }
}
