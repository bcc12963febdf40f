import EffectModel
import StrictJSON

extension StillSprite {
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
}
