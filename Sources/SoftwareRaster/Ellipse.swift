internal import CKernels
internal import EffectModel

/// A placed ellipse, as the quadratic form of the squared distance from its center: 1 at its rim.
struct Ellipse {
    var position: SIMD2<Double>
    /// Half of the smaller axis, in pixels.
    let thickness: Double
    /// Factor of alpha that compensates for a widened axis, at most 1.
    let light: Double
    /// Extent of the visible part above and below the center, in pixels.
    let height: Double

    /// Squared distance beyond which a dot has no alpha: ``EffectModel/Sprite/dotAlpha(at:)``.
    private static let seen = 0.95 * 0.95

    /// Coefficients of the form a·x² + 2·b·x·y + c·y².
    private let a: Double
    private let b: Double
    private let c: Double
    /// Growth of a row's least squared distance with the square of the row's distance from the center: c − b²/a.
    private let rise: Double

    /// Creates the ellipse in a placed box.
    ///
    /// - Parameter thinnest: Minimum half axis. A thinner axis is widened to the minimum, and alpha reduced in
    ///   proportion.
    /// - Returns: `nil` if the ellipse has no area, or none that is representable.
    init?(_ size: SIMD2<Double>, _ placement: Placement, thinnest: Double) {
        position = placement.position
        // The matrix A maps the unit circle onto the ellipse; the eigenvalues of A·Aᵀ are the squared half axes.
        let (right, down) = (placement.right * (size.x / 2), placement.down * (size.y / 2))
        let (xx, xy, yy) = (
            right.x * right.x + down.x * down.x, right.x * right.y + down.x * down.y,
            right.y * right.y + down.y * down.y
        )
        let mean = (xx + yy) / 2
        let spread = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
        let area = Swift.abs(right.x * down.y - right.y * down.x)
        let larger = mean + spread
        // Not mean − spread, which rounding cancels if the ellipse is thin.
        let smaller = (area * area) / larger
        guard smaller > 0, larger.isFinite, position.x.isFinite, position.y.isFinite else { return nil }

        let least = thinnest * thinnest
        let (long, short) = (max(larger, least), max(smaller, least))
        light = (larger / long).squareRoot() * (smaller / short).squareRoot()
        thickness = short.squareRoot()
        // The same axes with their new lengths: short + (long − short) times the projection on the longer one.
        var along = SIMD3(0.5, 0, 0.5)  // any direction for a circle
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

    /// A row across the ellipse.
    struct Line {
        /// X of the least squared distance, and that distance.
        let middle: Double
        let least: Double
        /// Growth of the squared distance with the square of the distance from `middle`.
        let bend: Double

        /// Ends of the visible part of the row; `nil` if there is none.
        var chord: (low: Double, high: Double)? {
            let root = (Ellipse.seen - least) / bend
            guard root > 0 else { return nil }
            let reach = root.squareRoot()
            return (middle - reach, middle + reach)
        }
    }

    /// Row `y`: a·x² + 2·b·y·x + c·y² with the square completed, so that no large numbers cancel.
    @inline(__always)
    func line(_ y: Double) -> Line {
        let dy = y - position.y
        return Line(middle: position.x - b * dy / a, least: dy * dy * rise, bend: a)
    }

    /// Dot of this form, for the C kernels.
    func glow(_ ink: DotInk) -> hanabi_dot {
        let channels = ink.channels
        return hanabi_dot(
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

    /// Ends of the pixels that the ellipse touches between two horizontal lines; `nil` if there are none.
    func chord(from top: Double, to bottom: Double) -> (low: Double, high: Double)? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for chord in [line(top).chord, line(bottom).chord] {
            guard let chord else { continue }
            (low, high) = (min(low, chord.low), max(high, chord.high))
        }
        // The leftmost and rightmost points, if they are between the lines.
        let reach = (Self.seen * c / (a * c - b * b)).squareRoot()
        for side in [-reach, reach] {
            let y = position.y - b / c * side
            if y > top, y < bottom { (low, high) = (min(low, position.x + side), max(high, position.x + side)) }
        }
        return low <= high ? (low - 0.5, high + 0.5) : nil
    }
}
