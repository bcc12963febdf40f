/// An exact number of particles at exact times, beside what the birth rate gives.
public struct Burst: Sendable, Equatable {
    /// Particles in each, 1...100,000.
    public internal(set) var count = 1
    /// Seconds of the cell's time to the first one.
    public internal(set) var at = 0.0
    /// Seconds from one to the next.
    public internal(set) var interval = 0.0
    /// How many more follow the first one.
    public internal(set) var `repeat` = 0
    /// Seconds over which one burst's births are spread evenly; 0 is all at once.
    public internal(set) var spacing = 0.0

    /// Particles in all.
    public var total: Int { count * (`repeat` + 1) }

    /// When particle `number` of ``total`` is born, in seconds of the cell's time.
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
                allowed: "more than 0 seconds between bursts that repeat"
            )
        },
    ]
}
