/// What a layer's property does over time, in Core Animation's manner.
///
/// - Source: CAAnimation and its subclasses.
public struct Animation: Sendable, Equatable {
    /// The kinds of animations.
    public enum Content: Sendable, Equatable {
        case keyframe(Keyframes)
        case basic(BasicValues)
        case spring(BasicValues, SpringMotion)
        case group([Animation])
        case transition(Transition)
        case random(RandomSteps)
    }

    /// What is animated, as Core Animation writes it; empty for groups and transitions.
    public internal(set) var keyPath = ""
    /// When it acts. One that is random has no clock of its own: it acts wherever its parent's time runs.
    public internal(set) var timing = AnimationTiming()
    /// Eases the progress of the whole animation, before key times are looked up or children see the time.
    public internal(set) var timingFunction = TimingFunction(.linear)
    /// Adds to what is below it, instead of taking its place.
    public internal(set) var additive = false
    /// Each repetition starts from where the one before has ended.
    public internal(set) var cumulative = false
    /// What it does.
    public internal(set) var content = Content.keyframe(Keyframes())
    /// What the key path leads to.
    var target: AnimationTarget?

    /// This one and all below it.
    var withChildren: [Animation] {
        guard case .group(let children) = content else { return [self] }
        return [self] + children.flatMap(\.withChildren)
    }
}

/// Values, and when they are taken.
///
/// - Source: CAKeyframeAnimation.
public struct Keyframes: Sendable, Equatable {
    /// How the values between the keys come about.
    public enum CalculationMode: String, Sendable, CaseIterable {
        /// Straight from key to key; on a path, by its segments' own parameter.
        case linear
        /// Each value holds until the next key time.
        case discrete
        /// Straight from key to key, at an even speed; key times and timing functions play no part.
        case paced
        /// On a spline through the values.
        case cubic
        /// On a spline, at an even speed.
        case cubicPaced
    }

    /// What else a path turns.
    public enum RotationMode: String, Sendable, CaseIterable {
        /// +x follows the path.
        case auto
        /// −x follows the path.
        case autoReverse
    }

    /// Numbers, points or colours, with what they lack of four components 0. Empty beside a ``path``.
    public internal(set) var values: [SIMD4<Double>] = []
    /// Ascending in 0...1, as many as there are values; one more for discrete ones. They need not span 0...1: the ends
    /// hold.
    public internal(set) var keyTimes: [Double] = []
    /// How the values between the keys come about.
    public internal(set) var calculationMode = CalculationMode.linear
    /// Eases each segment in itself; empty, or one fewer than there are values.
    public internal(set) var timingFunctions: [TimingFunction] = []
    /// For splines: −1...1, above 0 tighter, below 0 rounder; empty, or as many as there are values.
    public internal(set) var tensionValues: [Double] = []
    /// For splines: −1...1, above 0 sharp corners, below 0 inverted ones; empty, or as many as there are values.
    public internal(set) var continuityValues: [Double] = []
    /// For splines: −1...1, above 0 the curve bends before the value, below 0 after it; empty, or as many as values.
    public internal(set) var biasValues: [Double] = []
    /// The way of a point, instead of values: the ends of its lines and curves are the keys.
    public internal(set) var path: SVGPath?
    /// What else the path turns: a layer's or mask's rotation, or an emitter's natural direction.
    public internal(set) var rotationMode: RotationMode?
}

/// From one value to another. What is not given is the value that the property has without animations; in an additive
/// animation, nothing.
///
/// - Source: CABasicAnimation.
public struct BasicValues: Sendable, Equatable {
    /// Where it starts.
    public internal(set) var from: SIMD4<Double>?
    /// Where it ends.
    public internal(set) var to: SIMD4<Double>?
    /// How far it goes.
    public internal(set) var by: SIMD4<Double>?

    /// First and last value, where the property itself is `model`.
    func ends(model: SIMD4<Double>) -> (SIMD4<Double>, SIMD4<Double>) {
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

/// The layer gives way to nothing, which is what its new contents are: so they stay nothing when the transition is over,
/// unless its own last moment holds (`fillMode` "forwards" or "both").
///
/// - Source: CATransition.
public struct Transition: Sendable, Equatable {
    /// How one picture becomes another.
    public enum Style: String, Sendable, CaseIterable {
        /// A cross-dissolve.
        case fade
    }

    /// How one picture becomes another.
    public internal(set) var style = Style.fade
    /// Where in the transition it starts, 0...1.
    public internal(set) var startProgress = 0.0
    /// Where in the transition it ends, from ``startProgress`` to 1.
    public internal(set) var endProgress = 1.0
}
