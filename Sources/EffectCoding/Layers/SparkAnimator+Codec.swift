import EffectModel
import StrictJSON

extension SparkAnimator.Keyframes {
    static func codec(_ name: String, in bounds: ClosedRange<Double>) -> Codec<Self> {
        .object(
            name,
            Self([]),
            [
                .field(
                    "values",
                    \.values,
                    .list(of: RandomNumber.codec(in: bounds, same: true), count: 1...32),
                    required: true
                ),
                .field("keyTimes", \.keyTimes, .list(of: .number(in: 0...1), count: 0...32)),
                .field("timingFunction", \.timingFunction, TimingFunction.codec),
                .after(check),
            ]
        )
    }

    private static let check: @Sendable (ObjectReader, inout Self) -> Void = { object, keyframes in
        if keyframes.keyTimes.isEmpty { keyframes.spread() }
        let place = object.pointer(to: "keyTimes")
        if keyframes.keyTimes.count != keyframes.values.count, !keyframes.values.isEmpty {
            let found = "\(keyframes.keyTimes.count) key times for \(keyframes.values.count) values"
            object.context.fault(.conflict, at: place, found: found, allowed: "as many key times as values")
        }
        if zip(keyframes.keyTimes, keyframes.keyTimes.dropFirst()).contains(where: { $0 > $1 }) {
            object.context.fault(
                .outOfRange,
                at: place,
                found: "descending key times",
                allowed: "ascending key times"
            )
        }
        if keyframes.values.first == .same {
            let place = object.pointer(to: "values") + "/0"
            object.context.fault(.conflict, at: place, found: "\"same\" as the first value", allowed: "a number")
        }
    }
}

extension SparkAnimator {
    static let properties: [Property<SparkAnimator>] = [
        .field("scale", \.scale, Keyframes.codec("SparkKeyframes.scale", in: 0...100)),
        .field("opacity", \.opacity, Keyframes.codec("SparkKeyframes.opacity", in: 0...1)),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("rotationMode", \.rotationMode, .choice()),
    ]
}
