/// Bursts of sparks at the corners of a rectangle: by default two sparks per quadrant, on drooping curves.
///
/// - Source: Szulc's classic firework.
public struct Firework: Sendable, Equatable {
    /// Left, top, width and height of the rectangle, in points.
    public var around = SIMD4<Double>(0, 0, 0, 0)
    /// Name of the sprite layer whose box is the rectangle, until all layers are known.
    package var aroundLayer: String?
    /// Number of bursts, 1...64.
    public var count = 2
    /// Number of sparks per burst, spread over the four quadrants in turn; 1...64.
    public var sparks = 8
    /// Width and height of a spark at scale 1, in points.
    public var sparkSize = SIMD2<Double>(7, 7)
    /// Points for each unit of a trajectory.
    public var scale = 45.0
    /// Range of a burst's random offset from its corner: per axis an integer in 0..<`maxVectorChange`, minus half of
    /// `maxVectorChange`.
    public var maxVectorChange = 15
    /// Range of a spark's random offset from the burst's center, into the spark's quadrant: per axis an integer in
    /// 0..<`maxChange`.
    public var maxChange = 10
    /// Whether upward sparks start with equal offsets on both axes, as in the published code; otherwise each axis is
    /// drawn separately.
    public var diagonalChange = true
    /// Trajectories of sparks to the upper right; mirrored for sparks to the left.
    public var top: [SparkTrajectory] = Self.classicTop
    /// Trajectories of sparks to the lower right; mirrored for sparks to the left.
    public var bottom: [SparkTrajectory] = Self.classicBottom
    /// Flight time of a spark in seconds.
    public var duration = 0.4
    /// Contents of sparks, in turn.
    public var contents: [Contents] = [.named("circle")]
    /// Colors that multiply the contents, in turn.
    public var colors: [Color] = Self.pastels
    /// Whether each spark is drawn randomly above or below items with the layer's z.
    public var canChangeZIndex = true
    /// Appearance of sparks over their flight.
    public var animator = SparkAnimator.classic

    /// Creates a value with the defaults.
    public init() {}

    private static let pastels = [
        Color(SIMD4(0.89, 0.58, 0.70, 1)), Color(SIMD4(0.96, 0.87, 0.62, 1)), Color(SIMD4(0.67, 0.82, 0.94, 1)),
        Color(SIMD4(0.54, 0.56, 0.94, 1)),
    ]

    private static let classicTop: [SparkTrajectory] = [
        SparkTrajectory([SIMD2(0.31, -0.46), SIMD2(0.74, -0.29), SIMD2(0.99, 0.12)]),
        SparkTrajectory([SIMD2(0.31, -0.46), SIMD2(0.62, -0.49), SIMD2(0.88, -0.19)]),
        SparkTrajectory([SIMD2(0.10, -0.54), SIMD2(0.44, -0.53), SIMD2(0.66, -0.30)]),
        SparkTrajectory([SIMD2(0.19, -0.46), SIMD2(0.41, -0.53), SIMD2(0.65, -0.45)]),
    ]

    private static let classicBottom: [SparkTrajectory] = [
        SparkTrajectory([SIMD2(0.42, -0.01), SIMD2(0.68, 0.11), SIMD2(0.87, 0.44)]),
        SparkTrajectory([SIMD2(0.35, 0.00), SIMD2(0.55, 0.12), SIMD2(0.62, 0.45)]),
        SparkTrajectory([SIMD2(0.21, 0.05), SIMD2(0.31, 0.19), SIMD2(0.32, 0.45)]),
        SparkTrajectory([SIMD2(0.18, 0.00), SIMD2(0.31, 0.11), SIMD2(0.35, 0.25)]),
    ]
}
