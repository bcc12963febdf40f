/// A Bézier curve from (0, 0), along which a spark flies: in units that its firework scales to points, y down.
///
/// - Source: Szulc's SparkTrajectory.
public struct SparkTrajectory: Sendable, Equatable {
    /// Control point and end of a quadratic curve, or two control points and the end of a cubic one.
    public let points: [SIMD2<Double>]

    /// A curve through two or three points.
    public init(_ points: [SIMD2<Double>]) { self.points = points }

    /// The curve, larger and perhaps mirrored.
    public func scaled(by factor: SIMD2<Double>) -> SparkTrajectory { SparkTrajectory(points.map { $0 * factor }) }

    /// Where it is at 0...1 of the curve's parameter.
    public func place(at t: Double) -> SIMD2<Double> {
        let r = 1 - t
        let weights = points.count == 2 ? [2 * r * t, t * t] : [3 * r * r * t, 3 * r * t * t, t * t * t]
        return zip(points, weights).reduce(SIMD2(0, 0)) { $0 + $1.0 * $1.1 }
    }

    /// Where it heads there; where it stands still, to its end.
    public func heading(at t: Double) -> SIMD2<Double> {
        let r = 1 - t
        let sides = zip([SIMD2(0, 0)] + points, points).map { $1 - $0 }
        let weights = points.count == 2 ? [2 * r, 2 * t] : [3 * r * r, 6 * r * t, 3 * t * t]
        let way = zip(sides, weights).reduce(SIMD2<Double>(0, 0)) { $0 + $1.0 * $1.1 }
        if (way * way).sum() > 1e-12 { return way }
        return points[points.count - 1] - place(at: min(t, 0.999))
    }

    static let codec: Codec<SparkTrajectory> = {
        let point = Codec.pair(in: -1000...1000, units: (.plain, .plain))
        let list = Codec.list(of: point, count: 2...3)
        return Codec(allowed: "two or three points [x, y]: a curve from (0, 0)") { value, pointer, context in
            list.read(value, pointer, context).map(SparkTrajectory.init)
        } write: { trajectory in
            list.write(trajectory.points)
        }
    }()
}
