/// How sparks look on their way.
///
/// - Source: Szulc's SparkViewAnimator.
public struct SparkAnimator: Sendable, Equatable {
    /// Values over a spark's life, straight from one to the next; before the first and after the last they stay.
    public struct Keyframes: Sendable, Equatable {
        /// Drawn for each spark.
        public internal(set) var values: [RandomNumber]
        /// Ascending shares of the life, as many as values.
        public internal(set) var keyTimes: [Double]
        /// Of the whole.
        public internal(set) var timingFunction: TimingFunction

        init(_ values: [RandomNumber], at keyTimes: [Double] = [], _ timing: TimingFunction.Name = .linear) {
            self.values = values
            self.keyTimes = keyTimes
            timingFunction = TimingFunction(timing)
            if keyTimes.isEmpty { spread() }
        }

        private mutating func spread() {
            keyTimes = values.indices.map { values.count == 1 ? 0 : Double($0) / Double(values.count - 1) }
        }

        /// - Parameters:
        ///   - values: What ``values`` came to.
        ///   - share: Of the life.
        public func value(of values: [Double], at share: Double) -> Double {
            let progress = timingFunction.progress(at: share)
            // The first key that is yet to come, by halving: they ascend.
            var (next, end) = (0, keyTimes.count)
            while next < end {
                let middle = (next + end) / 2
                if keyTimes[middle] > progress { end = middle } else { next = middle + 1 }
            }
            guard next < keyTimes.count else { return values[values.count - 1] }
            guard next > 0 else { return values[0] }
            let (low, high) = (keyTimes[next - 1], keyTimes[next])
            return values[next - 1] + (values[next] - values[next - 1]) * (progress - low) / (high - low)
        }

        static func codec(_ name: String, in bounds: ClosedRange<Double>) -> Codec<Keyframes> {
            .object(
                name,
                Keyframes([]),
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

        private static let check: @Sendable (ObjectReader, inout Keyframes) -> Void = { object, keyframes in
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
                    found: "key times that fall",
                    allowed: "ascending key times"
                )
            }
            if keyframes.values.first == .same {
                let place = object.pointer(to: "values") + "/0"
                object.context.fault(.conflict, at: place, found: "\"same\" as nothing", allowed: "a number")
            }
        }
    }

    /// How sparks are turned.
    public enum RotationMode: String, Sendable, CaseIterable {
        /// Not at all.
        case none
        /// Their right side looks where they go.
        case auto
    }

    /// Factors of the size.
    public internal(set) var scale: Keyframes
    /// 0...1.
    public internal(set) var opacity = Keyframes([.fixed(1), .fixed(0)], at: [0.95, 0.98])
    /// How far along its trajectory a spark is.
    public internal(set) var timingFunction = TimingFunction(.linear)
    /// As CAKeyframeAnimation's.
    public internal(set) var rotationMode = RotationMode.auto

    static let properties: [Property<SparkAnimator>] = [
        .field("scale", \.scale, Keyframes.codec("SparkKeyframes.scale", in: 0...100)),
        .field("opacity", \.opacity, Keyframes.codec("SparkKeyframes.opacity", in: 0...1)),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("rotationMode", \.rotationMode, .choice()),
    ]

    /// Of the classic firework.
    static let classic = SparkAnimator(
        scale: Keyframes(
            [.fixed(1), .stepped(from: 1, to: 1.6, step: 0.1), .stepped(from: 0.5, to: 0.7, step: 0.1)],
            .easeOut
        )
    )

    /// Of the fountain.
    static let fountain = SparkAnimator(
        scale: Keyframes(
            [.stepped(from: 0.1, to: 0.3, step: 0.1), .stepped(from: 1.2, to: 1.8, step: 0.1), .same, .fixed(0.2)],
            at: [0, 0.4, 0.9, 1],
            .easeOut
        )
    )
}
