/// An animation of a layer's property over time, modeled on Core Animation.
///
/// - Source: CAAnimation and its subclasses.
public struct Animation: Sendable, Equatable {
    /// Kinds of animations, with their specific settings.
    public enum Content: Sendable, Equatable {
        case keyframe(Keyframes)
        case basic(BasicValues)
        case spring(BasicValues, SpringMotion)
        case group([Animation])
        case transition(Transition)
        case random(RandomSteps)
    }

    /// Key path of the animated property, in Core Animation's notation; empty for groups and transitions.
    public var keyPath = ""
    /// Timing of the animation. A random animation has no clock: it acts whenever its parent's clock runs.
    public var timing = AnimationTiming()
    /// Easing of the animation's progress, applied before key times are looked up or a group's children see the time.
    public var timingFunction = TimingFunction(.linear)
    /// Whether the value is added to the value below instead of replacing it.
    public var additive = false
    /// Whether each repetition starts from the end value of the repetition before.
    public var cumulative = false
    /// Kind of the animation and its settings.
    public var content = Content.keyframe(Keyframes())
    /// Property that the key path resolves to; `nil` if there is none.
    package var target: AnimationTarget?

    /// The animation and all its descendants, in preorder.
    package var withChildren: [Animation] {
        guard case .group(let children) = content else { return [self] }
        return [self] + children.flatMap(\.withChildren)
    }

    /// Creates a value with the defaults.
    public init() {}
}

/// Key values with key times, or a path.
///
/// - Source: CAKeyframeAnimation.
public struct Keyframes: Sendable, Equatable {
    /// Interpolation between key values.
    public enum CalculationMode: String, Sendable, CaseIterable {
        /// Linear from key to key; on a path, linear in each segment's parameter.
        case linear
        /// Each value holds until the next key time.
        case discrete
        /// Linear from key to key at constant speed; key times and timing functions are ignored.
        case paced
        /// Along a spline through the values.
        case cubic
        /// Along a spline at constant speed.
        case cubicPaced
    }

    /// Rotation along a path.
    public enum RotationMode: String, Sendable, CaseIterable {
        /// The +x axis follows the path.
        case auto
        /// The −x axis follows the path.
        case autoReverse
    }

    /// Numbers, points or colors; unused components are 0. Empty if ``path`` is set.
    public var values: [SIMD4<Double>] = []
    /// Ascending times in 0...1, one per value, plus a final one in discrete mode. They need not span 0...1: the first
    /// and last values hold outside.
    public var keyTimes: [Double] = []
    /// Interpolation between key values.
    public var calculationMode = CalculationMode.linear
    /// Easing of each segment; empty, or one fewer than values.
    public var timingFunctions: [TimingFunction] = []
    /// Spline tension, −1...1: above 0 is tighter, below 0 rounder. Empty, or one per value.
    public var tensionValues: [Double] = []
    /// Spline continuity, −1...1: above 0 makes sharp corners, below 0 inverted ones. Empty, or one per value.
    public var continuityValues: [Double] = []
    /// Spline bias, −1...1: above 0 bends the curve before the value, below 0 after it. Empty, or one per value.
    public var biasValues: [Double] = []
    /// Path of a point, in place of values. The ends of its lines and curves are the keys.
    public var path: SVGPath?
    /// Rotation along the path, of a layer, a mask or an emitter's natural direction; `nil` for none.
    public var rotationMode: RotationMode?

    /// Creates a value with the defaults.
    public init() {}
}

/// Interpolation from one value to another. An omitted end is the property's value without animations, or 0 in an
/// additive animation.
///
/// - Source: CABasicAnimation.
public struct BasicValues: Sendable, Equatable {
    /// Start value.
    public var from: SIMD4<Double>?
    /// End value.
    public var to: SIMD4<Double>?
    /// Difference between end and start.
    public var by: SIMD4<Double>?

    /// Creates a value with the defaults.
    public init() {}

    /// First and last value, given the property's own value `model`.
    package func ends(model: SIMD4<Double>) -> (SIMD4<Double>, SIMD4<Double>) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, from + by)
        case (nil, let to?, let by?): (to - by, to)
        case (let from?, nil, nil): (from, model)
        case (nil, let to?, nil): (model, to)
        case (nil, nil, let by?): (model, model + by)
        case (nil, nil, nil): (model, model)
        }
    }
}

/// A transition from the layer to empty contents. The layer stays invisible after the transition, unless `fillMode`
/// "forwards" or "both" holds the last moment.
///
/// - Source: CATransition.
public struct Transition: Sendable, Equatable {
    /// Effect by which one image replaces another.
    public enum Style: String, Sendable, CaseIterable {
        /// Cross-dissolve.
        case fade
    }

    /// Effect by which one image replaces another.
    public var style = Style.fade
    /// Progress at which the transition starts, 0...1.
    public var startProgress = 0.0
    /// Progress at which the transition ends, from ``startProgress`` to 1.
    public var endProgress = 1.0

    /// Creates a value with the defaults.
    public init() {}
}
