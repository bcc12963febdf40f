/// One effect of a scene, with what all kinds of layers have in common.
public struct Layer: Sendable, Equatable {
    /// What the layer does.
    public enum Content: Sendable, Equatable {
        case emitter(Emitter)
        case sprite(StillSprite)
        case shape(ShapeLayer)
        case firework(Firework)
        case fountain(Fountain)
        case reveal(Reveal)
        case transition(PictureTransition)
        case shatter(Shatter)
        case like(Like)
        case group(LayerGroup)
    }

    /// Part of the random streams; unique within a spec.
    public internal(set) var name = ""
    /// Index of the group or transition that it is in, in ``EffectSpec/layers``; `nil` for none.
    public internal(set) var parent: Int?
    /// On which side of that it stands, if that is a transition or a reveal.
    public internal(set) var side: TransitionSide?
    /// Layers are drawn in ascending order; equal ones in the order of the spec.
    public internal(set) var z = 0.0
    /// Multiplies the finished layer as a whole, 0...1.
    public internal(set) var opacity = 1.0
    /// The layer's own clock; nothing exists before it begins.
    public internal(set) var timing = MediaTiming()
    /// How the finished layer is put onto the canvas as a whole; `nil` draws its particles straight onto the canvas,
    /// unless opacity or a mask ask for a whole, which is then put on as they would have been.
    public internal(set) var blend: DrawList.Blend?
    /// Points by which the layer is moved; for a sprite or a shape, where its middle is.
    public internal(set) var position = SIMD2<Double>(0, 0)
    /// How it is scaled and turned.
    public internal(set) var transform = Transform()
    /// Whether y grows upwards in it, as on macOS, from the canvas' lower edge; only for emitters. Places and angles are
    /// mirrored; pictures stand upright all the same.
    ///
    /// - Source: CALayer's geometryFlipped.
    public internal(set) var geometryFlipped = false
    /// Whether nothing of it is seen outside of its bounds: the canvas, as the layer's position and transform move it.
    public internal(set) var masksToBounds = false
    /// What it is seen through.
    public internal(set) var mask: Mask?
    /// What changes over time; of several on one property, the last one that acts counts. ``LayerTimeline`` says what
    /// comes of them.
    public internal(set) var animations: [Animation] = []
    /// What the layer does.
    public internal(set) var content = Content.emitter(Emitter())
}

extension Layer.Content {
    /// What emits particles in it; `nil` if nothing does.
    public var emitter: Emitter? {
        switch self {
        case .emitter(let emitter): emitter
        case .like(let like): like.emitter
        case .sprite, .shape, .firework, .fountain, .reveal, .transition, .shatter, .group: nil
        }
    }
}
