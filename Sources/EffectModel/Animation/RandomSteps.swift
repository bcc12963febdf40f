import Glibc

/// A value that is drawn anew every so many seconds, and holds until the next draw.
///
/// What holds at a time is a formula of that time's step: nothing is stored, and nothing hangs on where the time began. So
/// it acts as long as its parent's clock runs, and before that clock starts, where an emitter is warmed up.
///
/// - Source: our own, for the timer of StarWars.iOS, StarsOverlay. Core Animation has no such animation.
public struct RandomSteps: Sendable, Equatable {
    /// Seconds of its parent's time that each value holds, 0.001...100,000. A step begins at each of their multiples.
    public internal(set) var interval = 0.1
    /// One end of what is drawn from; all components of a value share one draw.
    public internal(set) var from = SIMD4<Double>(0, 0, 0, 0)
    /// The other end.
    public internal(set) var to = SIMD4<Double>(0, 0, 0, 0)
    /// What the number that was drawn is raised to, 0.1...10: 0.5 is its root. `nil` takes it as it is.
    public internal(set) var exponent: Double?
    /// Animations of one layer with the same stream have the same draw in each step; the key path where none is named.
    public internal(set) var stream = ""
    /// The stream's key: of the effect's seed, the layer's name and ``stream``.
    var key: UInt64 = 0

    /// The value that a draw in 0...1 makes.
    private func value(ofDraw draw: Double) -> SIMD4<Double> {
        let drawn = from + (to - from) * draw
        return exponent.map { power(of: drawn, $0) } ?? drawn
    }
}

extension RandomSteps {
    /// A number is one component, and the others are 0: they stay so.
    func power(of value: SIMD4<Double>, _ exponent: Double) -> SIMD4<Double> {
        var power = value
        for index in value.indices where value[index] != 0 { power[index] = pow(value[index], exponent) }
        return power
    }
}

extension RandomSteps: AnimationCourse {
    func sample(at time: Double) -> AnimationTrack.Sample? {
        // Warming up comes before 0; two's complement gives those steps numbers of their own. Clocks and intervals are
        // bounded, far below 2⁵³ steps.
        let step = Int64(max(-0x1p53, min((time / interval).rounded(.down), 0x1p53)))
        let draw = RandomStream(key: key).unit(UInt64(bitPattern: step))
        return AnimationTrack.Sample(value: value(ofDraw: draw), turn: 0)
    }

    func isHeld(at time: Double) -> Bool? { false }

    var isStraight: Bool { true }

    var isCalm: Bool { true }

    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        // One more to either side: a quotient may be rounded across its whole number.
        let first = (range.lowerBound / interval).rounded(.down)
        let last = (range.upperBound / interval).rounded(.up)
        guard last - first < Double(limit) else { return nil }
        return stride(from: first, through: last, by: 1).map { $0 * interval }
    }

    var extent: ValueRange { ValueRange([value(ofDraw: 0), value(ofDraw: 1)]) }

    /// Measured: a draw is a few multiplications, a power is more.
    var price: Double { exponent == nil ? 100 : 150 }
}
