internal import EffectModel

/// Rows and columns through an outline: how much of its box it fills, and how much of it can be seen.
struct OutlineScan {
    /// Share of its bounding box that the outline fills.
    let share: Double
    /// Mean number of ends of a row and of a column. Lines inside the shape, as where an outline crosses itself, end nothing.
    let ends: SIMD2<Double>
    /// Lines that cross the row that most of them cross.
    let most: Double
    /// Ends where they are densest, relative to the mean; 1 for shapes that are as even as letters.
    let density: Double

    private static let rows = 16
    /// Lines that a curve counts as.
    private static let linesOfCurve = 4
    /// Ends of letters and simple shapes where they are densest, relative to the mean.
    private static let densityOfLetters = 4.0
    /// Density of outlines of which most is in one place.
    private static let densityOfHidden = 1e6
    /// Share of a box below which no outline is taken to be.
    private static let least = 0.05

    init(_ outline: Outline) {
        guard let box = outline.bounds, (box.high - box.low).min() > 0 else {
            self = .ofBox
            return
        }
        let size = box.high - box.low
        let rows = Self.crossings(of: outline, along: 0, in: box)
        let columns = Self.crossings(of: outline, along: 1, in: box)
        let (byRow, byColumn) = (Self.inside(rows, of: outline), Self.inside(columns, of: outline))
        share = min(1, max(Self.least, byRow.filled / size.x))
        // Lines between the rows are seen by their length alone.
        let way = Self.measures(of: outline).way
        let crossed = SIMD2(way.y / size.y, way.x / size.x)
        ends = crossed * SIMD2(byRow.visible, byColumn.visible)
        func densest(_ lines: [[Crossing]]) -> Double { Double(lines.map(\.count).max() ?? 0) }
        most = densest(rows)
        let peaks = pointwiseMax(SIMD2(most, densest(columns)) / pointwiseMax(crossed, SIMD2(1e-9, 1e-9)), SIMD2(1, 1))
        // What lies between the rows or columns may be in one place.
        let isHidden = crossed.x > 2 * byRow.crossed || crossed.y > 2 * byColumn.crossed
        density = isHidden ? Self.densityOfHidden : max(1, peaks.x * peaks.y / Self.densityOfLetters)
    }

    private init(share: Double, ends: SIMD2<Double>, most: Double, density: Double) {
        (self.share, self.ends, self.most, self.density) = (share, ends, most, density)
    }

    /// Scan of a box.
    static let ofBox = Self(share: 1, ends: SIMD2(2, 2), most: 0, density: 1)

    /// Whether the outline fills its box.
    var isBox: Bool { share > 0.99 && ends.max() < 2.01 }

    /// Scan of a part, which may be anywhere.
    ///
    /// - Parameter size: Width and height of the part, as shares of the whole.
    func part(of size: SIMD2<Double>) -> Self {
        Self(share: 1, ends: pointwiseMax(2 + (ends - 2) * size, SIMD2(2, 2)), most: 0, density: 1)
    }

    /// Ends in a visible share of the box, relative to the mean: what is not seen may be empty.
    func crowding(in seen: Double) -> Double { 1 + (1 - seen) * (density - 1) }

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

    /// Mean length of a row inside the outline, the mean number of its crossings, and the share of these that are ends.
    private static func inside(_ crossings: [[Crossing]], of outline: Outline)
        -> (filled: Double, crossed: Double, visible: Double)
    {
        var (filled, ends, all) = (0.0, 0, 0)
        for row in crossings {
            var (winding, left) = (0, 0.0)
            for (place, turn) in row.sorted(by: { $0.place < $1.place }) {
                let wasInside = winding != 0
                winding = outline.fillRule == .evenodd ? 1 - winding : winding + turn
                if wasInside { filled += place - left }
                if wasInside != (winding != 0) { ends += 1 }
                left = place
            }
            all += row.count
        }
        let crossed = Double(all) / Double(rows)
        return (filled / Double(rows), crossed, all > 0 ? Double(ends) / Double(all) : 1)
    }

    /// Approximate counts of an outline that does not cross itself, without rows.
    init(ofSimple outline: Outline, in size: SIMD2<Double>) {
        let (way, area) = Self.measures(of: outline)
        let box = size.x * size.y
        share = box > 0 ? min(1, max(Self.least, area / box)) : 1
        ends = box > 0 ? SIMD2(way.y / size.y, way.x / size.x) : SIMD2(2, 2)
        (most, density) = (0, 1)
    }

    /// Length of an outline's lines along each axis, and the area within if they do not cross.
    private static func measures(of outline: Outline) -> (way: SIMD2<Double>, area: Double) {
        var (way, sum) = (SIMD2<Double>(), 0.0)
        forEachLine(of: outline) { from, to in
            way += SIMD2(abs(to.x - from.x), abs(to.y - from.y))
            sum += from.x * to.y - from.y * to.x
        }
        return (way, abs(sum) / 2)
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
