/// Sparks that rise one after another and spread like a trumpet.
///
/// - Source: Szulc's fountain firework.
public struct Fountain: Sendable, Equatable {
    /// Left, top, width and height of the box below the fountain, in points: sparks start at the center of its top
    /// edge.
    public var around = SIMD4<Double>(0, 0, 0, 0)
    /// Name of the sprite layer whose box is used, until all layers are known.
    package var aroundLayer: String?
    /// Distance of the start above the box, in points.
    public var offsetY = 0.0
    /// Number of sparks, 1...1000.
    public var sparks = 10
    /// Seconds from one spark to the next.
    public var delay = 0.05
    /// Width and height of a spark at scale 1, in points.
    public var sparkSize = SIMD2<Double>(9, 9)
    /// Points for each unit of a trajectory.
    public var scale = 45.0
    /// Flight time of a spark in seconds.
    public var duration = 0.7
    /// Custom trajectories; each spark draws one. If empty, a quadratic curve straight up by ``lift``, then sideways by
    /// ``drift`` and up by ``rise`` more.
    public var trajectories: [SparkTrajectory] = []
    /// Initial rise in trajectory units.
    public var lift = RandomNumber.stepped(from: 0.7, to: 1.2, step: 0.1)
    /// Sideways motion in trajectory units.
    public var drift = RandomNumber.stepped(from: -2, to: 1, step: 1)
    /// Further rise in trajectory units.
    public var rise = RandomNumber.stepped(from: 1.5, to: 2.4, step: 0.1)
    /// Contents of sparks, in turn.
    public var contents: [Contents] = [.named("circle")]
    /// Colors that multiply the contents, in turn.
    public var colors: [Color] = Firework().colors
    /// Whether each spark is drawn randomly above or below items with the layer's z.
    public var canChangeZIndex = false
    /// Appearance of sparks over their flight.
    public var animator = SparkAnimator.fountain

    /// Creates a value with the defaults.
    public init() {}
}
