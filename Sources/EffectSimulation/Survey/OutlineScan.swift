internal import EffectModel

/// Rows through an outline: how much of its box it fills, and how much of it can be seen.
struct OutlineScan {
    /// Share of its bounding box that the outline fills.
    let share: Double
    /// Share of its lines at which the shape ends. Others are inside it: an outline that crosses itself has many.
    let bareness: Double
    /// Lines that cross the row that most of them cross.
    let most: Double

    private static let rows = 16
    /// Lines that a curve counts as.
    private static let linesOfCurve = 4
    /// Share of a box below which no outline is taken to be.
    private static let least = 0.05

    init(_ outline: Outline) {
        guard let box = outline.bounds, (box.high - box.low).min() > 0 else {
            (share, bareness, most) = (1, 1, 0)
            return
        }
        let size = box.high - box.low
        var crossings = [[(x: Double, turn: Int)]](repeating: [], count: Self.rows)
        Self.forEachLine(of: outline) { from, to in
            let turn = from.y < to.y ? 1 : -1
            // Rows are half a row from the box's borders.
            let start = (min(from.y, to.y) - box.low.y) / size.y * Double(Self.rows) - 0.5
            let end = (max(from.y, to.y) - box.low.y) / size.y * Double(Self.rows) - 0.5
            var row = max(0, start.rounded(.up))
            while row < end, Int(row) < Self.rows {
                let y = box.low.y + (row + 0.5) / Double(Self.rows) * size.y
                crossings[Int(row)].append((from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y), turn))
                row += 1
            }
        }
        var (filled, ends, all) = (0.0, 0, 0)
        for row in crossings {
            var (winding, left) = (0, 0.0)
            for (x, turn) in row.sorted(by: { $0.x < $1.x }) {
                let wasInside = winding != 0
                winding = outline.fillRule == .evenodd ? 1 - winding : winding + turn
                if wasInside { filled += x - left }
                if wasInside != (winding != 0) { ends += 1 }
                left = x
            }
            all += row.count
        }
        most = Double(crossings.map(\.count).max() ?? 0)
        share = min(1, max(Self.least, filled / size.x / Double(Self.rows)))
        bareness = all > 0 ? Double(ends) / Double(all) : 1
    }

    /// Approximate share of a box that an outline covers which does not cross itself.
    static func share(of outline: Outline, in size: SIMD2<Double>) -> Double {
        var sum = 0.0
        forEachLine(of: outline) { sum += $0.x * $1.y - $0.y * $1.x }
        let box = size.x * size.y
        return box > 0 ? min(1, max(least, abs(sum) / 2 / box)) : 1
    }

    /// Calls `body` with the ends of all lines, of curves those between some of their points. Contours are closed.
    private static func forEachLine(of outline: Outline, _ body: (SIMD2<Double>, SIMD2<Double>) -> Void) {
        var (pen, first) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
        func go(to point: SIMD2<Double>) {
            if point != pen { body(pen, point) }
            pen = point
        }
        for segment in outline.segments {
            let start = pen
            switch segment {
            case .move(let end):
                go(to: first)
                (first, pen) = (end, end)
            case .line(let end): go(to: end)
            case .quadratic(let control, let end):
                for step in 1...linesOfCurve {
                    let t = Double(step) / Double(linesOfCurve)
                    let (a, b) = (start + (control - start) * t, control + (end - control) * t)
                    go(to: a + (b - a) * t)
                }
            case .cubic(let one, let two, let end):
                for step in 1...linesOfCurve {
                    let t = Double(step) / Double(linesOfCurve)
                    let (a, b, c) = (start + (one - start) * t, one + (two - one) * t, two + (end - two) * t)
                    let (d, e) = (a + (b - a) * t, b + (c - b) * t)
                    go(to: d + (e - d) * t)
                }
            case .close: go(to: first)
            }
        }
        go(to: first)
    }
}
