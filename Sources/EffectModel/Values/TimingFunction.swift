/// A cubic Bézier easing from (0, 0) to (1, 1): input time x, output progress y.
///
/// - Source: Core Animation's CAMediaTimingFunction.
public struct TimingFunction: Sendable, Equatable {
    /// Named curves of Core Animation.
    public enum Name: String, Sendable, CaseIterable {
        case linear, easeIn, easeOut, easeInEaseOut
        case systemDefault = "default"
    }

    /// First control point; x in 0...1.
    public let c1: SIMD2<Double>
    /// Second control point; x in 0...1.
    public let c2: SIMD2<Double>
    package let name: Name?

    /// Creates a named curve.
    public init(_ name: Name) {
        self.name = name
        switch name {
        case .linear: (c1, c2) = (SIMD2(0, 0), SIMD2(1, 1))
        case .easeIn: (c1, c2) = (SIMD2(0.42, 0), SIMD2(1, 1))
        case .easeOut: (c1, c2) = (SIMD2(0, 0), SIMD2(0.58, 1))
        case .easeInEaseOut: (c1, c2) = (SIMD2(0.42, 0), SIMD2(0.58, 1))
        case .systemDefault: (c1, c2) = (SIMD2(0.25, 0.1), SIMD2(0.25, 1))
        }
    }

    /// Creates a custom curve. The x of both points must be in 0...1, so that progress is a function of time.
    package init(c1: SIMD2<Double>, c2: SIMD2<Double>) {
        self.c1 = c1
        self.c2 = c2
        name = nil
    }

    /// The progress y at time x. Exact at 0 and 1; times outside are clamped.
    public func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        if name == .linear { return time }
        return y.value(at: x.parameter(at: time))
    }

    /// A time at which the progress is `progress`; unique if the curve is monotonic.
    public func time(at progress: Double) -> Double {
        if progress <= 0 { return 0 }
        if progress >= 1 { return 1 }
        if name == .linear { return progress }
        return x.value(at: y.parameter(at: progress))
    }

    /// Upper bound of the progress: the curve stays within its control points.
    package var largest: Double { max(1, c1.y, c2.y) }

    private var x: EasingCubic { EasingCubic(a: c1.x, b: c2.x) }
    private var y: EasingCubic { EasingCubic(a: c1.y, b: c2.y) }
}
