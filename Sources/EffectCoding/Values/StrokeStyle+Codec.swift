import EffectCost
import EffectModel
import StrictJSON

extension StrokeStyle {
    static let lengths = 0.0...100_000.0

    static let properties: [Property<StrokeStyle>] = [
        .field("lineWidth", \.lineWidth, .number(in: widths)),
        .field("lineCap", \.lineCap, .choice()),
        .field("lineJoin", \.lineJoin, .choice()),
        .field("miterLimit", \.miterLimit, .number(in: limits)),
        .field("lineDashPattern", \.lineDashPattern, patternCodec),
        .field("lineDashPhase", \.lineDashPhase, .number(in: phases)),
        .field("strokeStart", \.strokeStart, .number(in: shares)),
        .field("strokeEnd", \.strokeEnd, .number(in: shares)),
    ]

    /// Codec of a dash pattern; `null` and an empty list are no pattern.
    private static let patternCodec: Codec<[Double]> = {
        let list = Codec.list(of: .number(in: lengths), count: 0...64)
        let allowed = "\(list.allowed), each a number of points in 0...100000, and not all 0"
        return Codec(allowed: allowed, schema: list.schema.orNull) { value, pointer, context in
            if value == .null { return [] }
            guard let pattern = list.read(value, pointer, context) else { return nil }
            guard pattern.isEmpty || pattern.contains(where: { $0 > 0 }) else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return pattern
        } write: { pattern in
            list.write(pattern)
        }
    }()
}
