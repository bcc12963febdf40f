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

    /// Creates a value with the defaults.
    public init() {}

    /// Total number of particles.
    public var total: Int { count * (`repeat` + 1) }

    /// Upper bound of all birth times, in seconds of cell time.
    package var end: Double { at + Double(`repeat`) * interval + spacing }

    /// Birth time of particle `number` of ``total``, in seconds of cell time.
    public func time(of number: Int) -> Double {
        let (burst, place) = number.quotientAndRemainder(dividingBy: count)
        return at + Double(burst) * interval + spacing * Double(place) / Double(count)
    }
}
