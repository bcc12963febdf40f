import EffectModel
import StrictJSON

extension WeightedColor {
    private static let weighted = Codec<WeightedColor>.object(
        "WeightedColor",
        WeightedColor(),
        [
            .field("color", \.color, Color.codec, required: true),
            .field("weight", \.weight, .number(in: 0...1000)),
        ]
    )

    /// Codec of a color, or of an object with its weight. Written as an object.
    static let codec = Codec<WeightedColor>(
        allowed: "a color, or {\"color\": ..., \"weight\": 2}",
        schema: .any(of: [Color.codec.schema, weighted.schema])
    ) { value, pointer, context in
        if case .object = value { return weighted.read(value, pointer, context) }
        return Color.codec.read(value, pointer, context).map { color in
            var weighted = WeightedColor()
            weighted.color = color
            return weighted
        }
    } write: { color in
        weighted.write(color)
    }
}

extension Inheritance {
    static let properties: [Property<Inheritance>] = [
        .field("color", \.color, .flag), .field("scale", \.scale, .flag),
    ]
}
