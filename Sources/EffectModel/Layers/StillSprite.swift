/// A single image, shape or line of text at the layer's `position`, moved by animations or as a rigid body.
public struct StillSprite: Sendable, Equatable {
    /// Contents of the sprite.
    public var contents = Contents.named("square")
    /// Width and height in points; `nil` uses the asset's size.
    public var size: SIMD2<Double>?
    /// Whether the sprite is sized to cover the canvas. ``size`` is set once all assets are known.
    package var coversCanvas = false
    /// Color that multiplies the contents.
    public var color = Color.white
    /// Part of the asset that is drawn, at its size within the asset.
    public var contentsRect = UnitRectangle.whole
    /// Rigid-body motion; `nil` for none.
    public var dynamics: Movement?
    /// Rigid-body properties; `nil` uses those of the world.
    public var dynamicItem: Dynamics.Item?

    /// Creates a value with the defaults.
    public init() {}
}
