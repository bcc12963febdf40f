/// When an animation acts, in Core Animation's manner: a time becomes a share of the duration, and a number of cycles.
///
/// - Source: CAMediaTiming.
public struct AnimationTiming: Sendable, Equatable {
    /// Seconds of its parent's time (the layer's, or the group's) at which its clock shows ``timeOffset``.
    public internal(set) var beginTime = 0.0
    /// Seconds that one run lasts, 0.001...100,000.
    public internal(set) var duration = 0.25
    /// How fast it runs: 2 is twice as fast, 0 stands still at ``timeOffset``. 0...1000.
    public internal(set) var speed = 1.0
    /// Seconds that it is ahead: it starts and ends earlier by that.
    public internal(set) var timeOffset = 0.0
    /// How often it runs; with ``repeatDuration`` the longer one counts. Below 1 is once.
    public internal(set) var repeatCount = 1.0
    /// Seconds that repetitions last in all.
    public internal(set) var repeatDuration = 0.0
    /// A run forwards is followed by one backwards, and a repetition is both.
    public internal(set) var autoreverses = false
    /// What holds outside.
    public internal(set) var fillMode = FillMode.removed
    /// Whether nothing holds afterwards, whatever the fill mode. False by default, unlike in Core Animation, where
    /// `fillMode` "forwards" does nothing until this is turned off.
    public internal(set) var removedOnCompletion = false

    /// Where in its runs an animation is.
    struct Moment: Equatable {
        /// Share of the duration, 0...1.
        var fraction: Double
        /// Repetitions that are complete.
        var cycle: Double
        /// Whether this is what holds outside of the animation's own time.
        var isHeld = false
    }

    enum Phase: Equatable {
        case before
        case during(Moment)
        case after
    }

    /// Seconds of its own time that one repetition takes.
    private var cycleLength: Double { autoreverses ? 2 * duration : duration }

    /// Seconds of its own time that all repetitions take.
    var activeDuration: Double { max(cycleLength * max(1, repeatCount), repeatDuration) }

    /// The most repetitions that can be complete before the last one; a number, even when there is no end.
    var maximumCycles: Double { min(1e14, activeDuration / cycleLength) }

    func phase(at time: Double) -> Phase {
        let elapsed = elapsed(at: time)
        if elapsed < 0 {
            guard fillMode == .backwards || fillMode == .both else { return .before }
            return .during(moment(0, isHeld: true))
        }
        if elapsed < activeDuration { return .during(moment(elapsed, isHeld: false)) }
        guard !removedOnCompletion, fillMode == .forwards || fillMode == .both else { return .after }
        return .during(moment(activeDuration, isHeld: true))
    }

    /// Seconds of its own time, before it starts less than 0.
    private func elapsed(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

    private func moment(_ elapsed: Double, isHeld: Bool) -> Moment {
        var cycle = 0.0
        var within = elapsed
        if elapsed >= cycleLength {
            cycle = (elapsed / cycleLength).rounded(.down)
            within = elapsed - cycle * cycleLength
            // The end of the last repetition, not the beginning of one more.
            if isHeld, within <= 0 { (cycle, within) = (cycle - 1, cycleLength) }
        }
        let runs = max(0, within / duration)
        return Moment(fraction: min(1, runs > 1 ? 2 - runs : runs), cycle: cycle, isHeld: isHeld)
    }

    /// The instants within `range` at which the animation passes one of `fractions`, begins or ends; in no order, and
    /// with a few outside. `nil` if they are more than `limit`.
    func instants(of fractions: [Double], in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        // A clock that stands still passes nothing.
        guard speed > 0 else { return [] }
        let start = beginTime - timeOffset / speed
        let first = max(0, elapsed(at: range.lowerBound))
        let last = min(activeDuration, elapsed(at: range.upperBound))
        guard first <= last else { return [start] }
        let cycles = (first / cycleLength).rounded(.down)...(last / cycleLength).rounded(.down)
        let count = (cycles.upperBound - cycles.lowerBound + 1) * Double(fractions.count) * (autoreverses ? 2 : 1)
        guard count <= Double(limit) else { return nil }
        var instants = [start]
        if activeDuration.isFinite { instants.append(beginTime + (activeDuration - timeOffset) / speed) }
        for cycle in stride(from: cycles.lowerBound, through: cycles.upperBound, by: 1) {
            for fraction in fractions {
                for runs in autoreverses ? [fraction, 2 - fraction] : [fraction] {
                    instants.append(beginTime + (cycle * cycleLength + runs * duration - timeOffset) / speed)
                }
            }
        }
        return instants
    }

    static let properties: [Property<AnimationTiming>] = [
        .field("beginTime", \.beginTime, .number(in: MediaTiming.beginTimes, unit: .seconds)),
        .field("duration", \.duration, .number(in: 0.001...100_000, unit: .seconds)),
        .field("speed", \.speed, .number(in: 0...1000)),
        .field("timeOffset", \.timeOffset, .number(in: 0...100_000, unit: .seconds)),
        .field("repeatCount", \.repeatCount, .repeats),
        .field("repeatDuration", \.repeatDuration, .number(in: 0...100_000, unit: .seconds)),
        .field("autoreverses", \.autoreverses, .flag),
        .field("fillMode", \.fillMode, .choice()),
        .field("removedOnCompletion", \.removedOnCompletion, .flag),
    ]

    /// Those of its fields.
    static let names = properties.flatMap { $0.write(AnimationTiming()) }.map(\.name)
}

/// What holds before and after a clock's own time.
public enum FillMode: String, Sendable, CaseIterable {
    case removed, forwards, backwards, both
}
