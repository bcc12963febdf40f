/// A clock with its easing, common to animations and groups.
struct AnimationClock: Sendable {
    let timing: AnimationTiming
    let easing: TimingFunction

    init(_ animation: Animation) {
        timing = animation.timing
        easing = animation.timingFunction
    }

    /// The local time of a group's children, in seconds; `nil` when the group is not active. Clamped to just below the
    /// duration, so that children of the same length are still active while the last moment is held.
    func childTime(at time: Double) -> Double? {
        guard case .during(let moment) = timing.phase(at: time) else { return nil }
        return max(0, min(easing.progress(at: moment.fraction) * timing.duration, timing.duration.nextDown))
    }

    /// The times in `range` at which the clock starts, ends, or has eased to one of `shares` of its duration. `nil` if
    /// there are more than `limit`.
    func instants(of shares: [Double], in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        timing.instants(of: [0, 1] + shares.map { easing.time(at: $0) }, in: range, limit: limit)
    }
}

/// Animation prepared for one property, with its enclosing groups.
struct AnimationTrack: Sendable {
    /// Clocks of the enclosing groups, outermost first.
    private let groups: [AnimationClock]
    private let course: any AnimationCourse
    let isAdditive: Bool
    /// Components that the animation sets.
    let mask: SIMDMask<SIMD4<Double>.MaskStorage>

    struct Sample {
        var value: SIMD4<Double>
        /// Turn in radians.
        var turn: Double
    }

    /// - Parameter course: The animation's course for the given property.
    init(
        _ animation: Animation,
        course: any AnimationCourse,
        in groups: [AnimationClock],
        access: AnimatableAccess
    ) {
        self.course = course
        self.groups = groups
        isAdditive = animation.additive
        mask = access.mask
    }

    /// The value at layer time `time`, in seconds; `nil` when the animation is not active.
    func sample(at time: Double) -> Sample? { ownTime(at: time).flatMap { course.sample(at: $0) } }

    /// The time that the course sees; `nil` when an enclosing group is not active.
    private func ownTime(at time: Double) -> Double? {
        var time = time
        for group in groups {
            guard let inner = group.childTime(at: time) else { return nil }
            time = inner
        }
        return time
    }

    // MARK: Properties of the curve

    /// Whether the value is linear between breaks.
    var isStraight: Bool { course.isStraight && groups.allSatisfy(\.easing.isLinear) }

    /// Whether each component is monotonic between breaks.
    var isCalm: Bool { course.isCalm && isSteady }

    /// Whether the groups' times never decrease, so that ``breaks(in:limit:)`` returns every break.
    private var isSteady: Bool { groups.allSatisfy(\.easing.rises) }

    /// The layer times in `range` at which the value may bend or jump. The value is smooth between them if all easings
    /// are monotonic. A non-monotonic easing passes a key time more than once, and only one of these times is returned.
    /// `nil` if there are more than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        let ownRange = groups.last.map { 0...$0.timing.duration } ?? range
        guard var instants = course.breaks(in: ownRange, limit: limit) else { return nil }
        for index in groups.indices.reversed() {
            let duration = groups[index].timing.duration
            let range = index > 0 ? 0...groups[index - 1].timing.duration : range
            let shares = instants.map { $0 / duration }.filter { (0...1).contains($0) }
            guard let outer = groups[index].instants(of: shares, in: range, limit: limit) else { return nil }
            instants = outer
        }
        return instants
    }

    /// Bounding box of all possible values.
    var extent: ValueRange { course.extent }

    /// Bounds of the values between two breaks.
    enum Reach {
        case absent
        /// Values within the box; `always` tells whether the animation acts throughout.
        case within(ValueRange, always: Bool)
    }

    /// - Parameter stretch: Interval between two breaks if `exact`, otherwise any interval.
    func reach(within stretch: ClosedRange<Double>, exact: Bool) -> Reach {
        guard exact, isSteady else { return .within(extent, always: false) }
        let middle = (stretch.lowerBound + stretch.upperBound) / 2
        guard let isHeld = ownTime(at: middle).flatMap({ course.isHeld(at: $0) }) else { return .absent }
        if !isCalm, !isHeld { return .within(extent, always: true) }
        let inset = (stretch.upperBound - stretch.lowerBound) * 1e-6
        let sides = [stretch.lowerBound + inset, middle, stretch.upperBound - inset].compactMap {
            sample(at: $0)?.value
        }
        guard !sides.isEmpty else { return .absent }
        return .within(ValueRange(sides), always: true)
    }

    /// Cost of one sample, in units of work (``RenderCost/work``).
    var price: Double { groups.reduce(course.price) { $0 + 60 + ($1.easing.isLinear ? 0 : 500) } }
}
