/// A single image, shape or line of text at the layer's `position`, moved by animations or as a rigid body.
public struct StillSprite: Sendable, Equatable {
    /// Contents of the sprite.
    public var contents = Contents.named("square")
    /// Width and height in points; `nil` uses the asset's size.
    public var size: SIMD2<Double>?
    /// Whether the sprite is sized to cover the canvas. ``size`` is set once all assets are known.
    var coversCanvas = false
    /// Color that multiplies the contents.
    public var color = Color.white
    /// Part of the asset that is drawn, at its size within the asset.
    public var contentsRect = UnitRectangle.whole
    /// Rigid-body motion; `nil` for none.
    public var dynamics: Movement?
    /// Rigid-body properties; `nil` uses those of the world.
    public var dynamicItem: Dynamics.Item?

    static let properties: [Property<StillSprite>] =
        [.field("contents", \.contents, Contents.codec, required: true)] + look

    /// All properties except the contents.
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

    /// Creates a value with the defaults.
    public init() {}
}
