internal import EffectModel

/// Rows and columns through an outline: how much of its box it fills, and how much of it can be seen.
struct OutlineScan {
    /// Share of its bounding box that the outline fills.
    let share: Double
    /// Mean number of ends of a row, at least 2, and of a column. Lines inside the shape, as where an outline crosses itself, end
    /// nothing.
    let ends: SIMD2<Double>
    /// Lines that cross the row that most of them cross.
    let most: Double

    private static let rows = 16
    /// Lines that a curve counts as.
    private static let linesOfCurve = 4
    /// Share of a box below which no outline is taken to be.
    private static let least = 0.05

    init(_ outline: Outline) {
        guard let box = outline.bounds, (box.high - box.low).min() > 0 else {
            (share, ends, most) = (1, SIMD2(2, 2), 0)
            return
        }
        let rows = Self.crossings(of: outline, along: 0, in: box)
        let columns = Self.crossings(of: outline, along: 1, in: box)
        let (byRow, byColumn) = (Self.inside(rows, of: outline), Self.inside(columns, of: outline))
        most = Double(rows.map(\.count).max() ?? 0)
        share = min(1, max(Self.least, byRow.filled / (box.high.x - box.low.x)))
        ends = pointwiseMax(SIMD2(byRow.ends, byColumn.ends), SIMD2(2, 2))
    }

    private typealias Crossing = (place: Double, turn: Int)

    /// Places at which evenly spaced rows or columns cross an outline, each with the sense in which the outline crosses.
    ///
    /// - Parameter axis: Axis along which the lines run: 0 for rows, 1 for columns.
    private static func crossings(
        of outline: Outline,
        along axis: Int,
        in box: (low: SIMD2<Double>, high: SIMD2<Double>)
    )
        -> [[Crossing]]
    {
        let across = 1 - axis
        let (low, size) = (box.low[across], box.high[across] - box.low[across])
        var crossings = [[Crossing]](repeating: [], count: rows)
        forEachLine(of: outline) { from, to in
            let turn = from[across] < to[across] ? 1 : -1
            // Rows are half a row from the box's borders.
            let start = (min(from[across], to[across]) - low) / size * Double(rows) - 0.5
            let end = (max(from[across], to[across]) - low) / size * Double(rows) - 0.5
            var row = max(0, start.rounded(.up))
            while row < end, Int(row) < rows {
                let place = low + (row + 0.5) / Double(rows) * size
                let part = (place - from[across]) / (to[across] - from[across])
                crossings[Int(row)].append((from[axis] + (to[axis] - from[axis]) * part, turn))
                row += 1
            }
        }
        return crossings
    }

    /// Mean length of a row inside the outline, and the mean number of its ends.
    private static func inside(_ crossings: [[Crossing]], of outline: Outline) -> (filled: Double, ends: Double) {
        var (filled, ends) = (0.0, 0)
        for row in crossings {
            var (winding, left) = (0, 0.0)
            for (place, turn) in row.sorted(by: { $0.place < $1.place }) {
                let wasInside = winding != 0
                winding = outline.fillRule == .evenodd ? 1 - winding : winding + turn
                if wasInside { filled += place - left }
                if wasInside != (winding != 0) { ends += 1 }
                left = place
            }
        }
        return (filled / Double(rows), Double(ends) / Double(rows))
    }

    /// Approximate counts of an outline that does not cross itself, without rows.
    init(ofSimple outline: Outline, in size: SIMD2<Double>) {
        var (sum, way) = (0.0, SIMD2(0.0, 0.0))
        Self.forEachLine(of: outline) { from, to in
            sum += from.x * to.y - from.y * to.x
            way += SIMD2(abs(to.x - from.x), abs(to.y - from.y))
        }
        let box = size.x * size.y
        share = box > 0 ? min(1, max(Self.least, abs(sum) / 2 / box)) : 1
        ends = box > 0 ? pointwiseMax(SIMD2(way.y / size.y, way.x / size.x), SIMD2(2, 2)) : SIMD2(2, 2)
        most = 0
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
