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
            let (low, high) = (Int(span.low), Int(span.high))
            let cell = row &* stride
            let pixel = (top &+ row) &* surface.width &+ left
            var column = low
            var painted = low
            var area: Int32 = 0
            while column < high {
                if high &- column >= Self.longRun, cells.isZeroBlock(at: cell &+ column) {
                    // A stretch without edges has one coverage throughout.
                    let first = column
                    repeat { column &+= 4 } while high &- column >= 4 && cells.isZeroBlock(at: cell &+ column)
                    let coverage = Self.coverage(SIMD4(repeating: area), evenOdd)[0]
                    if coverage > 0 {
                        painter.paint(surface.pixels, pixel &+ first..<pixel &+ column, coverage)
                    } else if column &- first >= Bitmap.blockWidth {
                        surface.touch(top &+ row, left &+ painted, left &+ first)
                        painted = column
                    }
                    continue
                }
                // Four pixels at a time, edge or not. Cells behind the row's last one are 0, pixels there stay.
                var areas = cells.takeBlock(at: cell &+ column)
                areas &+= SIMD4(0, areas[0], areas[1], areas[2])
                areas &+= SIMD4(0, 0, areas[0], areas[1])
                areas &+= SIMD4(repeating: area)
                area = areas[3]
                let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: high &- column))
                let coverage = Self.coverage(areas, evenOdd)
                    .replacing(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
                let index = pixel &+ column
                surface.pixels.setBlock(at: index, painter.painted(surface.pixels.block(at: index), coverage))
                column &+= 4
            }
            // What an edge in the last pixel leaves to the next one.
            area &+= cells[cell &+ high]
            cells[cell &+ high] = 0
            column = high
            // Behind the last edge, a shape that was cut on the right goes on to the window's side.
            if high < width {
                let coverage = Self.coverage(SIMD4(repeating: area), evenOdd)[0]
                if coverage > 0 {
                    painter.paint(surface.pixels, pixel &+ high..<pixel &+ width, coverage)
                    column = width
                }
            }
            surface.touch(top &+ row, left &+ painted, left &+ column)
        }
    }

    /// From so many pixels on, it pays to look for stretches without edges.
    @inline(__always)
    private static var longRun: Int { 16 }

    /// Twice the covered area in 1/256² pixel (a whole pixel is 2¹⁷) → 0...255, rounded to nearest.
    @inline(__always)
    private static func coverage(_ area: SIMD4<Int32>, _ evenOdd: Bool) -> SIMD4<UInt32> {
        let whole = SIMD4<Int32>(repeating: 0x2_0000)
        let sign = area &>> 31
        var size = (area ^ sign) &- sign
        if evenOdd {
            size = (size & 0x3_FFFF) &- whole
            let sign = size &>> 31
            size = whole &- ((size ^ sign) &- sign)
        } else {
            size.replace(with: whole, where: size .> whole)
        }
        let scaled = (size &<< 8) &- size &+ 0x1_0000
        return SIMD4<UInt32>(truncatingIfNeeded: scaled &>> 17)
    }
}
