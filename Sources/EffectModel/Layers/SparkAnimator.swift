/// Appearance of sparks over their flight.
///
/// - Source: Szulc's SparkViewAnimator.
public struct SparkAnimator: Sendable, Equatable {
    /// Values over a spark's life with linear interpolation; the first and last values hold outside their key times.
    public struct Keyframes: Sendable, Equatable {
        /// Values, drawn for each spark.
        public var values: [RandomNumber]
        /// Ascending key times as fractions of the life, one per value.
        public var keyTimes: [Double]
        /// Easing of the whole life.
        public var timingFunction: TimingFunction

        /// Creates a course through `values`, evenly spaced without `keyTimes`.
        public init(_ values: [RandomNumber], at keyTimes: [Double] = [], _ timing: TimingFunction.Name = .linear) {
            self.values = values
            self.keyTimes = keyTimes
            timingFunction = TimingFunction(timing)
            if keyTimes.isEmpty { spread() }
        }

        package mutating func spread() {
            keyTimes = values.indices.map { values.count == 1 ? 0 : Double($0) / Double(values.count - 1) }
        }

        /// - Parameters:
        ///   - values: Numbers drawn from ``values``.
        ///   - share: Fraction of the life, 0...1.
        public func value(of values: [Double], at share: Double) -> Double {
            let progress = timingFunction.progress(at: share)
            // Binary search for the first later key; keys ascend.
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
    }

    /// Rotation of sparks.
    public enum RotationMode: String, Sendable, CaseIterable {
        /// No rotation.
        case none
        /// The right side faces the direction of flight.
        case auto
    }

    /// Scale factors.
    public var scale: Keyframes
    /// Opacity, 0...1.
    public var opacity = Keyframes([.fixed(1), .fixed(0)], at: [0.95, 0.98])
    /// Easing of a spark's motion along its trajectory.
    public var timingFunction = TimingFunction(.linear)
    /// Rotation along the trajectory, as in CAKeyframeAnimation.
    public var rotationMode = RotationMode.auto

    /// Default of the classic firework.
    package static let classic = SparkAnimator(
        scale: Keyframes(
            [.fixed(1), .stepped(from: 1, to: 1.6, step: 0.1), .stepped(from: 0.5, to: 0.7, step: 0.1)],
            .easeOut
        )
    )

    /// Default of the fountain.
    package static let fountain = SparkAnimator(
        scale: Keyframes(
            [.stepped(from: 0.1, to: 0.3, step: 0.1), .stepped(from: 1.2, to: 1.8, step: 0.1), .same, .fixed(0.2)],
            at: [0, 0.4, 0.9, 1],
            .easeOut
        )
    )
}
