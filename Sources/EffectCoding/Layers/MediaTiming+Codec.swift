import EffectModel
import StrictJSON

extension MediaTiming {
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
