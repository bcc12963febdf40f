internal import Memory

extension CoverageWindow {
    /// Whether nothing was drawn yet on any pixel that ``sweep(_:by:onto:)`` writes: up to three beyond the window.
    @inline(__always)
    func isUntouched<Format>(on surface: Surface<Format>) -> Bool {
        left &+ width &+ 3 <= surface.width
            && surface.isUntouched(top..<top &+ rows, low: left, high: left &+ width &+ 3)
    }

    /// Paints covered pixels, and empties the window.
    ///
    /// The window must be on the surface: its rows and columns are indices for writing.
    @inline(__always)
    func sweep<Format>(
        _ painter: some CoveragePainter<Format>,
        by rule: CoverageRule,
        onto surface: inout Surface<Format>
    ) {
        // Away from the canvas' side, every shape ends before its window does. At the side, pixels behind the end are
        // left out.
        let isCut = left &+ width &+ 3 > surface.width
        for row in 0..<rows {
            let span = spans[row]
            if span.high == 0 { continue }
            spans[row] = .empty
            let (low, high) = (Int(span.low), min(width, Int(span.high)))
            let cell = row &* stride
            let pixel = (top &+ row) &* surface.width &+ left
            var column = low
            var painted = low
            var area: Int32 = 0
            while column < high {
                if high &- column >= Self.longRun, cells.isZeroBlock(at: cell &+ column) {
                    // A stretch without edges has constant coverage.
                    let first = column
                    repeat { column &+= 4 } while high &- column >= 4 && cells.isZeroBlock(at: cell &+ column)
                    let coverage = rule.coverage(area)
                    if coverage > 0 {
                        painter.paint(surface, range: pixel &+ first..<pixel &+ column, coverage: coverage)
                    } else if column &- first >= Bitmap.blockWidth {
                        surface.touch(top &+ row, low: left &+ painted, high: left &+ first)
                        painted = column
                    }
                    continue
                }
                // Four pixels at a time, with or without edges. Cells behind the row's last one are 0, so their pixels
                // stay unchanged.
                var areas = cells.takeBlock(at: cell &+ column)
                areas &+= SIMD4(0, areas[0], areas[1], areas[2])
                areas &+= SIMD4(0, 0, areas[0], areas[1])
                areas &+= SIMD4(repeating: area)
                area = areas[3]
                var coverage = rule.coverage(areas)
                if isCut {
                    let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: high &- column))
                    coverage.replace(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
                }
                let index = pixel &+ column
                surface.setBlock(at: index, painter.painted(surface.block(at: index), coverage))
                column &+= 4
            }
            // Remainder that an edge in the last pixel leaves to the next cell.
            area &+= cells[cell &+ high]
            cells[cell &+ high] = 0
            column = high
            // Behind the last edge, a shape that was clipped on the right continues to the window's side.
            if high < width {
                let coverage = rule.coverage(area)
                if coverage > 0 {
                    painter.paint(surface, range: pixel &+ high..<pixel &+ width, coverage: coverage)
                    column = width
                }
            }
            surface.touch(top &+ row, low: left &+ painted, high: left &+ column)
        }
    }

    /// Minimum number of pixels for which a search for stretches without edges pays off.
    @inline(__always)
    private static var longRun: Int { 16 }

    /// Writes the coverage of a row's pixels, 0...255, and empties the row, for painting that has neither a single
    /// color nor to be fast. Edges must have weight 1.
    ///
    /// - Parameter coverage: Memory for ``width`` elements and three more.
    /// - Returns: Columns from the first edge on, whose coverage was written from the first element on.
    func takeRow(_ row: Int, into coverage: MutableMemoryView<UInt32>) -> Range<Int> {
        let (span, rule) = (spans[row], CoverageRule(isEvenOdd: false))
        if span.high == 0 { return 0..<0 }
        spans[row] = .empty
        let first = Int(span.low)
        let cell = row &* stride
        var (column, area) = (first, Int32(0))
        while column < min(width, Int(span.high)) || area != 0 && column < width {
            area &+= cells[cell &+ column]
            cells[cell &+ column] = 0
            coverage[column &- first] = rule.coverage(area)
            column &+= 1
        }
        // Clears the remainder that an edge in the last pixel leaves to the next cell.
        cells[cell &+ column] = 0
        return first..<column
    }
}
