/// A band along a particle's past positions, drawn as geometry, independent of earlier frames.
public struct Trail: Sendable, Equatable {
    /// Length of the trail in seconds of the particle's own time. After the particle's death, the trail remains until
    /// its end catches up.
    public var duration = 0.5
    /// Width in points at the particle, multiplied by the particle's scale; `nil` is the shorter side of the particle's
    /// contents. Without contents, the default is ``bareWidth``.
    public var width: Double?
    /// Width at the end as a fraction of the width at the particle, 0...1.
    public var endWidth = 0.0
    /// Alpha at the end as a fraction of the particle's alpha, 0...1.
    public var endAlpha = 0.0

    /// Default width in points for particles without contents.
    static let bareWidth = 2.0

    /// Number of points along the trail, including the particle's position.
    public var pointCount: Int { min(32, 2 + Int(min(duration * 60, 30))) }

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

    /// Creates a value with the defaults.
    public init() {}
}
