/// Sparks that rise one after another and open like a trumpet.
///
/// - Source: Szulc's fountain firework.
public struct Fountain: Sendable, Equatable {
    /// Left, top, width and height of what the fountain stands on: sparks leave from the middle of its top.
    public internal(set) var around = SIMD4<Double>(0, 0, 0, 0)
    /// Until the whole document is known: the sprite layer whose box that is.
    var aroundLayer: String?
    /// Points above that.
    public internal(set) var offsetY = 0.0
    /// 1...1000.
    public internal(set) var sparks = 10
    /// Seconds from one spark to the next.
    public internal(set) var delay = 0.05
    /// Width and height of a spark at scale 1, in points.
    public internal(set) var sparkSize = SIMD2<Double>(9, 9)
    /// Points for each unit of a trajectory.
    public internal(set) var scale = 45.0
    /// Seconds that a spark flies.
    public internal(set) var duration = 0.7
    /// Trajectories of one's own, one of which each spark draws; empty is the fountain's: a quadratic curve straight up
    /// by ``lift``, then aside by ``drift`` and up by ``rise`` more.
    public internal(set) var trajectories: [SparkTrajectory] = []
    /// Units.
    public internal(set) var lift = RandomNumber.stepped(from: 0.7, to: 1.2, step: 0.1)
    /// Units.
    public internal(set) var drift = RandomNumber.stepped(from: -2, to: 1, step: 1)
    /// Units.
    public internal(set) var rise = RandomNumber.stepped(from: 1.5, to: 2.4, step: 0.1)
    /// What sparks look like, in turn.
    public internal(set) var contents: [Contents] = [.named("circle")]
    /// Multiplied with the contents, in turn.
    public internal(set) var colors: [Color] = Firework().colors
    /// Sparks fly behind and before what has the layer's z: each one below or above it, by chance.
    public internal(set) var canChangeZIndex = false
    /// How sparks look on their way.
    public internal(set) var animator = SparkAnimator.fountain

    private static let units = -1000.0...1000.0

    static let properties: [Property<Fountain>] =
        [
            .after { $1.around = SIMD4($0.context.canvas.x / 2, $0.context.canvas.y / 2, 0, 0) },
            Property.around(\.around, \.aroundLayer),
            .field("offsetY", \.offsetY, .number(in: Layer.Transform.places, unit: .vertical)),
            .field("sparks", \.sparks, .whole(in: 1...1000)),
            .field("delay", \.delay, .number(in: 0...1000, unit: .seconds)),
            .field("sparkSize", \.sparkSize, .sides),
            .field("scale", \.scale, .number(in: 0...10_000)),
            .field("duration", \.duration, .number(in: 0.01...1000, unit: .seconds)),
            .field("trajectories", \.trajectories, .list(of: SparkTrajectory.codec, count: 0...64)),
            .field("lift", \.lift, RandomNumber.codec(in: units)),
            .field("drift", \.drift, RandomNumber.codec(in: units)),
            .field("rise", \.rise, RandomNumber.codec(in: units)),
        ] + sparkLook(\.contents, \.colors) + [
            .field("canChangeZIndex", \.canChangeZIndex, .flag),
            .field(
                "animator",
                \.animator,
                .object("SparkAnimator.fountain", SparkAnimator.fountain, SparkAnimator.properties)
            ),
        ]
}
