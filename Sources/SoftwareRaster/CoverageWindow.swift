/// A window of a ``CoverageMask`` while edges are added: its memory without the checks that an array makes at each step.
///
/// Every write goes through ``add(_:_:height:edge:)``, whose callers keep to rows 0..<`rows` and columns 0..<`width`: lines
/// are cut at the window's rows first, and their columns are clamped to 0...`width`. Debug builds check every index.
struct CoverageWindow {
    /// The pixels of a row that have an edge: from `low` up to, not including, `high`.
    struct Span {
        var low: Int32
        var high: Int32

        static let empty = Span(low: .max, high: 0)
    }

    let cells: UnsafeMutableBufferPointer<Int32>
    let spans: UnsafeMutableBufferPointer<Span>
    let left: Int
    let top: Int
    let width: Int
    let rows: Int

    /// Cells in a row: one more than pixels, as what lies right of an edge in the last pixel is kept, too; and three more,
    /// so that four can be read at a time.
    @inline(__always)
    static func stride(of width: Int) -> Int { width &+ 4 }

    @inline(__always)
    var stride: Int { Self.stride(of: width) }

    /// Adds an edge, in 1/256 pixel, at most 2³⁰ from the origin.
    ///
    /// - Parameter weight: Multiplies what the edge adds: −255...255.
    @inline(__always)
    func addLine(from start: SIMD2<Int>, to end: SIMD2<Int>, weight: Int = 1) {
        // Always downwards: neighbours that share an edge, each in its own direction, cross every row at the same place.
        let isDown = start.y <= end.y
        let (a, b) = isDown ? (start, end) : (end, start)
        let (x, y) = (a.x &- left &<< 8, a.y &- top &<< 8)
        let (dx, dy) = (b.x &- a.x, b.y &- a.y)
        if dy == 0 { return }
        let line = Line(x: x, y: y, dx: dx, dy: dy, weight: isDown ? weight : -weight)
        let (right, bottom) = (width &<< 8, rows &<< 8)
        if y >= 0, y &+ dy <= bottom, min(x, x &+ dx) >= 0, max(x, x &+ dx) <= right {
            addWhole(line)
        } else {
            addCut(line, right: right, bottom: bottom)
        }
    }

    /// A downward edge from (x, y), in the window's coordinates.
    struct Line {
        let x: Int
        let y: Int
        let dx: Int
        let dy: Int
        /// Below zero for an edge that ran upwards.
        let weight: Int

        func x(at row: Int) -> Int { x + floorDivide((row - y) * dx, dy) }
    }

    /// An edge that lies in the window.
    @inline(__always)
    private func addWhole(_ line: Line) {
        let (end, endX) = (line.y &+ line.dy, line.x &+ line.dx)
        var row = line.y &>> 8
        var next = (row &+ 1) &<< 8
        var (y, x, there) = (line.y, line.x, endX)
        // Where the edge crosses into a row is ⌊(row − y)·dx/dy⌋, by a running quotient and remainder.
        var (rest, step, stepRest) = (0, 0, 0)
        if next < end {
            let offset = (next &- y) &* line.dx
            let quotient = floorDivide(offset, line.dy)
            rest = offset &- quotient &* line.dy
            there = x &+ quotient
            if next &+ 256 < end {
                step = floorDivide(line.dx &<< 8, line.dy)
                stepRest = (line.dx &<< 8) &- step &* line.dy
            }
        }
        while next < end {
            addRow(row, x, there, height: next &- y, weight: line.weight)
            (x, y) = (there, next)
            row &+= 1
            next &+= 256
            rest &+= stepRest
            let carry = rest >= line.dy
            rest &-= carry ? line.dy : 0
            there = next < end ? x &+ step &+ (carry ? 1 : 0) : endX
        }
        addRow(row, x, there, height: end &- y, weight: line.weight)
    }

    /// The part of an edge within one row, `x0` to `x1` in 0...256·`width`: spread over the pixels that it passes.
    @inline(__always)
    private func addRow(_ row: Int, _ x0: Int, _ x1: Int, height: Int, weight: Int) {
        let (low, high) = x0 < x1 ? (x0, x1) : (x1, x0)
        let first = low &>> 8
        let last = max(first, (high &- 1) &>> 8)
        if first == last {
            if first >= width { return }
            note(row, first, first &+ 1)
            add(row &* stride &+ first, height &* weight, edge: (low &- first &<< 8) &+ (high &- first &<< 8))
            return
        }
        // Each pixel's share of the height is ⌊(x − low)·height/(high − low)⌋ less that of the pixels before it, so that
        // they add up to the whole height. At most 2¹⁶ is divided by at most 2²⁴.
        note(row, first, last &+ 1)
        let run = UInt32(truncatingIfNeeded: high &- low)
        var index = row &* stride &+ first
        let share = UInt32(truncatingIfNeeded: (((first &+ 1) &<< 8) &- low) &* height)
        let firstHeight = share / run
        var rest = share &- firstHeight &* run
        var done = Int(firstHeight)
        add(index, done &* weight, edge: (low &- first &<< 8) &+ 256)
        index &+= 1
        if first &+ 1 < last {
            let whole = UInt32(truncatingIfNeeded: 256 &* height)
            let step = whole / run
            let stepRest = whole &- step &* run
            for _ in first &+ 1..<last {
                var part = step
                rest &+= stepRest
                if rest >= run {
                    rest &-= run
                    part &+= 1
                }
                add(index, Int(part) &* weight, edge: 256)
                done &+= Int(part)
                index &+= 1
            }
        }
        add(index, (height &- done) &* weight, edge: high &- last &<< 8)
    }

    @inline(__always)
    private func note(_ row: Int, _ low: Int, _ high: Int) {
        let span = spans[row]
        spans[row] = Span(
            low: min(span.low, Int32(truncatingIfNeeded: low)),
            high: max(span.high, Int32(truncatingIfNeeded: high))
        )
    }

    /// An edge within one pixel: `height` is how far it falls, `edge` how far its two ends are from the left side, summed.
    @inline(__always)
    private func add(_ index: Int, _ height: Int, edge: Int) {
        let leftOf = height &* edge
        cells[index] &+= Int32(truncatingIfNeeded: height &<< 9 &- leftOf)
        cells[index &+ 1] &+= Int32(truncatingIfNeeded: leftOf)
    }
}

// MARK: - Edges that leave the window

extension CoverageWindow {
    /// An edge of which only a part counts. Beyond the right side nothing is seen of it; beyond the left, only that it
    /// crosses the row.
    @inline(never)
    private func addCut(_ line: Line, right: Int, bottom: Int) {
        let (from, to) = (max(0, line.y), min(bottom, line.y + line.dy))
        guard from < to else { return }
        let (x0, x1) = (line.x(at: from), line.x(at: to))
        if min(x0, x1) >= 0, max(x0, x1) <= right {
            addInside(line, from: from, to: to, right: right)
            return
        }
        let (low, high) = (min(x0, x1), max(x0, x1))
        func cut(_ side: Int) -> Int {
            guard low < side, side < high else { return from }
            return min(to, max(from, line.y + floorDivide((side - line.x) * line.dy, line.dx)))
        }
        let (one, other) = (cut(0), cut(right))
        let (first, second) = (min(one, other), max(one, other))
        addPart(line, from: from, to: first, right: right)
        addPart(line, from: first, to: second, right: right)
        addPart(line, from: second, to: to, right: right)
    }

    /// A part of an edge that lies wholly inside the window, or wholly on one side of it.
    private func addPart(_ line: Line, from: Int, to: Int, right: Int) {
        guard to > from else { return }
        let middle = line.x(at: (from + to) / 2)
        if middle < 0 {
            addInside(Line(x: 0, y: from, dx: 0, dy: to - from, weight: line.weight), from: from, to: to, right: right)
        } else if middle < right {
            addInside(line, from: from, to: to, right: right)
        }
    }

    private func addInside(_ line: Line, from: Int, to: Int, right: Int) {
        var y = from
        var here = min(right, max(0, line.x(at: from)))
        while y < to {
            let next = min(to, (y | 255) + 1)
            let there = min(right, max(0, line.x(at: next)))
            addRow(y >> 8, here, there, height: next - y, weight: line.weight)
            (y, here) = (next, there)
        }
    }
}

/// a/b rounded down, for b > 0 or b < 0.
@inline(__always)
private func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a != quotient &* b && (a < 0) != (b < 0) ? quotient &- 1 : quotient
}
