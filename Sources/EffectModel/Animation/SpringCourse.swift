/// A spring animation from one value to another.
struct SpringCourse: AnimationCourse {
    private let clock: AnimationClock
    private let curve: SpringCurve
    private let from: SIMD4<Double>
    private let way: SIMD4<Double>
    private let to: SIMD4<Double>
    /// Change added per completed repetition.
    private let step: SIMD4<Double>
    /// Whether the spring has settled at the end of the duration.
    private let settles: Bool
    /// Fractions of the duration at which the motion reverses, plus 0 and 1.
    private let keys: [Double]
    let isCalm: Bool

    /// Maximum number of reversals kept; a spring with more is bounded as a whole.
    private static let mostTurns = 64

    /// - Parameter ends: First and last value of the given property.
    init(_ animation: Animation, spring: SpringMotion, ends: (SIMD4<Double>, SIMD4<Double>)) {
        clock = AnimationClock(animation)
        curve = SpringCurve(spring)
        (from, to) = ends
        way = ends.1 - ends.0
        step = animation.cumulative ? (clock.timing.autoreverses ? ends.0 : ends.1) : SIMD4(0, 0, 0, 0)
        let duration = clock.timing.duration
        // The tolerance covers rounding of durations in JSON.
        settles = duration >= curve.settling - 1e-3
        let turns = curve.turns(until: duration, most: Self.mostTurns + 1)
        keys = turns.count <= Self.mostTurns ? [0] + turns.map { $0 / duration } + [1] : [0, 1]
        isCalm = turns.count <= Self.mostTurns && clock.easing.rises
    }

    func sample(at time: Double) -> AnimationTrack.Sample? {
        guard case .during(let moment) = clock.timing.phase(at: time) else { return nil }
        let share = max(0, clock.easing.progress(at: moment.fraction))
        let value: SIMD4<Double>
        if share == 0 {
            value = from
        } else if moment.isHeld, moment.fraction == 1, settles {
            // A settled spring has covered all but a thousandth of the distance; it rests at the end value.
            value = to
        } else {
            value = to - way * curve.left(at: share * clock.timing.duration)
        }
        return AnimationTrack.Sample(value: value + step * moment.cycle, turn: 0)
    }

    func isHeld(at time: Double) -> Bool? {
        guard case .during(let moment) = clock.timing.phase(at: time) else { return nil }
        return moment.isHeld
    }

    var isStraight: Bool { false }

    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        clock.instants(of: keys, in: range, limit: limit)
    }

    var extent: ValueRange {
        // Oscillation decays, so the first two reversals are the extremes.
        let end = max(1, clock.easing.reach.upperBound) * clock.timing.duration
        let instants = [0] + curve.turns(until: end, most: 2) + [end, clock.timing.duration]
        let left = instants.map { curve.left(at: $0) }
        let (least, most) = (left.reduce(0, min), left.reduce(1, max))
        let margin = 1e-9 * (most - least)
        let ends = ValueRange([to - way * (least - margin), to - way * (most + margin), from, to])
        let last = step * clock.timing.maximumCycles
        return ends.union(ValueRange(ends.lower + last, ends.upper + last))
    }

    /// Two series of about ten terms.
    var price: Double { 250 + (clock.easing.isLinear ? 0 : 500) }
}
