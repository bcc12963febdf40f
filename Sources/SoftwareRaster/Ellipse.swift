internal import CVector
internal import EffectModel

/// A placed ellipse, as the quadratic form that gives the squared distance from its middle: 1 is its rim.
struct Ellipse {
    var position: SIMD2<Double>
    /// Half the smaller axis, in pixels.
    let thickness: Double
    /// How much fainter it is for having been made thicker.
    let light: Double
    /// How far up and down it is seen.
    let height: Double

    /// Squared distance from which on nothing is left of a spot: ``EffectModel/Sprite/dotAlpha(at:)``.
    private static let seen = 0.95 * 0.95

    /// The form is a·x² + 2·b·x·y + c·y².
    private let a: Double
    private let b: Double
    private let c: Double
    /// What the squared distance grows by with the square of a line's distance from the middle, where it is least: c − b²/a.
    private let rise: Double

    /// The ellipse in a placed box.
    ///
    /// - Parameter thinnest: The least half axis. What is thinner becomes as thick, and fainter in the same measure.
    /// - Returns: `nil` if it has no area, or none that numbers can tell.
    init?(_ size: SIMD2<Double>, _ placement: Placement, thinnest: Double) {
        position = placement.position
        // The matrix A maps a circle of radius 1 onto the ellipse; A·Aᵀ has its axes, squared, for eigenvalues.
        let (right, down) = (placement.right * (size.x / 2), placement.down * (size.y / 2))
        let (xx, xy, yy) = (
            right.x * right.x + down.x * down.x, right.x * right.y + down.x * down.y,
            right.y * right.y + down.y * down.y
        )
        let mean = (xx + yy) / 2
        let spread = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        let area = Swift.abs(right.x * down.y - right.y * down.x)
        let larger = mean + spread
        // Not mean − spread, of which rounding leaves nothing where the ellipse is thin.
        let smaller = (area * area) / larger
        guard smaller > 0, larger.isFinite, position.x.isFinite, position.y.isFinite else { return nil }

        let least = thinnest * thinnest
        let (long, short) = (max(larger, least), max(smaller, least))
        light = (larger / long).squareRoot() * (smaller / short).squareRoot()
        thickness = short.squareRoot()
        // The same axes with their new lengths: short + (long − short) times the projection on the longer one.
        var along = SIMD3(0.5, 0, 0.5)  // of a circle, any
        if spread > 0 {
            along = SIMD3(0.5 + (xx - yy) / (4 * spread), xy / (2 * spread), 0.5 - (xx - yy) / (4 * spread))
        }
        let grown = SIMD3(short, 0, short) + (long - short) * along
        height = (Self.seen * grown.z).squareRoot()
        let determinant = long * short
        (a, b, c) = (grown.z / determinant, -grown.y / determinant, grown.x / determinant)
        rise = 1 / (determinant * a)
        guard a > 0, a.isFinite, b.isFinite, c.isFinite, rise.isFinite else { return nil }
    }

    /// A line across the ellipse.
    struct Line {
        /// Where the squared distance is least, and how much it is there.
        let middle: Double
        let least: Double
        /// What the squared distance grows by with the square of the way from there.
        let bend: Double

        /// From where to where the line is inside of what is seen.
        var chord: (low: Double, high: Double)? {
            let root = (Ellipse.seen - least) / bend
            guard root > 0 else { return nil }
            let reach = root.squareRoot()
            return (middle - reach, middle + reach)
        }
    }

    /// Line `y`: a·x² + 2·b·y·x + c·y² with the square completed, so that nothing large is taken from anything large.
    @inline(__always)
    func line(_ y: Double) -> Line {
        let dy = y - position.y
        return Line(middle: position.x - b * dy / a, least: dy * dy * rise, bend: a)
    }

    /// A spot of this form for loops in C.
    func glow(_ ink: DotInk) -> hanabi_glow {
        let channels = ink.channels
        return hanabi_glow(
            x: position.x,
            y: position.y,
            height: height,
            a: a,
            b: b,
            rise: rise,
            red: channels.x,
            green: channels.y,
            blue: channels.z,
            alpha: channels.w,
            ink: ink.raw
        )
    }

    /// Where pixels lie that the ellipse touches between two lines.
    func chord(from top: Double, to bottom: Double) -> (low: Double, high: Double)? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for chord in [line(top).chord, line(bottom).chord] {
            guard let chord else { continue }
            (low, high) = (min(low, chord.low), max(high, chord.high))
        }
        // Its leftmost and rightmost points, where they are between the lines.
        let reach = (Self.seen * c / (a * c - b * b)).squareRoot()
        for side in [-reach, reach] {
            let y = position.y - b / c * side
            if y > top, y < bottom { (low, high) = (min(low, position.x + side), max(high, position.x + side)) }
        }
        return low <= high ? (low - 0.5, high + 0.5) : nil
    }
}
