/// One picture, shape or line of text that stands where the layer's `position` is, and moves as its animations say.
public struct StillSprite: Sendable, Equatable {
    /// What is seen.
    public internal(set) var contents = Contents.named("square")
    /// Width and height in points; `nil` is the asset's own.
    public internal(set) var size: SIMD2<Double>?
    /// Whether it is as large as it must be to cover the canvas. Once all assets are known, ``size`` says how large that is.
    var coversCanvas = false
    /// Multiplies the contents.
    public internal(set) var color = Color.white
    /// The part of the asset that is drawn, at the size that it has in the asset.
    public internal(set) var contentsRect = UnitRectangle.whole
    /// Motion as a rigid body; `nil` for none.
    public internal(set) var dynamics: Movement?
    /// Properties as a rigid body; `nil` for those of its world.
    public internal(set) var dynamicItem: Dynamics.Item?

    static let properties: [Property<StillSprite>] =
        [.field("contents", \.contents, Contents.codec, required: true)] + look

    /// All but its contents.
    static let look: [Property<StillSprite>] =
        [
            sizeProperty,
            .field("color", \.color, Color.codec),
            .field("contentsRect", \.contentsRect, UnitRectangle.codec),
        ] + movement

    static let sizeCodec: Codec<SIMD2<Double>> = .pair(in: 0.01...100_000)

    private static let sizeProperty: Property<StillSprite> = {
        let cover: JSONValue = "cover"
        let allowed = "\(sizeCodec.allowed), or \"cover\""
        let schema = JSONSchema.any(of: [sizeCodec.schema, .constant(cover)]).described(allowed)
        let codec = Codec<SIMD2<Double>?>(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case cover: return .some(nil)
            case .array: return sizeCodec.read(value, pointer, context).map { .some($0) }
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { size in
            size.map(sizeCodec.write) ?? cover
        }
        return Property([SchemaMember("size", codec.schema.orNull)]) { object, sprite in
            guard let value = object.take("size"), value != .null,
                let size = codec.read(value, object.pointer(to: "size"), object.context)
            else { return }
            sprite.size = size
            sprite.coversCanvas = size == nil
        } write: { sprite in
            sprite.size.map { [.init("size", codec.write($0))] } ?? []
        }
    }()
}
