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

    /// The form is a·x² + 2·b·x·y + c·y².
    private let a: Double
    private let b: Double
    private let c: Double

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
        height = (DotTable.end * grown.z).squareRoot()
        let determinant = long * short
        (a, b, c) = (grown.z / determinant, -grown.y / determinant, grown.x / determinant)
        guard a > 0, a.isFinite, b.isFinite, c.isFinite else { return nil }
    }

    /// From where to where line `y` is inside of what is seen.
    func chord(_ y: Double) -> (low: Double, high: Double)? {
        // a·x² + 2·b·y·x + c·y² = end, solved for x
        let dy = y - position.y
        let half = b * dy / a
        let root = half * half - (c * dy * dy - DotTable.end) / a
        guard root > 0 else { return nil }
        let reach = root.squareRoot()
        return (position.x - half - reach, position.x - half + reach)
    }

    /// Where pixels lie that the ellipse touches between two lines.
    func chord(from top: Double, to bottom: Double) -> (low: Double, high: Double)? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for chord in [chord(top), chord(bottom)] {
            guard let chord else { continue }
            (low, high) = (min(low, chord.low), max(high, chord.high))
        }
        // Its leftmost and rightmost points, where they are between the lines.
        let reach = (DotTable.end * c / (a * c - b * b)).squareRoot()
        for side in [-reach, reach] {
            let y = position.y - b / c * side
            if y > top, y < bottom { (low, high) = (min(low, position.x + side), max(high, position.x + side)) }
        }
        return low <= high ? (low - 0.5, high + 0.5) : nil
    }

    /// A walk to the right along a line, from (x, y).
    func walk(x: Double, y: Double, step: Double) -> Walk {
        let (dx, dy) = (x - position.x, y - position.y)
        return Walk(
            value: a * dx * dx + 2 * b * dx * dy + c * dy * dy,
            change: a * step * (2 * dx + step) + 2 * b * step * dy,
            bend: 2 * a * step * step
        )
    }

    /// Squared distances, one step after another, by their second differences.
    struct Walk {
        private var value: Int
        private var change: Int
        private let bend: Int

        /// 2⁴⁰ is the rim.
        private static let one = 1_099_511_627_776.0
        private static let shift = 40 - 12

        fileprivate init(value: Double, change: Double, bend: Double) {
            /// What is far beyond the rim, or no number, may be anywhere beyond.
            func fixed(_ value: Double) -> Int {
                let limit = 1_048_576.0
                return Int((value > -limit ? (value < limit ? value : limit) : -limit) * Self.one)
            }
            (self.value, self.change, self.bend) = (fixed(value), fixed(change), fixed(bend))
        }

        /// The next place's entry in a ``DotTable``.
        @inline(__always)
        mutating func next() -> Int {
            // Steps may wrap around far outside; an entry it is all the same.
            let index = min(max(value >> Self.shift, 0), DotTable.count)
            value &+= change
            change &+= bend
            return index
        }
    }
}
