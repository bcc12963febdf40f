#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A value that is drawn again every ``interval`` seconds and held in between.
///
/// The value is a pure function of the step index: no state is stored, and the clock's start does not matter. The
/// animation acts as long as its parent's clock runs, and also before the clock starts, while an emitter prewarms.
///
/// - Source: Hanabi's own, for the timer of StarWars.iOS, StarsOverlay. Core Animation has no such animation.
public struct RandomSteps: Sendable, Equatable {
    /// Seconds of the parent's time between draws, 0.001...100,000. Steps begin at multiples of the interval.
    public var interval = 0.1
    /// First end of the drawn range; all components of a value share one draw.
    public var from = SIMD4<Double>(0, 0, 0, 0)
    /// Second end of the drawn range.
    public var to = SIMD4<Double>(0, 0, 0, 0)
    /// Exponent applied to the drawn number, 0.1...10: 0.5 takes the square root. `nil` leaves the number unchanged.
    public var exponent: Double?
    /// Name of the random stream; defaults to the key path. Animations of one layer with the same stream share their
    /// draws.
    public var stream = ""
    /// Key of the stream, derived from the effect's seed, the layer's name and ``stream``.
    package var key: UInt64 = 0

    /// Creates a value with the defaults.
    public init() {}

    /// The value for a draw in 0...1.
    private func value(ofDraw draw: Double) -> SIMD4<Double> {
        let drawn = from + (to - from) * draw
        return exponent.map { power(of: drawn, $0) } ?? drawn
    }
}

extension RandomSteps {
    /// Raises each nonzero component to `exponent`; components that are 0 stay 0.
    package func power(of value: SIMD4<Double>, _ exponent: Double) -> SIMD4<Double> {
        var power = value
        for index in value.indices where value[index] != 0 { power[index] = pow(value[index], exponent) }
        return power
    }
}

extension RandomSteps: AnimationCourse {
    func sample(at time: Double) -> AnimationTrack.Sample? {
        // Prewarm times are negative; two's complement gives their steps distinct indices. Clocks and intervals are
        // bounded far below 2⁵³ steps.
        let step = Int64(max(-0x1p53, min((time / interval).rounded(.down), 0x1p53)))
        let draw = RandomStream(key: key).unit(UInt64(bitPattern: step))
        return AnimationTrack.Sample(value: value(ofDraw: draw), turn: 0)
    }

    package func isHeld(at time: Double) -> Bool? { false }

    var isStraight: Bool { true }

    var isCalm: Bool { true }

    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        // One extra step on either side, because the quotient may round across a whole number.
        let first = (range.lowerBound / interval).rounded(.down)
        let last = (range.upperBound / interval).rounded(.up)
        guard last - first < Double(limit) else { return nil }
        return stride(from: first, through: last, by: 1).map { $0 * interval }
    }

    package var extent: ValueRange { ValueRange([value(ofDraw: 0), value(ofDraw: 1)]) }

    /// Measured: a draw takes a few multiplications, a power takes more.
    package var price: Double { exponent == nil ? 100 : 150 }
}
