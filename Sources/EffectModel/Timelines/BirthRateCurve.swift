/// A birth rate over a layer's time: the product of the layer's and a cell's rate, each possibly animated.
public struct BirthRateCurve: Sendable {
    private let factors: [TrackStack]

    init(_ factors: [TrackStack]) { self.factors = factors }

    /// Particles per second, or for the layer's own curve a factor, at layer time `time` in seconds; at least 0.
    public func value(at time: Double) -> Double {
        factors.reduce(1) { $0 * max(0, ($1.sample(at: time)?.value ?? $1.base).x) }
    }

    /// Whether the rate is linear between breaks. Only approximately so where both factors change at once or one is
    /// clamped.
    public var isStraight: Bool { factors.allSatisfy(\.isStraight) }

    /// The times in `range` at which the rate may bend or jump, ascending, possibly with some outside `range`. `nil` if
    /// there are more than `limit`.
    public func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for factor in factors {
            guard let breaks = factor.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all.sorted()
    }

    /// Upper bound of the rate in `stretch`, an interval between two breaks; without `exact` breaks, of the rate at any
    /// time.
    package func highest(within stretch: ClosedRange<Double>, exact: Bool) -> Double {
        // A thousandth covers the inset of the samples.
        factors.reduce(1.001) { $0 * max(0, $1.extent(within: stretch, exact: exact).upper.x) }
    }

    /// Number of animations that act on the rate.
    package var trackCount: Int { factors.reduce(0) { $0 + $1.tracks.count } }

    /// Cost of one sample, in units of work.
    package var price: Double { factors.reduce(0) { $0 + $1.price } }
}
