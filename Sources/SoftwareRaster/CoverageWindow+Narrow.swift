extension CoverageWindow {
    /// Whether ``sweepNarrow(_:onto:)`` may be asked: pieces of confetti, not backgrounds.
    @inline(__always)
    func isNarrow(on surface: Surface) -> Bool {
        // It writes up to three pixels more than the window has.
        width <= Self.narrow && left &+ width &+ 3 <= surface.width
            && (top &+ rows) &* surface.width <= surface.pixels.count
    }

    @inline(__always)
    private static var narrow: Int { 48 }

    /// Paints what is covered and leaves the window empty, as ``sweep(_:by:onto:)`` does to the bit, for edges of weight 1
    /// that all lie in the window, inside being where the winding number is not 0.
    ///
    /// In so few pixels, looking for stretches without edges takes longer than painting them.
    @inline(__always)
    func sweepNarrow(_ painter: some CoveragePainter, onto surface: inout Surface) {
        guard let cells = cells.baseAddress, let pixels = surface.pixels.baseAddress else { return }
        for row in 0..<rows {
            let span = spans[row]
            if span.high == 0 { continue }
            spans[row] = .empty
            let (low, high) = (Int(span.low), min(width, Int(span.high)))
            let y = top &+ row
            let first = row &* stride
            var cell = UnsafeMutableRawPointer(cells + (first &+ low))
            let end = UnsafeMutableRawPointer(cells + (first &+ high))
            var pixel = UnsafeMutableRawPointer(pixels + (y &* surface.width &+ left &+ low))
            var area = SIMD4<Int32>()
            var column = low
            while cell < end {
                var areas = cell.loadUnaligned(as: SIMD4<Int32>.self)
                cell.storeBytes(of: SIMD4<Int32>(), as: SIMD4<Int32>.self)
                // Running sums: within each half, then the lower half's onto the upper one.
                areas &+= unsafeBitCast(unsafeBitCast(areas, to: SIMD2<UInt64>.self) &<< 32, to: SIMD4<Int32>.self)
                areas &+= (SIMD4(repeating: areas[1]) & SIMD4(0, 0, -1, -1)) &+ area
                area = SIMD4(repeating: areas[3])
                let coverage = CoverageRule.coverage(areas)
                let old = pixel.loadUnaligned(as: SIMD4<UInt32>.self)
                pixel.storeBytes(of: painter.painted(old, coverage), as: SIMD4<UInt32>.self)
                cell += 16
                pixel += 16
                column &+= 4
            }
            // What an edge in the last pixel leaves to the next one.
            end.storeBytes(of: 0, as: Int32.self)
            surface.touch(y, left &+ low, left &+ column)
        }
    }
}
