/// A layer's own clock, in Core Animation's manner.
///
/// - Source: CAMediaTiming.
public struct MediaTiming: Sendable, Equatable {
    /// Seconds of the parent's time at which this clock shows ``timeOffset``.
    public internal(set) var beginTime = 0.0
    /// How fast it runs: 2 is twice as fast, 0 stands still at ``timeOffset``. 0...1000.
    public internal(set) var speed = 1.0
    /// Seconds that it is ahead.
    public internal(set) var timeOffset = 0.0
    /// Seconds of its own time that it lasts; infinite by default.
    public internal(set) var duration = Double.infinity
    /// How often that duration runs; with ``repeatDuration`` the longer one counts.
    public internal(set) var repeatCount = 1.0
    /// Seconds that repetitions last in all.
    public internal(set) var repeatDuration = 0.0
    /// Every second run goes backwards, and a repetition is two runs.
    public internal(set) var autoreverses = false
    /// What holds outside.
    public internal(set) var fillMode = FillMode.removed

    /// Seconds of its own time that all repetitions take.
    public var activeDuration: Double {
        let once = autoreverses ? 2 * duration : duration
        return max(once * max(1, repeatCount), repeatDuration)
    }

    /// Seconds of the parent's time at which it starts, its own time being 0: before ``beginTime`` if it is ahead. A clock
    /// that stands still has always been there.
    var startTime: Double { speed > 0 ? beginTime - timeOffset / speed : -.infinity }

    /// Its own time at the first instant of the scene at which it is active.
    public var firstTime: Double { max(0, steadyTime(at: 0)) }

    /// The clock's own time at `time` of its parent; `nil` where it is not active and nothing holds.
    public func localTime(at time: Double) -> Double? {
        let elapsed = steadyTime(at: time)
        if elapsed < 0 { return fillMode == .backwards || fillMode == .both ? 0 : nil }
        if elapsed >= activeDuration {
            return fillMode == .forwards || fillMode == .both ? folded(activeDuration.nextDown) : nil
        }
        return folded(elapsed)
    }

    /// The clock's own time at `time` of its parent, for a clock that neither starts nor ends: in a seamless loop.
    public func steadyTime(at time: Double) -> Double { (time - beginTime) * speed + timeOffset }

    /// The latest own time that is reached before `end` of the parent's.
    public func latestTime(before end: Double) -> Double {
        min(duration, max(0, steadyTime(at: end)))
    }

    private func folded(_ elapsed: Double) -> Double {
        guard duration.isFinite, elapsed >= duration else { return elapsed }
        let run = (elapsed / duration).rounded(.down)
        let within = elapsed - run * duration
        return autoreverses && run.truncatingRemainder(dividingBy: 2) == 1 ? duration - within : within
    }

    /// What a `beginTime` may be. Machines that run for years leave their own clock's time in it: such a thing begins after
    /// the scene's end.
    static let beginTimes = 0.0...1_000_000_000

    /// When it starts, and how it runs.
    static let clock: [Property<MediaTiming>] = [
        .field("beginTime", \.beginTime, .number(in: beginTimes, unit: .seconds)),
        .field("speed", \.speed, .number(in: 0...1000)),
        .field("timeOffset", \.timeOffset, .number(in: 0...100_000, unit: .seconds)),
    ]

    /// How long and how often.
    static let run: [Property<MediaTiming>] = [
        .field("duration", \.duration, Codec<Double>.lasting),
        .field("repeatCount", \.repeatCount, .repeats),
        .field("repeatDuration", \.repeatDuration, .number(in: 0...100_000, unit: .seconds)),
        .field("autoreverses", \.autoreverses, .flag),
        .field("fillMode", \.fillMode, .choice()),
    ]
}

extension Codec where Value == Double {
    /// How long something lasts: seconds, or `"infinite"`; 0 is Core Animation's way to say the latter.
    static var lasting: Codec { unbounded("infinite", 0...100_000, unit: .seconds, zeroIs: .infinity) }

    /// How often something runs; 0 is Core Animation's way to say once.
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
            // A number that is as good as infinite, as some write it: what to write instead is said too.
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
