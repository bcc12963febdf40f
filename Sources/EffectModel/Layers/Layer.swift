/// A layer of a scene: its contents and the properties that all kinds share.
public struct Layer: Sendable, Equatable {
    /// Contents by kind of layer.
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

    /// Name of the layer, part of its random streams; unique within a spec.
    public var name = ""
    /// Index of the enclosing group or transition in ``EffectSpec/layers``; `nil` at the top level.
    public package(set) var parent: Int?
    /// Side of the enclosing transition or reveal; `nil` in a group or at the top level.
    public package(set) var side: TransitionSide?
    /// Drawing order: layers are drawn by ascending z, equal ones in the order of the spec.
    public var z = 0.0
    /// Opacity of the layer as a whole, 0...1.
    public var opacity = 1.0
    /// Clock of the layer; the layer does not exist before its start.
    public var timing = MediaTiming()
    /// Blend mode of the layer as a whole. `nil` draws particles directly onto the canvas, unless opacity or a mask
    /// require compositing, which then uses the particles' blend mode.
    public var blend: DrawList.Blend?
    /// Offset of the layer in points; for a sprite or shape, the position of its center.
    public var position = SIMD2<Double>(0, 0)
    /// Scale and rotation of the layer.
    public var transform = Transform()
    /// Whether y points upward from the canvas' lower edge, as on macOS; for emitters only. Positions and angles are
    /// mirrored, images remain upright.
    ///
    /// - Source: CALayer's geometryFlipped.
    public var geometryFlipped = false
    /// Whether the layer is clipped to its bounds: the canvas, moved by the layer's position and transform.
    public var masksToBounds = false
    /// Mask of the layer; `nil` for none.
    public var mask: Mask?
    /// Standard deviation of the layer's blur in points, 0...``Bloom/largestRadius``; 0 for none.
    public var blur = 0.0
    /// Alpha of the blurred layer above which it is opaque, ``thresholds``: shapes near each other flow together. `nil` leaves
    /// the blur as it is.
    public var alphaThreshold: Double?
    /// Light that bright parts of the layer spread; `nil` for none.
    public var bloom: Bloom?
    /// Animations of the layer. If several target one property, the last active one wins; ``LayerTimeline`` computes
    /// the result.
    public var animations: [Animation] = []
    /// Contents of the layer.
    public var content = Content.emitter(Emitter())

    /// Creates a value with the defaults.
    public init() {}
}

extension Layer.Content {
    /// Emitter of the contents; `nil` if they emit no particles.
    public var emitter: Emitter? {
        switch self {
        case .emitter(let emitter): emitter
        case .like(let like): like.emitter
        case .sprite, .shape, .firework, .fountain, .reveal, .transition, .shatter, .group: nil
        }
    }
}

extension Layer {
    /// Simulated seconds of this layer's world at scene time `time`.
    package func worldTime(at time: Double) -> Double { max(0, timing.steadyTime(at: time)) }
}
