/// What becomes of covered pixels.
protocol CoveragePainter {
    /// One pixel, `coverage` in 0...255.
    func paint(_ pixel: inout UInt32, _ coverage: UInt32)
    /// Neighbours of one coverage, 1...255.
    func paint(_ pixels: UnsafeMutableBufferPointer<UInt32>, _ range: Range<Int>, _ coverage: UInt32)
}

extension CoverageWindow {
    /// Paints what is covered, and leaves the window empty.
    ///
    /// The window must lie on the surface: its rows and columns are the indices that are written.
    @inline(__always)
    func sweep(_ painter: some CoveragePainter, evenOdd: Bool, onto surface: inout Surface) {
        for row in 0..<rows {
            let span = spans[row]
            if span.high == 0 { continue }
            spans[row] = .empty
            let cell = row &* stride
            let pixel = (top &+ row) &* surface.width &+ left
            // One more than the pixels that have an edge: see `add`. The last cell of a row has no pixel.
            let end = min(Int(span.high) &+ 1, width)
            var column = Int(span.low)
            var painted = column
            var area: Int32 = 0
            while column < end {
                let change = cells[cell &+ column]
                if change != 0 {
                    cells[cell &+ column] = 0
                    area &+= change
                    painter.paint(&surface.pixels[pixel &+ column], Self.coverage(area, evenOdd))
                    column &+= 1
                    continue
                }
                // A stretch without edges has one coverage throughout.
                let first = column
                repeat { column &+= 1 } while column < end && cells[cell &+ column] == 0
                let coverage = Self.coverage(area, evenOdd)
                if coverage > 0 {
                    painter.paint(surface.pixels, pixel &+ first..<pixel &+ column, coverage)
                } else if column &- first >= Bitmap.blockWidth {
                    surface.touch(top &+ row, left &+ painted, left &+ first)
                    painted = column
                }
            }
            cells[cell &+ Int(span.high)] = 0
            // Behind the last edge, a shape that was cut on the right goes on to the window's side.
            if end < width {
                let coverage = Self.coverage(area, evenOdd)
                if coverage > 0 {
                    painter.paint(surface.pixels, pixel &+ end..<pixel &+ width, coverage)
                    column = width
                }
            }
            surface.touch(top &+ row, left &+ painted, left &+ column)
        }
    }

    /// Twice the covered area in 1/256² pixel (a whole pixel is 2¹⁷) → 0...255, rounded to nearest.
    @inline(__always)
    private static func coverage(_ area: Int32, _ evenOdd: Bool) -> UInt32 {
        var area = UInt32(bitPattern: area < 0 ? 0 &- area : area)
        if evenOdd {
            area &= 0x3_FFFF
            if area > 0x2_0000 { area = 0x4_0000 &- area }
        } else {
            area = min(area, 0x2_0000)
        }
        return (area &* 255 &+ 0x1_0000) &>> 17
    }
}
