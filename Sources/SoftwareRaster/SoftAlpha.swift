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
    /// - Complexity: O(pixels of `wide`), whatever the feather.
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
                        for x in 0..<width {
                            let alpha = wide.pixels[y * width + x] >> 24
                            scratch[x] = UInt16(truncatingIfNeeded: alpha * 257)
                        }
                        mean(scratch, result: other, count: width)
                        mean(other, result: scratch, count: width)
                        mean(scratch, result: other, count: width)
                        for x in 0..<width { plane[y * width + x] = other[x] }
                    }
                    // Several columns at a time, since their rows are near each other in memory.
                    for left in stride(from: margin, to: width - margin, by: Self.columns) {
                        let count = min(Self.columns, width - margin - left)
                        for y in 0..<height {
                            for x in 0..<count { scratch[x * height + y] = plane[y * width + left + x] }
                        }
                        for x in 0..<count {
                            let column = x * height
                            let line = scratch.suffix(from: column)
                            let next = other.suffix(from: column)
                            mean(line, result: next, count: height)
                            mean(next, result: line, count: height)
                            mean(line, result: next, count: height)
                        }
                        for y in 0..<bitmap.height {
                            for x in 0..<count {
                                plane[(y + margin) * width + left + x] = other[x * height + y + margin]
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

    /// Writes the mean around each value of a line; values beyond the line's ends are 0.
    @inline(__always)
    private func mean(
        _ line: MutableMemoryView<UInt16>,
        result: MutableMemoryView<UInt16>,
        count: Int
    ) {
        func value(_ index: Int) -> UInt64 { index >= 0 && index < count ? UInt64(line[index]) : 0 }
        let weight = UInt64(2 * whole + 1) * 256 + 2 * part
        // A weighted sum is at most 65,535 weights: its product with the reciprocal has 56 bits.
        let reciprocal = ((1 << 40) + weight / 2) / weight
        var sum = UInt64(0)
        for index in 0..<min(count, whole) { sum += UInt64(line[index]) }
        for index in 0..<count {
            sum += value(index + whole)
            let ends = value(index - whole - 1) + value(index + whole + 1)
            let mean = ((sum * 256 + ends * part) * reciprocal + (1 << 39)) >> 40
            result[index] = UInt16(truncatingIfNeeded: min(65_535, mean))
            sum -= value(index - whole)
        }
    }
}
