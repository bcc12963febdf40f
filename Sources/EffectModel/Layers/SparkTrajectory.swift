/// A Bézier curve from (0, 0) that a spark follows, in units that the firework scales to points, y down.
///
/// - Source: Szulc's SparkTrajectory.
public struct SparkTrajectory: Sendable, Equatable {
    /// Control point and end of a quadratic curve, or two control points and end of a cubic curve.
    public let points: [SIMD2<Double>]

    /// Creates a quadratic or cubic curve from two or three points.
    public init(_ points: [SIMD2<Double>]) { self.points = points }

    /// The curve scaled, and mirrored by negative factors.
    public func scaled(by factor: SIMD2<Double>) -> SparkTrajectory { SparkTrajectory(points.map { $0 * factor }) }

    /// The point at parameter `t`, 0...1.
    public func place(at t: Double) -> SIMD2<Double> {
        let r = 1 - t
        if points.count == 2 { return points[0] * (2 * r * t) + points[1] * (t * t) }
        return points[0] * (3 * r * r * t) + points[1] * (3 * r * t * t) + points[2] * (t * t * t)
    }

    /// The tangent at parameter `t`; where it vanishes, the direction to the end.
    public func heading(at t: Double) -> SIMD2<Double> {
        let r = 1 - t
        var way = points[0] * (points.count == 2 ? 2 * r : 3 * r * r)
        way += (points[1] - points[0]) * (points.count == 2 ? 2 * t : 6 * r * t)
        if points.count > 2 { way += (points[2] - points[1]) * (3 * t * t) }
        if (way * way).sum() > 1e-12 { return way }
        return points[points.count - 1] - place(at: min(t, 0.999))
    }
}
