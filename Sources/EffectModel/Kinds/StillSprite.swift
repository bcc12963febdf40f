/// One picture, shape or line of text that stands where the layer's `position` is, and moves as its animations say.
public struct StillSprite: Sendable, Equatable {
    /// What is seen.
    public internal(set) var contents = Contents.named("square")
    /// Width and height in points; `nil` is the asset's own.
    public internal(set) var size: SIMD2<Double>?
    /// Multiplies the contents.
    public internal(set) var color = Color.white
    /// The part of the asset that is drawn, at the size that it has in the asset.
    public internal(set) var contentsRect = UnitRectangle.whole

    static let properties: [Property<StillSprite>] =
        [.field("contents", \.contents, Contents.codec, required: true)] + look

    /// All but its contents.
    static let look: [Property<StillSprite>] = [
        .optional("size", \.size, sizeCodec),
        .field("color", \.color, Color.codec),
        .field("contentsRect", \.contentsRect, UnitRectangle.codec),
    ]

    static let sizeCodec: Codec<SIMD2<Double>> = .pair(in: 0.01...100_000)
}
