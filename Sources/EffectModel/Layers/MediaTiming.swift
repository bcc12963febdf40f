/// Clock of a layer, modeled on Core Animation.
///
/// - Source: CAMediaTiming.
public struct MediaTiming: Sendable, Equatable {
    /// Time of the parent, in seconds, at which the clock reads ``timeOffset``.
    public var beginTime = 0.0
    /// Speed factor, 0...1000: 2 runs twice as fast, 0 stops at ``timeOffset``.
    public var speed = 1.0
    /// Offset of the clock in seconds.
    public var timeOffset = 0.0
    /// Duration in seconds of local time; infinite by default.
    public var duration = Double.infinity
    /// Number of repetitions. If ``repeatDuration`` is longer, it takes precedence.
    public var repeatCount = 1.0
    /// Total duration of all repetitions in seconds.
    public var repeatDuration = 0.0
    /// Whether every second run goes backwards; a repetition includes two runs.
    public var autoreverses = false
    /// Behavior outside the active time.
    public var fillMode = FillMode.removed

    /// Creates a value with the defaults.
    public init() {}

    /// Seconds of local time for all repetitions.
    public var activeDuration: Double {
        let once = autoreverses ? 2 * duration : duration
        return max(once * max(1, repeatCount), repeatDuration)
    }

    /// Time of the parent, in seconds, at which local time is 0: before ``beginTime`` if the clock has an offset. A
    /// stopped clock has always been active.
    package var startTime: Double { speed > 0 ? beginTime - timeOffset / speed : -.infinity }

    /// Local time at the first active instant of the scene, in seconds.
    public var firstTime: Double { max(0, steadyTime(at: 0)) }

    /// The local time at parent time `time`, in seconds; `nil` when the clock is not active and holds nothing.
    public func localTime(at time: Double) -> Double? {
        let elapsed = steadyTime(at: time)
        if elapsed < 0 { return fillMode == .backwards || fillMode == .both ? 0 : nil }
        if elapsed >= activeDuration {
            return fillMode == .forwards || fillMode == .both ? folded(activeDuration.nextDown) : nil
        }
        return folded(elapsed)
    }

    /// The local time at parent time `time`, in seconds, for a clock without start and end, as in a seamless loop.
    public func steadyTime(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

    /// The latest local time reached before parent time `end`, in seconds.
    public func latestTime(before end: Double) -> Double {
        min(duration, max(0, steadyTime(at: end)))
    }

    private func folded(_ elapsed: Double) -> Double {
        guard duration.isFinite, elapsed >= duration else { return elapsed }
        let run = (elapsed / duration).rounded(.down)
        let within = elapsed - run * duration
        return autoreverses && run.truncatingRemainder(dividingBy: 2) == 1 ? duration - within : within
    }
}
