import EffectModel
import StrictJSON

extension Trail {
    /// Default width in points for particles without contents.
    static let bareWidth = 2.0

    /// Codec of a duration in seconds, or of an object.
    static let codec: Codec<Trail> = {
        let object = Codec.object("Trail", Trail(), properties)
        let seconds = Codec.number(in: 0.001...60, unit: .absoluteSeconds)
        let allowed = "\(seconds.allowed), or an object with a duration"
        let schema = JSONSchema.any(of: [seconds.schema, object.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if case .object = value { return object.read(value, pointer, context) }
            return seconds.read(value, pointer, context).map { duration in
                var trail = Trail()
                trail.duration = duration
                return trail
            }
        } write: { trail in
            object.write(trail)
        }
    }()

    private static let properties: [Property<Trail>] = [
        .field("duration", \.duration, .number(in: 0.001...60, unit: .absoluteSeconds), required: true),
        .optional("width", \.width, .number(in: 0...2048)),
        .field("endWidth", \.endWidth, .number(in: 0...1)),
        .field("endAlpha", \.endAlpha, .number(in: 0...1)),
    ]
}
