/// How much of each pixel a polygon covers, exactly, by adding up signed areas edge by edge.
///
/// Coordinates are integers of 1/256 pixel, and so is everything after them: the same edges give the same coverage on
/// any machine. A mask works on a window of the canvas; what lies left of it still counts, what lies elsewhere is cut.
///
/// - Source: the cell method of LibArt and FreeType's smooth rasterizer (David Turner, `ftgrays.c`, documentation).
struct CoverageMask {
    /// Two numbers for each pixel: the height that edges cross in it, and twice the area to the left of them.
    ///
    /// 32 bits suffice: an edge that only rises or falls adds at most 2⁸ and 2¹⁷ to a pixel, a curve is at most three such
    /// edges, and a path has at most 2,000 curves: 6,000 × 2¹⁷, and as much again for the heights × 2⁹ when a row is
    /// swept, is less than 2³¹. (``EffectModel/SVGPath/maximumSegments`` must not grow without these.)
    private var cells: [Int32]
    /// For each row, the pixels that have an edge.
    private var spans: [Range<Int>]
    private var width = 0
    private(set) var rows = 0
    private var left = 0
    private var top = 0

    /// Most pixels of a window. Larger shapes are drawn in several.
    static let capacity = 65_536

    init() {
        cells = Array(repeating: 0, count: 2 * Self.capacity)
        spans = []
    }

    /// How many rows of `width` pixels fit.
    static func rows(of width: Int) -> Int { max(1, capacity / (width + 1)) }

    /// Starts on an empty window. What the last one held must have been swept.
    mutating func begin(left: Int, top: Int, width: Int, rows: Int) {
        precondition((width + 1) * rows <= Self.capacity)
        (self.left, self.top, self.width, self.rows) = (left, top, width, rows)
        if spans.count < rows { spans = Array(repeating: Int.max..<Int.max, count: rows) }
    }

    /// Adds an edge, in 1/256 pixel, at most 2³⁰ from the origin.
    mutating func addLine(from start: SIMD2<Int>, to end: SIMD2<Int>) {
        // Always downwards: neighbours that share an edge, each in its own direction, cross every row at the same place.
        let (a, b, sign) = start.y <= end.y ? (start, end, 1) : (end, start, -1)
        var (x0, y0) = (a.x - left << 8, a.y - top << 8)
        var (x1, y1) = (b.x - left << 8, b.y - top << 8)
        let (dx, dy) = (x1 - x0, y1 - y0)
        let bottom = rows << 8
        guard dy > 0, y1 > 0, y0 < bottom else { return }
        let (ox, oy) = (x0, y0)
        if y0 < 0 { (x0, y0) = (ox + floorDivide((0 - oy) * dx, dy), 0) }
        if y1 > bottom { (x1, y1) = (ox + floorDivide((bottom - oy) * dx, dy), bottom) }

        let right = width << 8
        let line = Line(x: ox, y: oy, dx: dx, dy: dy, sign: sign)
        if min(x0, x1) >= 0, max(x0, x1) <= right {
            addInside(line, from: y0, to: y1, right: right)
        } else {
            addCrossing(line, x: min(x0, x1)...max(x0, x1), from: y0, to: y1, right: right)
        }
    }

    /// A downward edge through (x, y), in the window's coordinates.
    private struct Line {
        let x: Int
        let y: Int
        let dx: Int
        let dy: Int
        let sign: Int

        func x(at row: Int) -> Int { x + floorDivide((row - y) * dx, dy) }
    }

    private mutating func addInside(_ line: Line, from: Int, to: Int, right: Int) {
        if line.dx == 0 {
            addColumn(x: line.x, from: from, to: to, sign: line.sign)
        } else {
            addSlope(line, from: from, to: to, right: right)
        }
    }

    /// An edge that leaves the window sideways. Beyond the right side nothing is seen of it; beyond the left, only that
    /// it crosses the row.
    private mutating func addCrossing(_ line: Line, x: ClosedRange<Int>, from: Int, to: Int, right: Int) {
        func cut(_ side: Int) -> Int {
            guard x.lowerBound < side, side < x.upperBound else { return from }
            return min(to, max(from, line.y + floorDivide((side - line.x) * line.dy, line.dx)))
        }
        let (one, other) = (cut(0), cut(right))
        let (first, second) = (min(one, other), max(one, other))
        addPart(line, from: from, to: first, right: right)
        addPart(line, from: first, to: second, right: right)
        addPart(line, from: second, to: to, right: right)
    }

    /// A part of an edge that lies wholly inside the window, or wholly on one side of it.
    private mutating func addPart(_ line: Line, from: Int, to: Int, right: Int) {
        guard to > from else { return }
        let middle = line.x(at: (from + to) / 2)
        if middle < 0 {
            addColumn(x: 0, from: from, to: to, sign: line.sign)
        } else if middle < right {
            addInside(line, from: from, to: to, right: right)
        }
    }

    /// A vertical edge.
    private mutating func addColumn(x: Int, from: Int, to: Int, sign: Int) {
        var y = from
        while y < to {
            let next = min(to, (y | 255) + 1)
            add(row: y >> 8, x0: x, x1: x, height: (next - y) * sign)
            y = next
        }
    }

    private mutating func addSlope(_ line: Line, from: Int, to: Int, right: Int) {
        var y = from
        var here = min(right, max(0, line.x(at: from)))
        while y < to {
            let next = min(to, (y | 255) + 1)
            let there = min(right, max(0, line.x(at: next)))
            addRow(y >> 8, here, there, height: next - y, sign: line.sign)
            (y, here) = (next, there)
        }
    }

    /// The part of an edge within one row, `x0` to `x1`: spread over the pixels that it passes.
    private mutating func addRow(_ row: Int, _ x0: Int, _ x1: Int, height: Int, sign: Int) {
        if x0 >> 8 == x1 >> 8 {
            add(row: row, x0: x0, x1: x1, height: height * sign)
            return
        }
        let (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
        var x = low
        var done = 0
        while x < high {
            let next = min(high, (x | 255) + 1)
            // Shares are differences of one running value, so that they add up to the whole height.
            let reached = next == high ? height : (next - low) * height / (high - low)
            add(row: row, x0: x, x1: next, height: (reached - done) * sign)
            (x, done) = (next, reached)
        }
    }

    /// An edge within one pixel; its right side may lie on the pixel's right border.
    private mutating func add(row: Int, x0: Int, x1: Int, height: Int) {
        if height == 0 { return }
        let column = min(x0, x1) >> 8
        if column >= width { return }
        let index = 2 * (row * (width + 1) + column)
        let base = column << 8
        cells[index] += Int32(truncatingIfNeeded: height)  // |height| ≤ 256
        cells[index + 1] += Int32(truncatingIfNeeded: height * (x0 - base + x1 - base))  // ≤ 2¹⁷
        let span = spans[row]
        if column < span.lowerBound || column >= span.upperBound {
            spans[row] =
                span.lowerBound == Int.max
                ? column..<(column + 1) : min(span.lowerBound, column)..<max(span.upperBound, column + 1)
        }
    }

    /// Hands out every row that has coverage, as runs of equal coverage in 1...255, and leaves the mask empty.
    ///
    /// - Parameter body: Row and columns on the canvas, coverage.
    mutating func sweep(evenOdd: Bool, _ body: (_ y: Int, _ x: Range<Int>, _ coverage: UInt32) -> Void) {
        for row in 0..<rows where spans[row].lowerBound != Int.max {
            let span = spans[row]
            spans[row] = Int.max..<Int.max
            var height: Int32 = 0
            var index = 2 * (row * (width + 1) + span.lowerBound)
            var column = span.lowerBound
            while column < span.upperBound {
                // A stretch without edges has one coverage throughout.
                let first = column
                if cells[index] == 0, cells[index + 1] == 0 {
                    repeat {
                        column += 1
                        index += 2
                    } while column < span.upperBound && cells[index] == 0 && cells[index + 1] == 0
                    let coverage = Self.coverage(height * 512, evenOdd)
                    if coverage > 0 { body(top + row, left + first..<left + column, coverage) }
                    continue
                }
                height += cells[index]
                let coverage = Self.coverage(height * 512 - cells[index + 1], evenOdd)
                cells[index] = 0
                cells[index + 1] = 0
                column += 1
                index += 2
                if coverage > 0 { body(top + row, left + first..<left + column, coverage) }
            }
            // Behind the last edge, a shape that was cut on the right goes on to the window's side.
            let coverage = Self.coverage(height * 512, evenOdd)
            if coverage > 0, column < width { body(top + row, left + column..<left + width, coverage) }
        }
    }

    /// Twice the covered area in 1/256² pixel (a whole pixel is 2¹⁷) → 0...255, rounded to nearest.
    private static func coverage(_ area: Int32, _ evenOdd: Bool) -> UInt32 {
        var area = UInt32(area.magnitude)
        if evenOdd {
            area &= 0x3_FFFF
            if area > 0x2_0000 { area = 0x4_0000 - area }
        } else {
            area = min(area, 0x2_0000)
        }
        return (area &* 255 &+ 0x1_0000) >> 17
    }
}

/// a/b rounded down, for b > 0 or b < 0.
private func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
}
