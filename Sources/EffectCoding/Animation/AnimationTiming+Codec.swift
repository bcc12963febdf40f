import EffectModel
import StrictJSON

extension AnimationTiming {
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

    /// Names of the timing fields.
    static let names = properties.flatMap { $0.write(AnimationTiming()) }.map(\.name)
}
