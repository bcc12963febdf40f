/// Sides of a transition.
public enum TransitionSide: String, Sendable, CaseIterable {
    /// The initial contents.
    case from
    /// The final contents.
    case to
}

/// A transition between two sides: each is contents that cover the canvas, or a layer with its sublayers.
package protocol TwoSided: Sendable {
    var from: Contents { get set }
    var to: Contents { get set }
    /// Layers of the sides in a document; empty in a spec, where they are in ``EffectSpec/layers`` (``Layer/parent``).
    var layers: [Layer] { get set }
}

extension TwoSided {
    /// Whether any side is a layer.
    package var hasLayers: Bool { from == .layer || to == .layer }

    /// Contents of a side.
    package subscript(side: TransitionSide) -> Contents {
        get { side == .from ? from : to }
        set { if side == .from { from = newValue } else { to = newValue } }
    }
}
