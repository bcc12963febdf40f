internal import Memory

extension CoverageWindow {
    /// Paints an image where it is covered, and empties the window. Its edges must have weight 1.
    ///
    /// The window must be on the surface: its rows and columns are indices for writing.
    ///
    /// - Parameter isEvenOdd: Whether the inside is where the winding number is odd, instead of where it is not zero.
    @inline(never)
    func fill<Reader: PictureReader, Blending: Blender>(
        _ reader: Reader,
        ink: Ink,
        isEvenOdd: Bool = false,
        blender: Blending,
        onto surface: inout Surface<Blending.Format>
    ) {
        typealias Format = Blending.Format
        let tint = ink == .white ? nil : Format.inkBlock(ink)
        let evenOdd = CoverageRule(isEvenOdd: true)
        let (width, across, pixels) = (width, surface.width, surface.pixels)
        for row in 0..<rows {
            let span = spans[row]
            if span.high == 0 { continue }
            spans[row] = .empty
            let (low, high) = (Int(span.low), min(width, Int(span.high)))
            let y = top &+ row
            let line = y &* across &+ left
            let cell = cells.suffix(from: row &* stride)
            // Last column from which four pixels fit into the row, so that they are written without a check.
            let roomy = across &- left &- 4
            var walk = reader.walk(left &+ low, y)
            var (area, last) = (SIMD4<Int32>(), Int32(0))
            var column = low
            // Range of columns that are not clear.
            var (first, end) = (0, 0)
            // If the right edge was clipped, the image continues to the window's side.
            while column < high || (last != 0 && column < width) {
                var picture = reader.next(&walk)
                // Some of the last pixels may be beyond the canvas.
                if column > roomy {
                    let rest = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: across &- left &- column))
                    picture.replace(with: 0, where: SIMD4<UInt32>(0, 1, 2, 3) .>= rest)
                }
                let edges = cell.load(SIMD2<UInt64>.self, at: column)
                let isFull = last.magnitude == 0x2_0000 && edges[0] | edges[1] == 0
                let source: Format.Block
                if isFull {
                    source = Format.shown(picture, ink: tint, coverage: nil)
                } else {
                    cell.store(SIMD2<UInt64>(), at: column)
                    // Running sums: within each half, then from the lower half to the upper one.
                    var areas = unsafeBitCast(edges, to: SIMD4<Int32>.self)
                    areas &+= unsafeBitCast(edges &<< 32, to: SIMD4<Int32>.self)
                    areas &+= (SIMD4(repeating: areas[1]) & SIMD4(0, 0, -1, -1)) &+ area
                    area = SIMD4(repeating: areas[3])
                    last = areas[3]
                    source = Format.shown(
                        picture,
                        ink: tint,
                        coverage: isEvenOdd ? evenOdd.coverage(areas) : CoverageRule.coverage(areas)
                    )
                }
                let index = line &+ column
                if Blending.replaces, isFull, Format.isOpaque(source), column <= roomy {
                    pixels.store(source, at: index)
                } else if Format.isClear(source) {
                    column &+= 4
                    continue
                } else if column <= roomy {
                    pixels.store(blender.blended(source, pixels.load(Format.Block.self, at: index)), at: index)
                } else {
                    surface.setBlock(at: index, blender.blended(source, surface.block(at: index)))
                }
                if end == 0 { first = column }
                column &+= 4
                end = column
            }
            // Clears the remainder that an edge in the last pixel leaves to the next cell.
            cell[high] = 0
            if first < end { surface.touch(y, low: left &+ first, high: min(across, left &+ end)) }
        }
    }
}
