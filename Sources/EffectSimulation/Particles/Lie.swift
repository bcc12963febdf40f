#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A convex shape at rest on a straight wall, which tips over its lowest corner until it lies on a side.
///
/// It turns about the corner toward its center, as fast as if it had started upright on that corner. Its speed depends
/// on how it lies alone, so that the state of a particle needs no history.
struct Lie {
    /// Corners along the wall and toward it, in points from the center.
    private var corners: [SIMD2<Double>]
    /// Unit vectors along the wall and toward it.
    private let along: SIMD2<Double>
    private let down: SIMD2<Double>
    /// Distance in points within which two corners are equally low.
    private let even: Double

    /// Angular speed at which a shape that stands upright on a corner starts to tip, in radians per second, and the
    /// largest.
    private static let slowest = 2.0
    private static let fastest = 12.0
    /// Square of the radius of gyration about a corner, as a share of the square of the distance from the center.
    private static let inertia = 4.0 / 3
    /// Maximum number of corners over which a shape rolls in one step.
    private static let mostTurns = 16

    /// - Parameters:
    ///   - corners: Corners in points from the center; the result is `nil` if there are none.
    ///   - down: Unit vector toward the wall.
    init?(_ corners: [SIMD2<Double>], down: SIMD2<Double>) {
        guard !corners.isEmpty else { return nil }
        let along = SIMD2(down.y, -down.x)
        (self.down, self.along) = (down, along)
        self.corners = corners.map { SIMD2(($0 * along).sum(), ($0 * down).sum()) }
        even = 1e-7 * corners.reduce(0) { max($0, $1.length) }
    }

    /// Distance from the center down to the wall, in points.
    var depth: Double { max(0, corners.reduce(-Double.infinity) { max($0, $1.y) }).rounded(to: 0x1p24) }

    /// Tips the shape for a time.
    ///
    /// - Parameters:
    ///   - time: Time in seconds.
    ///   - push: Acceleration toward the wall, in points per second squared.
    /// - Returns: Clockwise angle in radians, and the center's motion along the wall in points.
    mutating func tip(for time: Double, push: Double) -> (angle: Double, shift: SIMD2<Double>) {
        var (angle, shift, left) = (0.0, 0.0, time)
        for _ in 0..<Self.mostTurns {
            guard left > 0, let turn = nextTurn else { break }
            let speed = speed(about: turn.pivot, push: push)
            let way = min(abs(turn.angle), speed * left)
            // A last-bit difference between two C libraries would grow from step to step.
            let part = (turn.angle < 0 ? -way : way).rounded(to: 0x1p44)
            guard part != 0 else { break }
            let (sine, cosine) = (sin(part).rounded(to: 0x1p48), cos(part).rounded(to: 0x1p48))
            func turned(_ p: SIMD2<Double>) -> SIMD2<Double> {
                SIMD2(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y)
            }
            // The corner stays where it is.
            shift += turn.pivot.x - turned(turn.pivot).x
            angle += part
            corners = corners.map(turned)
            left -= way / speed
        }
        return (angle, along * shift)
    }

    /// The corner about which the shape tips, and the clockwise angle until the next side lies on the wall; `nil` if
    /// the center is above a side that does.
    private var nextTurn: (pivot: SIMD2<Double>, angle: Double)? {
        let depth = corners.reduce(-Double.infinity) { max($0, $1.y) }
        let lowest = corners.filter { $0.y >= depth - even }
        guard let first = lowest.min(by: { $0.x < $1.x }), let last = lowest.max(by: { $0.x < $1.x }) else {
            return nil
        }
        let isLeft = first.x > even
        // A shape that stands upright on a single corner tips to the right.
        let isRight = !isLeft && (last.x < -even || first == last)
        guard isLeft || isRight else { return nil }
        let pivot = isRight ? last : first
        var angle = Double.infinity
        for corner in corners {
            let way = corner - pivot
            let ahead = isRight ? way.x : -way.x
            guard ahead > even || way.y < -even, corner != pivot else { continue }
            let found = atan2(-way.y, ahead)
            if found > 0 { angle = min(angle, found) }
        }
        guard angle < .pi else { return nil }
        return (pivot, isRight ? angle : -angle)
    }

    /// Angular speed in radians per second.
    private func speed(about pivot: SIMD2<Double>, push: Double) -> Double {
        let radius = pivot.length
        guard radius > even else { return Self.fastest }
        // The center has fallen by this share of the radius.
        let fallen = 1 - max(0, pivot.y / radius)
        let square = Self.slowest * Self.slowest + 2 * push / (Self.inertia * radius) * fallen
        return min(Self.fastest, square.squareRoot()).rounded(to: 0x1p30)
    }
}
