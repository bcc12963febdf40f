internal import Memory

/// Blurs the edges of a mask with three box blurs in a row, across and down, each over a third of the feather.
///
/// Across a straight edge the result is a smooth ramp, as wide as the feather and centered on the edge; around a corner
/// it is nearly as round as a Gaussian. All numbers are integers, so the result is the same on any machine.
struct SoftAlpha {
    /// Whole pixels on either side that a box blur covers.
    private let whole: Int
    /// Share of the next pixel on either side, in 1/256.
    private let part: UInt64
    /// Reach of all three box blurs on either side, in pixels.
    let margin: Int

    /// - Parameter feather: Width of the soft edge in pixels, above 0.
    init(feather: Double) {
        let side = max(0, (feather / 3 - 1) / 2)
        whole = Int(side)
        part = UInt64(((side - Double(Int(side))) * 256).rounded())
        margin = 3 * (whole + 1)
    }

    /// Writes the blurred alpha of `wide`, which has ``margin`` more pixels on each side, to `bitmap`, which must be
    /// empty.
    ///
    /// - Complexity: O(pixels of `wide`) to find the edges, and O(pixels within ``margin`` of an edge) to blur them.
    func spread(_ wide: Bitmap, onto bitmap: inout Bitmap) {
        guard !wide.touchedRows.isEmpty else { return }
        let (width, height) = (wide.width, wide.height)
        // 16 bits of alpha, so that six blurs leave no visible steps.
        var plane = [UInt16](repeating: 0, count: width * height)
        var scratch = [UInt16](repeating: 0, count: max(width, height * Self.columns))
        var other = scratch
        plane.withMutableMemory { plane in
            scratch.withMutableMemory { scratch in
                other.withMutableMemory { other in
                    for y in wide.touchedRows {
                        let row = plane.suffix(from: y * width)
                        for x in 0..<width {
                            row[x] = UInt16(truncatingIfNeeded: (wide.pixels[y * width + x] >> 24) * 257)
                        }
                        eachRamp(of: width) { x in
                            (x < width ? row[x] : 0) != (x > 0 ? row[x - 1] : 0)
                        } do: { ramp in
                            let count = ramp.count
                            for x in 0..<count { scratch[x] = row[ramp.lowerBound + x] }
                            let before = ramp.lowerBound > 0 ? row[ramp.lowerBound - 1] : 0
                            let after = ramp.upperBound < width ? row[ramp.upperBound] : 0
                            blur(scratch, by: other, count: count, before: before, after: after)
                            for x in 0..<count { row[ramp.lowerBound + x] = other[x] }
                        }
                    }
                    // Several columns at a time, since their rows are near each other in memory.
                    for left in stride(from: margin, to: width - margin, by: Self.columns) {
                        let count = min(Self.columns, width - margin - left)
                        let block = plane.suffix(from: left)
                        eachRamp(of: height) { y in
                            var difference = UInt16(0)
                            for x in 0..<count {
                                difference |=
                                    (y < height ? block[y * width + x] : 0) ^ (y > 0 ? block[(y - 1) * width + x] : 0)
                            }
                            return difference != 0
                        } do: { ramp in
                            let rows = ramp.count
                            for y in 0..<rows {
                                let start = (ramp.lowerBound + y) * width
                                for x in 0..<count { scratch[x * rows + y] = block[start + x] }
                            }
                            for x in 0..<count {
                                blur(
                                    scratch.suffix(from: x * rows),
                                    by: other.suffix(from: x * rows),
                                    count: rows,
                                    before: ramp.lowerBound > 0 ? block[(ramp.lowerBound - 1) * width + x] : 0,
                                    after: ramp.upperBound < height ? block[ramp.upperBound * width + x] : 0
                                )
                            }
                            for y in 0..<rows {
                                let start = (ramp.lowerBound + y) * width
                                for x in 0..<count { block[start + x] = other[x * rows + y] }
                            }
                        }
                    }
                }
            }
            let (columns, rows) = (bitmap.width, bitmap.height)
            bitmap.withSurface { surface in
                for y in 0..<rows { put(plane, row: y, width: width, onto: &surface, columns: columns) }
            }
        }
    }

    /// Calls `body` with the parts of a line that a blur changes, which lie within ``margin`` of a change of value, in
    /// order.
    ///
    /// The values on either side of a part are equal as far as the blur reaches, so that they stay what they are.
    ///
    /// - Parameter isChange: Whether a value differs from the one before it; both ends of a line are next to 0.
    @inline(__always)
    private func eachRamp(of count: Int, where isChange: (Int) -> Bool, do body: (Range<Int>) -> Void) {
        var ramp: Range<Int>?
        for index in 0...count where isChange(index) {
            let (low, high) = (max(0, index - margin), min(count, index + margin))
            if let known = ramp, low <= known.upperBound {
                ramp = known.lowerBound..<high
            } else {
                if let known = ramp { body(known) }
                ramp = low..<high
            }
        }
        if let ramp { body(ramp) }
    }

    /// Blurs a line three times into `other`; `line` is overwritten.
    @inline(__always)
    private func blur(
        _ line: MutableMemoryView<UInt16>,
        by other: MutableMemoryView<UInt16>,
        count: Int,
        before: UInt16,
        after: UInt16
    ) {
        mean(line, result: other, count: count, before: before, after: after)
        mean(other, result: line, count: count, before: before, after: after)
        mean(line, result: other, count: count, before: before, after: after)
    }

    /// Number of columns processed at a time.
    private static let columns = 16

    private func put(
        _ plane: MutableMemoryView<UInt16>,
        row y: Int,
        width: Int,
        onto surface: inout Surface<Narrow>,
        columns: Int
    ) {
        let start = (y + margin) * width + margin
        var (low, high) = (columns, 0)
        for x in 0..<columns where plane[start + x] >= 129 {
            low = min(low, x)
            high = x + 1
        }
        guard low < high else { return }
        for x in low..<high {
            // Rounded to the nearest of 255 steps.
            surface.pixels[y * columns + x] = ((UInt32(plane[start + x]) + 128) / 257) << 24
        }
        surface.touch(y, low: low, high: high)
    }

    /// Writes the mean around each value of a line; values beyond its ends are `before` and `after`.
    @inline(__always)
    private func mean(
        _ line: MutableMemoryView<UInt16>,
        result: MutableMemoryView<UInt16>,
        count: Int,
        before: UInt16,
        after: UInt16
    ) {
        func value(_ index: Int) -> UInt64 {
            UInt64(index < 0 ? before : index < count ? line[index] : after)
        }
        let weight = UInt64(2 * whole + 1) * 256 + 2 * part
        // A weighted sum is at most 65,535 weights: its product with the reciprocal has 56 bits.
        let reciprocal = ((1 << 40) + weight / 2) / weight
        var sum = UInt64(before) * UInt64(whole)
        for index in 0..<whole { sum += value(index) }
        for index in 0..<count {
            sum += value(index + whole)
            let ends = value(index - whole - 1) + value(index + whole + 1)
            let mean = ((sum * 256 + ends * part) * reciprocal + (1 << 39)) >> 40
            result[index] = UInt16(truncatingIfNeeded: min(65_535, mean))
            sum -= value(index - whole)
        }
    }
}
