import EffectModel
import StrictJSON

extension ShapeLayer {
    static let properties: [Property<ShapeLayer>] =
        [
            .field("path", \.path, SVGPath.givenCodec, required: true),
            .optional("viewBox", \.viewBox, Rectangle.codec),
            .field("fillColor", \.fillColor, colorCodec),
            .field("fillRule", \.fillRule, .choice()),
            .field("strokeColor", \.strokeColor, colorCodec),
        ] + Property.part(\.stroke, StrokeStyle.properties)

    private static let colorCodec: Codec<Color?> = {
        let allowed = "\(Color.codec.allowed), or null for none"
        return Codec(allowed: allowed, schema: Color.codec.schema.orNull) { value, pointer, context in
            if value == .null { return .some(nil) }
            return Color.codec.read(value, pointer, context).map { .some($0) }
        } write: { color in
            color.map(Color.codec.write) ?? .null
        }
    }()
}
