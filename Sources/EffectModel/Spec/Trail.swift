/// A band along where a particle has been, drawn as geometry: frames before the one at hand play no part.
public struct Trail: Sendable, Equatable {
    /// Seconds of the particle's own time that it reaches back. Behind a particle that dies it lives on until its end has
    /// caught up.
    public internal(set) var duration = 0.5
    /// Points across at the particle, times the particle's scale; `nil` is the narrower side of what it draws. Behind a
    /// particle that draws nothing it is ``bareWidth`` unless it says something else.
    public internal(set) var width: Double?
    /// Width at the end, as a share of the width at the particle, 0...1.
    public internal(set) var endWidth = 0.0
    /// Alpha at the end, as a share of the particle's, 0...1.
    public internal(set) var endAlpha = 0.0

    /// Points across where nothing is drawn that it could be as wide as.
    static let bareWidth = 2.0

    /// Points along it, the particle's own included.
    public var pointCount: Int { min(32, 2 + Int(min(duration * 60, 30))) }

    /// Seconds, or an object.
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
