/// A birth rate over a layer's time: the product of what the layer and a cell say, each perhaps animated.
public struct BirthRateCurve: Sendable {
    private let factors: [TrackStack]

    init(_ factors: [TrackStack]) { self.factors = factors }

    /// Particles a second (or a factor of that) at `time`, in seconds of the layer's own; never below 0.
    public func value(at time: Double) -> Double {
        factors.reduce(1) { $0 * max(0, ($1.sample(at: time)?.value ?? $1.base).x) }
    }

    /// Whether it runs straight between its breaks; where both factors move at once, or where one is cut at a bound,
    /// only nearly so.
    public var isStraight: Bool { factors.allSatisfy(\.isStraight) }

    /// The instants in `range` at which it may bend or jump, ascending, with some outside; `nil` if they are more than
    /// `limit`.
    public func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        var all: [Double] = []
        for factor in factors {
            guard let breaks = factor.breaks(in: range, limit: limit - all.count) else { return nil }
            all += breaks
        }
        return all.sorted()
    }

    /// No less than any value in a stretch between two breaks; without `exact` ones, than any at all.
    func highest(within stretch: ClosedRange<Double>, exact: Bool) -> Double {
        // A thousandth more for what lies within the inset of the samples.
        factors.reduce(1.001) { $0 * max(0, $1.extent(within: stretch, exact: exact).upper.x) }
    }

    /// Animations that act on it.
    var trackCount: Int { factors.reduce(0) { $0 + $1.tracks.count } }

    /// Units of work for one value.
    var price: Double { factors.reduce(0) { $0 + $1.price } }
}
