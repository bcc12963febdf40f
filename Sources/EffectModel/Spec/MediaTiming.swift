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

    /// Seconds of local time for all repetitions.
    public var activeDuration: Double {
        let once = autoreverses ? 2 * duration : duration
        return max(once * max(1, repeatCount), repeatDuration)
    }

    /// Time of the parent, in seconds, at which local time is 0: before ``beginTime`` if the clock has an offset. A
    /// stopped clock has always been active.
    var startTime: Double { speed > 0 ? beginTime - timeOffset / speed : -.infinity }

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

    /// Range of `beginTime` in seconds. It allows for host clock times of machines that have run for years, which start
    /// after the scene's end.
    static let beginTimes = 0.0...1_000_000_000

    /// Properties of the start and speed.
    static let clock: [Property<MediaTiming>] = [
        .field("beginTime", \.beginTime, .number(in: beginTimes, unit: .seconds)),
        .field("speed", \.speed, .number(in: 0...1000)),
        .field("timeOffset", \.timeOffset, .number(in: 0...100_000, unit: .seconds)),
    ]

    /// Properties of the duration and repetition.
    static let run: [Property<MediaTiming>] = [
        .field("duration", \.duration, Codec<Double>.lasting),
        .field("repeatCount", \.repeatCount, .repeats),
        .field("repeatDuration", \.repeatDuration, .number(in: 0...100_000, unit: .seconds)),
        .field("autoreverses", \.autoreverses, .flag),
        .field("fillMode", \.fillMode, .choice()),
    ]

    /// Creates a value with the defaults.
    public init() {}
}

extension Codec where Value == Double {
    /// Codec of a duration in seconds, or `"infinite"`; as in Core Animation, 0 is infinite.
    static var lasting: Codec { unbounded("infinite", 0...100_000, unit: .seconds, zeroIs: .infinity) }

    /// Codec of a number of repetitions; as in Core Animation, 0 is once.
    static var repeats: Codec { unbounded("infinite", 0...100_000, zeroIs: 1) }

    private static func unbounded(
        _ word: String,
        _ bounds: ClosedRange<Double>,
        unit: NumberUnit = .plain,
        zeroIs: Double
    ) -> Codec {
        let number = Codec.number(in: bounds, unit: unit)
        let allowed = "\(number.allowed), or \"\(word)\""
        let schema = JSONSchema.any(of: [number.schema, .constant(.string(word))]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            if value == .string(word) { return .infinity }
            // Large numbers are often meant as infinity; the fault names the keyword to use instead.
            if case .number(let far) = value, far > bounds.upperBound {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return number.read(value, pointer, context).map { $0 == 0 ? zeroIs : $0 }
        } write: { number in
            number.isFinite ? .number(number) : .string(word)
        }
    }
}
