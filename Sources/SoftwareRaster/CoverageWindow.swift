internal import Memory

/// A window of a ``CoverageMask`` while edges are added: its memory without an array's checks at each access.
///
/// All writes stay within rows 0..<`rows` and columns 0...`width`: lines are clipped at the window's rows first and
/// their columns clamped to 0...`width`, unless their corners are known to be inside.
struct CoverageWindow {
    let cells: MutableMemoryView<Int32>
    /// Columns of each row that have an edge.
    let spans: MutableMemoryView<Bitmap.Span>
    /// Table made by ``makeReciprocals()``.
    let reciprocals: MemoryView<UInt32>
    let left: Int
    let top: Int
    let width: Int
    let rows: Int

    /// Cells in a row: two more than pixels, because an edge may be on the window's right side, and the area to the
    /// right of an edge has a cell of its own; and two more, so that four can be read at a time.
    @inline(__always)
    static func stride(of width: Int) -> Int { width &+ 4 }

    @inline(__always)
    var stride: Int { Self.stride(of: width) }

    /// Adds an edge, in 1/256 pixel, at most 2³⁰ from the origin.
    ///
    /// - Parameter weight: Factor of the edge's contribution, −255...255.
    func addLine(from start: SIMD2<Int>, to end: SIMD2<Int>, weight: Int = 1) {
        guard let line = line(from: start, to: end, weight: weight) else { return }
        let (right, bottom) = (width &<< 8, rows &<< 8)
        let endX = line.x &+ line.dx
        if line.y >= 0, line.y &+ line.dy <= bottom, min(line.x, endX) >= 0, max(line.x, endX) <= right {
            addRows(line) { addRow($0, x0: $1, x1: $2, height: $3, weight: line.weight) }
        } else {
            addCut(line, right: right, bottom: bottom)
        }
    }

    /// Adds a closed contour of `count` corners, at least one.
    ///
    /// - Parameter isInside: Whether all corners are in the window, borders included.
    @inline(__always)
    func addContour(_ corners: MemoryView<SIMD2<Int>>, count: Int, isInside: Bool) {
        if isInside { return addWhole(corners, count: count) }
        var from = corners[count &- 1]
        for index in 0..<count {
            let to = corners[index]
            addLine(from: from, to: to)
            from = to
        }
    }

    /// Edge in the window's coordinates; `nil` if it is horizontal.
    @inline(__always)
    private func line(from start: SIMD2<Int>, to end: SIMD2<Int>, weight: Int) -> Line? {
        let (startX, startY, endX, endY) = (start.x, start.y, end.x, end.y)
        if startY == endY { return nil }
        // Always downward: neighbors that share an edge, each in its own direction, cross every row at the same point.
        let sign = startY < endY ? 1 : -1
        return Line(
            x: (startY < endY ? startX : endX) &- left &<< 8,
            y: min(startY, endY) &- top &<< 8,
            dx: (endX &- startX) &* sign,
            dy: (endY &- startY) &* sign,
            weight: weight &* sign
        )
    }

    /// A downward edge from (x, y), in the window's coordinates.
    struct Line {
        let x: Int
        let y: Int
        let dx: Int
        let dy: Int
        /// Weight, negated for an edge that ran upward.
        let weight: Int

        func x(at row: Int) -> Int { x + floorDivide((row - y) * dx, dy) }
    }

    /// Calls `add` with the parts of an edge inside the window: the row, the edge's x at both ends, and the height.
    @inline(__always)
    func addRows(_ line: Line, _ add: (_ row: Int, _ x0: Int, _ x1: Int, _ height: Int) -> Void) {
        let (end, endX) = (line.y &+ line.dy, line.x &+ line.dx)
        var row = line.y &>> 8
        var next = (row &+ 1) &<< 8
        var (y, x, there) = (line.y, line.x, endX)
        // The edge crosses into a row at ⌊(row − y)·dx/dy⌋, by a running quotient and remainder.
        var (rest, step, stepRest) = (0, 0, 0)
        if next < end {
            let offset = (next &- y) &* line.dx
            let quotient = divided(offset, by: line.dy)
            rest = offset &- quotient &* line.dy
            there = x &+ quotient
            if next &+ 256 < end {
                step = divided(line.dx &<< 8, by: line.dy)
                stepRest = (line.dx &<< 8) &- step &* line.dy
            }
        }
        while true {
            add(row, x, there, min(next, end) &- y)
            if next >= end { return }
            (x, y) = (there, next)
            row &+= 1
            next &+= 256
            rest &+= stepRest
            let carry = rest >= line.dy
            rest &-= carry ? line.dy : 0
            there = next < end ? x &+ step &+ (carry ? 1 : 0) : endX
        }
    }

    /// Adds the part of an edge within a row, `x0` to `x1` in 0...256·`width`, spread over the pixels that it crosses.
    @inline(__always)
    func addRow(_ row: Int, x0: Int, x1: Int, height: Int, weight: Int) {
        let (low, high) = (min(x0, x1), max(x0, x1))
        let (first, fraction, run) = (low &>> 8, low & 255, high &- low)
        var index = row &* stride &+ first
        if fraction &+ run <= 256 {
            note(row, low: first, high: first &+ 1)
            add(index, height &* weight, edge: fraction &+ fraction &+ run)
            return
        }
        // Each pixel's share of the height is ⌊(x − low)·height/run⌋ less the shares before, so that all add up to the
        // whole height. At most 2¹⁶ is divided by at most 2²⁴.
        let last = (high &- 1) &>> 8
        note(row, low: first, high: last &+ 1)
        let divisor = UInt32(truncatingIfNeeded: run)
        let product = UInt32(truncatingIfNeeded: (256 &- fraction) &* height)
        let share = product / divisor
        var done = Int(share)
        add(index, done &* weight, edge: fraction &+ 256)
        index &+= 1
        if first &+ 1 < last {
            var rest = product &- share &* divisor
            let whole = UInt32(truncatingIfNeeded: height &<< 8)
            let step = whole / divisor
            let stepRest = whole &- step &* divisor
            for _ in first &+ 1..<last {
                rest &+= stepRest
                let carry = rest >= divisor
                rest &-= carry ? divisor : 0
                let part = Int(step) &+ (carry ? 1 : 0)
                add(index, part &* weight, edge: 256)
                done &+= part
                index &+= 1
            }
        }
        add(index, (height &- done) &* weight, edge: high &- last &<< 8)
    }

    @inline(__always)
    func note(_ row: Int, low: Int, high: Int) {
        spans[row] = spans[row].joined(low, high)
    }

    /// Adds an edge within a pixel: `height` is its weighted height, `edge` the sum of its two ends' distances from the
    /// left side.
    @inline(__always)
    private func add(_ index: Int, _ height: Int, edge: Int) {
        let leftOf = height &* edge
        cells[index] &+= Int32(truncatingIfNeeded: height &<< 9 &- leftOf)
        cells[index &+ 1] &+= Int32(truncatingIfNeeded: leftOf)
    }
}

// MARK: - Edges that leave the window

extension CoverageWindow {
    /// Adds an edge of which only a part counts. To the right of the window it has no effect; to the left, only the
    /// rows that it crosses count.
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

    /// Adds a part of an edge that is entirely inside the window, or entirely on one side of it.
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
            addRow(y >> 8, x0: here, x1: there, height: next - y, weight: line.weight)
            (y, here) = (next, there)
        }
    }
}

/// Quotient a/b rounded down, for b > 0 or b < 0.
@inline(__always)
private func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a != quotient &* b && (a < 0) != (b < 0) ? quotient &- 1 : quotient
}

/// Quotient a/b rounded down, for b > 0 and a above −2⁶².
@inline(__always)
private func divided(_ a: Int, by b: Int) -> Int {
    // Unsigned division needs no checks: for a negative a, −a is rounded up instead.
    let sign = a >> (Int.bitWidth - 1)
    let size = (a ^ sign) &- sign &+ ((b &- 1) & sign)
    let quotient = UInt(bitPattern: size) / UInt(bitPattern: b)
    return (Int(bitPattern: quotient) ^ sign) &- sign
}
