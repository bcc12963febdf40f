/// An exact number of particles born at exact times, in addition to the birth rate.
public struct Burst: Sendable, Equatable {
    /// Particles per burst, 1...100,000.
    public var count = 1
    /// Time of the first burst, in seconds of cell time.
    public var at = 0.0
    /// Seconds between bursts.
    public var interval = 0.0
    /// Number of further bursts after the first.
    public var `repeat` = 0
    /// Seconds over which the births of one burst are spread evenly; 0 is all at once.
    public var spacing = 0.0

    /// Total number of particles.
    public var total: Int { count * (`repeat` + 1) }

    /// Birth time of particle `number` of ``total``, in seconds of cell time.
    public func time(of number: Int) -> Double {
        let (burst, place) = number.quotientAndRemainder(dividingBy: count)
        return at + Double(burst) * interval + spacing * Double(place) / Double(count)
    }

    static let properties: [Property<Burst>] = [
        .field("count", \.count, .whole(in: 1...100_000), required: true),
        .field("at", \.at, .number(in: 0...100_000, unit: .seconds)),
        .field("interval", \.interval, .number(in: 0...100_000, unit: .seconds)),
        .field("repeat", \.repeat, .whole(in: 0...10_000)),
        .field("spacing", \.spacing, .number(in: 0...100_000, unit: .seconds)),
        .after { object, burst in
            guard burst.repeat > 0, burst.interval == 0 else { return }
            object.context.fault(
                .conflict,
                at: object.pointer(to: "interval"),
                found: "a repeated burst without an interval",
                allowed: "more than 0 seconds between repeated bursts"
            )
        },
    ]

    /// Creates a value with the defaults.
    public init() {}
}
