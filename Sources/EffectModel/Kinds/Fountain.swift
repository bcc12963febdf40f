/// Sparks that rise one after another and spread like a trumpet.
///
/// - Source: Szulc's fountain firework.
public struct Fountain: Sendable, Equatable {
    /// Left, top, width and height of the box below the fountain, in points: sparks start at the center of its top
    /// edge.
    public internal(set) var around = SIMD4<Double>(0, 0, 0, 0)
    /// Name of the sprite layer whose box is used, until all layers are known.
    var aroundLayer: String?
    /// Distance of the start above the box, in points.
    public internal(set) var offsetY = 0.0
    /// Number of sparks, 1...1000.
    public internal(set) var sparks = 10
    /// Seconds from one spark to the next.
    public internal(set) var delay = 0.05
    /// Width and height of a spark at scale 1, in points.
    public internal(set) var sparkSize = SIMD2<Double>(9, 9)
    /// Points for each unit of a trajectory.
    public internal(set) var scale = 45.0
    /// Flight time of a spark in seconds.
    public internal(set) var duration = 0.7
    /// Custom trajectories; each spark draws one. If empty, a quadratic curve straight up by ``lift``, then sideways by
    /// ``drift`` and up by ``rise`` more.
    public internal(set) var trajectories: [SparkTrajectory] = []
    /// Initial rise in trajectory units.
    public internal(set) var lift = RandomNumber.stepped(from: 0.7, to: 1.2, step: 0.1)
    /// Sideways motion in trajectory units.
    public internal(set) var drift = RandomNumber.stepped(from: -2, to: 1, step: 1)
    /// Further rise in trajectory units.
    public internal(set) var rise = RandomNumber.stepped(from: 1.5, to: 2.4, step: 0.1)
    /// Contents of sparks, in turn.
    public internal(set) var contents: [Contents] = [.named("circle")]
    /// Colors that multiply the contents, in turn.
    public internal(set) var colors: [Color] = Firework().colors
    /// Whether each spark is drawn randomly above or below items with the layer's z.
    public internal(set) var canChangeZIndex = false
    /// Appearance of sparks over their flight.
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
