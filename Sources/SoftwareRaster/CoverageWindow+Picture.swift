extension CoverageWindow {
    /// Paints what a picture shows where it is covered, and leaves the window empty. Its edges have weight 1.
    ///
    /// The window must lie on the surface: its rows and columns are the indices that are written.
    @inline(never)
    func fill<Reader: PictureReader, Painter: PicturePainter>(
        _ reader: Reader,
        _ ink: Ink,
        _ painter: Painter,
        onto surface: inout Surface
    ) {
        guard let cells = cells.baseAddress, let base = surface.pixels.baseAddress else { return }
        let (isWhite, tint) = (ink == .white, ink.block)
        let (pixels, width, across) = (surface.pixels, width, surface.width)
        for row in 0..<rows {
            let span = spans[row]
            if span.high == 0 { continue }
            spans[row] = .empty
            let (low, high) = (Int(span.low), min(width, Int(span.high)))
            let y = top &+ row
            let line = y &* across &+ left
            let cell = cells + row &* stride
            // Four more pixels are there: only then are they written without asking.
            let roomy = across &- left &- 4
            var walk = reader.walk(left &+ low, y)
            var (area, last) = (SIMD4<Int32>(), Int32(0))
            var column = low
            // What is not clear.
            var (first, end) = (0, 0)
            // Where the right edge was cut away, the picture goes on to the window's side.
            while column < high || (last != 0 && column < width) {
                var source = reader.next(&walk)
                if !isWhite { source = tint.times(PixelBlock(source)).pixels }
                let place = UnsafeMutableRawPointer(cell + column)
                let edges = place.loadUnaligned(as: SIMD2<UInt64>.self)
                var isFull = last.magnitude == 0x2_0000 && edges[0] | edges[1] == 0
                if !isFull {
                    place.storeBytes(of: SIMD2<UInt64>(), as: SIMD2<UInt64>.self)
                    // Running sums: within each half, then the lower half's onto the upper one.
                    var areas = unsafeBitCast(edges, to: SIMD4<Int32>.self)
                    areas &+= unsafeBitCast(edges &<< 32, to: SIMD4<Int32>.self)
                    areas &+= (SIMD4(repeating: areas[1]) & SIMD4(0, 0, -1, -1)) &+ area
                    area = SIMD4(repeating: areas[3])
                    last = areas[3]
                    source = PixelBlock(source).times(CoverageRule.coverage(areas)).pixels
                }
                // Of the last ones some may lie beyond the canvas.
                if column > roomy {
                    isFull = false
                    let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: across &- left &- column))
                    source.replace(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
                }
                let halves = unsafeBitCast(source, to: SIMD2<UInt64>.self)
                let pixel = UnsafeMutableRawPointer(base + (line &+ column))
                let isOpaque = ~(halves[0] & halves[1]) & 0xFF00_0000_FF00_0000 == 0
                if Painter.replaces, isFull, isOpaque {
                    pixel.storeBytes(of: source, as: SIMD4<UInt32>.self)
                } else if halves[0] | halves[1] == 0 {
                    column &+= 4
                    continue
                } else if column <= roomy {
                    let old = pixel.loadUnaligned(as: SIMD4<UInt32>.self)
                    pixel.storeBytes(of: painter.painted(old, source), as: SIMD4<UInt32>.self)
                } else {
                    let index = line &+ column
                    pixels.setBlock(at: index, painter.painted(pixels.block(at: index), source))
                }
                if end == 0 { first = column }
                column &+= 4
                end = column
            }
            // What an edge in the last pixel leaves to the next one.
            cell[high] = 0
            if first < end { surface.touch(y, left &+ first, min(across, left &+ end)) }
        }
    }
}
