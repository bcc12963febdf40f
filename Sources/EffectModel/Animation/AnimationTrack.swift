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
}

/// What acts on a property: one animation with the groups around it, made ready.
struct AnimationTrack: Sendable {
    /// The outermost first.
    let groups: [AnimationClock]
    let clock: AnimationClock
    let curve: KeyframeCurve
    let isAdditive: Bool
    /// What each complete repetition adds.
    private let step: SIMD4<Double>
    /// The components that it fills.
    let mask: SIMDMask<SIMD4<Double>.MaskStorage>
    /// Added to the curve's heading; `nil` if nothing is turned.
    private let turnOffset: Double?

    struct Sample {
        var value: SIMD4<Double>
        /// Radians.
        var turn: Double
    }

    /// - Parameter curve: The animation's, on the property in question.
    init(_ animation: Animation, _ curve: KeyframeCurve, in groups: [AnimationClock], _ access: AnimatableAccess) {
        self.curve = curve
        if case .keyframe(let keyframes) = animation.content {
            turnOffset = keyframes.rotationMode.map { $0 == .auto ? 0 : .pi }
        } else {
            turnOffset = nil
        }
        self.groups = groups
        clock = AnimationClock(animation)
        isAdditive = animation.additive
        mask = access.mask
        // A repetition that goes there and back ends where it began.
        let end = clock.timing.autoreverses ? curve.value(at: 0) : curve.value(at: 1)
        step = animation.cumulative ? end : SIMD4(0, 0, 0, 0)
    }

    /// Its value at a time of the layer's; `nil` where it does not act.
    func sample(at time: Double) -> Sample? {
        guard let time = ownTime(at: time), case .during(let moment) = clock.timing.phase(at: time) else { return nil }
        let progress = clock.easing.progress(at: moment.fraction)
        let turn = turnOffset.map { $0 + curve.heading(at: progress) } ?? 0
        return Sample(value: curve.value(at: progress) + step * moment.cycle, turn: turn)
    }

    /// The time that its clock sees.
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
    var isStraight: Bool {
        curve.isStraight && clock.easing.isLinear && groups.allSatisfy(\.easing.isLinear)
    }

    /// Whether each component runs one way only between two breaks.
    var isCalm: Bool { curve.isCalm && clock.easing.rises && isSteady }

    /// Whether its groups' time never turns back, so that all of its own instants are among the breaks.
    private var isSteady: Bool { groups.allSatisfy(\.easing.rises) }

    /// The layer's instants at which the value may bend or jump: between them it is smooth, as long as easings rise. One
    /// that also falls passes a key time more than once, and only one of those instants is here. `nil` if they are more
    /// than `limit`.
    func breaks(in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        func spread(_ shares: [Double], of clock: AnimationClock, _ range: ClosedRange<Double>) -> [Double]? {
            let fractions = shares.map { clock.easing.time(at: $0) }
            return clock.timing.instants(of: [0, 1] + fractions, in: range, limit: limit)
        }
        let ownRange = groups.last.map { 0...$0.timing.duration } ?? range
        guard var instants = spread(curve.keys, of: clock, ownRange) else { return nil }
        for index in groups.indices.reversed() {
            let duration = groups[index].timing.duration
            let range = index > 0 ? 0...groups[index - 1].timing.duration : range
            let shares = instants.map { $0 / duration }.filter { (0...1).contains($0) }
            guard let outer = spread(shares, of: groups[index], range) else { return nil }
            instants = outer
        }
        return instants
    }

    /// A box around all values that it can ever take.
    var extent: ValueRange {
        let first = curve.extent
        let last = step * clock.timing.maximumCycles
        return first.union(ValueRange(first.lower + last, first.upper + last))
    }

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
        guard let time = ownTime(at: middle), case .during(let moment) = clock.timing.phase(at: time) else {
            return .absent
        }
        if !isCalm, !moment.isHeld { return .within(extent, always: true) }
        let inset = (stretch.upperBound - stretch.lowerBound) * 1e-6
        let sides = [stretch.lowerBound + inset, middle, stretch.upperBound - inset].compactMap {
            sample(at: $0)?.value
        }
        guard !sides.isEmpty else { return .absent }
        return .within(ValueRange(sides), always: true)
    }

    /// What one value of it costs, in units of work (``RenderCost/work``): measured, most of it is solving the easings.
    var price: Double {
        let easings = (groups + [clock]).count { !$0.easing.isLinear } + curve.easingCount
        return 100 + 60 * Double(groups.count) + 500 * Double(easings)
    }
}
