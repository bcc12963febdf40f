/// Values that a layer's property takes over time, in Core Animation's manner.
///
/// - Source: CAKeyframeAnimation and CAMediaTiming.
public struct KeyframeAnimation: Sendable, Equatable {
    /// The properties that can be animated.
    public enum KeyPath: String, Sendable, CaseIterable {
        case birthRate, lifetime, velocity, scale, spin, opacity
    }

    /// What holds before and after the animation's own time.
    public enum FillMode: String, Sendable, CaseIterable {
        case removed, forwards, backwards, both
    }

    /// What is animated.
    public internal(set) var keyPath = KeyPath.birthRate
    /// At least one.
    public internal(set) var values: [Double] = []
    /// Ascending in 0...1, as many as there are values. They need not span 0...1: the ends hold.
    public internal(set) var keyTimes: [Double] = []
    /// Eases the progress of the whole animation, before key times are looked up.
    public internal(set) var timingFunction = TimingFunction(.linear)
    /// Eases each segment in itself; empty, or one fewer than there are values.
    public internal(set) var timingFunctions: [TimingFunction] = []
    /// Seconds after the layer's beginning.
    public internal(set) var beginTime = 0.0
    /// Seconds.
    public internal(set) var duration = 0.25
    /// What holds outside.
    public internal(set) var fillMode = FillMode.removed
    /// Whether nothing holds afterwards, whatever the fill mode. False by default, unlike in Core Animation, where
    /// `fillMode` "forwards" does nothing until this is turned off.
    public internal(set) var removedOnCompletion = false

    /// The animation's value at `time` (seconds since the layer began); `nil` where it does not act.
    public func value(at time: Double) -> Double? {
        let elapsed = time - beginTime
        if elapsed < 0 {
            return fillMode == .backwards || fillMode == .both ? values.first : nil
        }
        if elapsed >= duration {
            if removedOnCompletion { return nil }
            return fillMode == .forwards || fillMode == .both ? value(atProgress: 1) : nil
        }
        return value(atProgress: elapsed / duration)
    }

    private func value(atProgress linear: Double) -> Double {
        let progress = timingFunction.progress(at: linear)
        guard let last = keyTimes.last, progress < last else { return values[values.count - 1] }
        guard let next = keyTimes.firstIndex(where: { $0 > progress }), next > 0 else { return values[0] }
        let previous = next - 1
        var part = (progress - keyTimes[previous]) / (keyTimes[next] - keyTimes[previous])
        if !timingFunctions.isEmpty { part = timingFunctions[previous].progress(at: part) }
        return values[previous] + (values[next] - values[previous]) * part
    }

    /// Whether the value runs straight between its ``breaks``.
    public var isStraight: Bool { ([timingFunction] + timingFunctions).allSatisfy { $0 == TimingFunction(.linear) } }

    /// The instants where the value may bend or jump, ascending: between them it is smooth, as long as the easing rises.
    /// One that also falls passes a key time more than once, and only one of those instants is here.
    public var breaks: [Double] {
        let keys = keyTimes.map { beginTime + timingFunction.time(at: $0) * duration }
        return ([beginTime, beginTime + duration] + keys).sorted()
    }

    /// The smallest and largest value that it can take, easings that overshoot apart.
    public var extent: ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }
}

extension KeyframeAnimation {
    static let codec = Codec<KeyframeAnimation>.object(KeyframeAnimation(), properties)

    private static let later = [
        "emitterPosition", "emitterPosition.x", "emitterPosition.y", "emitterZPosition", "emitterSize", "emitterDepth",
        "position", "transform.scale", "transform.rotation",
    ]

    static let properties: [Property<KeyframeAnimation>] = [
        .field(
            "keyPath",
            \.keyPath,
            .choice(later: later, laterPrefixes: ["emitterCells.", "emitterBehaviors."]),
            required: true
        ),
        .field("values", \.values, .list(of: .number(in: -100_000...100_000), count: 1...256), required: true),
        .field("keyTimes", \.keyTimes, .list(of: .number(in: 0...1), count: 1...256)),
        .field("timingFunction", \.timingFunction, TimingFunction.codec),
        .field("timingFunctions", \.timingFunctions, .list(of: TimingFunction.codec, count: 0...255)),
        .field("beginTime", \.beginTime, .number(in: 0...100_000, unit: .seconds)),
        .field("duration", \.duration, .number(in: 0.001...100_000, unit: .seconds)),
        .field("fillMode", \.fillMode, .choice()),
        .notYet("calculationMode", except: "linear"),
        .notYet("path"), .notYet("rotationMode"), .notYet("from"), .notYet("to"), .notYet("by"),
        .notYet("tensionValues"), .notYet("continuityValues"), .notYet("biasValues"),
        .notYet("additive", except: false), .notYet("cumulative", except: false),
        .notYet("speed", except: 1), .notYet("timeOffset", except: 0), .notYet("repeatCount", except: 0),
        .notYet("repeatDuration", except: 0), .notYet("autoreverses", except: false),
        .field("removedOnCompletion", \.removedOnCompletion, .flag),
        .after { object, animation in
            let context = object.context
            let count = animation.values.count
            guard count > 0 else { return }
            if animation.keyTimes.isEmpty {
                // Evenly spaced; a single value holds from the start.
                animation.keyTimes = (0..<count).map { count == 1 ? 0 : Double($0) / Double(count - 1) }
            }
            if animation.keyTimes.count != count {
                context.fault(
                    .conflict,
                    at: object.pointer(to: "keyTimes"),
                    found: "\(animation.keyTimes.count) times for \(count) values",
                    allowed: "as many times as values"
                )
            }
            if zip(animation.keyTimes, animation.keyTimes.dropFirst()).contains(where: { $0 > $1 }) {
                context.fault(
                    .outOfRange,
                    at: object.pointer(to: "keyTimes"),
                    found: "times that fall",
                    allowed: "ascending times"
                )
            }
            let curves = animation.timingFunctions.count
            if curves != 0, curves != count - 1 {
                context.fault(
                    .conflict,
                    at: object.pointer(to: "timingFunctions"),
                    found: "\(curves) functions for \(count) values",
                    allowed: "one fewer than values"
                )
            }
            if animation.keyPath == .opacity, animation.values.contains(where: { !(0...1).contains($0) }) {
                context.fault(
                    .outOfRange,
                    at: object.pointer(to: "values"),
                    found: "an opacity outside 0...1",
                    allowed: "0...1"
                )
            }
        },
    ]
}
