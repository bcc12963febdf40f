/// A clock with its easing, as an animation and a group both have it.
struct AnimationClock: Sendable {
    let timing: AnimationTiming
    let easing: TimingFunction

    init(_ animation: Animation) {
        timing = animation.timing
        easing = animation.timingFunction
    }

    /// A group's own time, in which its children live; `nil` where it does not act. Clipped at its duration, so that
    /// children of the same length still act when its last moment holds.
    func childTime(at time: Double) -> Double? {
        guard case .during(let moment) = timing.phase(at: time) else { return nil }
        return max(0, min(easing.progress(at: moment.fraction) * timing.duration, timing.duration.nextDown))
    }

    /// The instants in `range` at which it begins, ends, or has eased to one of `shares` of its duration; `nil` if they
    /// are more than `limit`.
    func instants(of shares: [Double], in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        timing.instants(of: [0, 1] + shares.map { easing.time(at: $0) }, in: range, limit: limit)
    }
}

/// What acts on a property: one animation with the groups around it, made ready.
struct AnimationTrack: Sendable {
    /// The outermost first.
    private let groups: [AnimationClock]
    private let course: any AnimationCourse
    let isAdditive: Bool
    /// The components that it fills.
    let mask: SIMDMask<SIMD4<Double>.MaskStorage>

    struct Sample {
        var value: SIMD4<Double>
        /// Radians.
        var turn: Double
    }

    /// - Parameter course: The animation's, on the property in question.
    init(
        _ animation: Animation,
        _ course: any AnimationCourse,
        in groups: [AnimationClock],
        _ access: AnimatableAccess
    ) {
        self.course = course
        self.groups = groups
        isAdditive = animation.additive
        mask = access.mask
    }

    /// Its value at a time of the layer's; `nil` where it does not act.
    func sample(at time: Double) -> Sample? { ownTime(at: time).flatMap { course.sample(at: $0) } }

    /// The time that its course sees.
    private func ownTime(at time: Double) -> Double? {
        var time = time
        for group in groups {
            guard let inner = group.childTime(at: time) else { return nil }
            time = inner
        }
        return time
    }

    // MARK: What is known of it

    /// Whether it runs straight between its breaks.
    var isStraight: Bool { course.isStraight && groups.allSatisfy(\.easing.isLinear) }

    /// Whether each component runs one way only between two breaks.
    var isCalm: Bool { course.isCalm && isSteady }

    /// Whether its groups' time never turns back, so that all of its own instants are among the breaks.
    private var isSteady: Bool { groups.allSatisfy(\.easing.rises) }

    /// The layer's instants at which the value may bend or jump: between them it is smooth, as long as easings rise. One
    /// that also falls passes a key time more than once, and only one of those instants is here. `nil` if they are more
    /// than `limit`.
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

    /// A box around all values that it can ever take.
    var extent: ValueRange { course.extent }

    /// What is known of its values within a stretch between two breaks.
    enum Reach {
        case absent
        /// Values in the box, all the time or now and then.
        case within(ValueRange, always: Bool)
    }

    /// - Parameter stretch: Between two breaks; without `exact` ones, anything.
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

    /// What one value of it costs, in units of work (``RenderCost/work``).
    var price: Double { groups.reduce(course.price) { $0 + 60 + ($1.easing.isLinear ? 0 : 500) } }
}
