/// Timing of an animation, modeled on Core Animation: maps a time to a fraction of the duration and a number of cycles.
///
/// - Source: CAMediaTiming.
public struct AnimationTiming: Sendable, Equatable {
    /// Time of the parent (layer or group), in seconds, at which the animation's own clock reads ``timeOffset``.
    public var beginTime = 0.0
    /// Duration of one run in seconds, 0.001...100,000.
    public var duration = 0.25
    /// Speed factor, 0...1000: 2 runs twice as fast, 0 stops at ``timeOffset``.
    public var speed = 1.0
    /// Offset of the animation's own clock in seconds: the animation starts and ends earlier by this amount.
    public var timeOffset = 0.0
    /// Number of repetitions. If ``repeatDuration`` is longer, it takes precedence. Values below 1 count as 1.
    public var repeatCount = 1.0
    /// Total duration of all repetitions in seconds.
    public var repeatDuration = 0.0
    /// Whether each run forwards is followed by a run backwards; a repetition includes both.
    public var autoreverses = false
    /// Behavior outside the active time.
    public var fillMode = FillMode.removed
    /// Whether the animation has no effect after its end, regardless of the fill mode. False by default; in Core
    /// Animation the default is true, which disables `fillMode` "forwards".
    public var removedOnCompletion = false

    /// Creates a value with the defaults.
    public init() {}

    /// Position within an animation's runs.
    struct Moment: Equatable {
        /// Fraction of the duration, 0...1.
        var fraction: Double
        /// Number of completed repetitions.
        var cycle: Double
        /// Whether the moment is held by the fill mode, outside the active time.
        var isHeld = false
    }

    enum Phase: Equatable {
        case before
        case during(Moment)
        case after
    }

    /// Seconds of local time per repetition.
    private var cycleLength: Double { autoreverses ? 2 * duration : duration }

    /// Seconds of local time for all repetitions.
    package var activeDuration: Double { max(cycleLength * max(1, repeatCount), repeatDuration) }

    /// Upper bound of completed repetitions, finite even for endless animations.
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

    /// Seconds of local time since the start; negative before it.
    private func elapsed(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

    private func moment(_ elapsed: Double, isHeld: Bool) -> Moment {
        var cycle = 0.0
        var within = elapsed
        if elapsed >= cycleLength {
            cycle = (elapsed / cycleLength).rounded(.down)
            within = elapsed - cycle * cycleLength
            // A held moment is at the end of the last repetition, not at the start of another.
            if isHeld, within <= 0 { (cycle, within) = (cycle - 1, cycleLength) }
        }
        let runs = max(0, within / duration)
        return Moment(fraction: min(1, runs > 1 ? 2 - runs : runs), cycle: cycle, isHeld: isHeld)
    }

    /// The times at which the animation passes one of `fractions` within `range`, starts or ends; unsorted, possibly
    /// with a few outside `range`. `nil` if there are more than `limit`.
    func instants(of fractions: [Double], in range: ClosedRange<Double>, limit: Int) -> [Double]? {
        // A stopped clock passes no fraction.
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
}

/// Value before and after a clock's active time.
public enum FillMode: String, Sendable, CaseIterable {
    case removed, forwards, backwards, both
}
