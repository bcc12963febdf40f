internal import CKernels

/// Paeth residuals of a row, wherever the row or the row above has pixels.
///
/// - Source: PNG Specification, Third Edition, §9.4.
final class PaethRow {
    /// A byte range `low..<high` of the row. All nonzero residuals are within such ranges.
    struct ByteRange {
        var low: Int
        var high: Int
    }

    /// Residual bytes without the filter type. Bytes outside of ``ranges`` are undefined.
    let bytes: UnsafeMutableRawPointer
    let ranges: UnsafeMutablePointer<ByteRange>
    private(set) var rangeCount = 0

    private let kernels = hanabi_best_kernels()

    /// Maximum width in pixels.
    let width: Int

    init(width: Int) {
        self.width = width
        // Whole vectors are written, a little beyond the end.
        bytes = .allocate(byteCount: width * 4 + 64, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: width * 4 + 64)
        ranges = .allocate(capacity: width + 2)
    }

    deinit {
        bytes.deallocate()
        ranges.deallocate()
    }

    /// - Parameter above: The row above; an empty row for the first one.
    func predict(_ row: StraightRow, above: StraightRow, width: Int) {
        findRanges(row, above: above, length: width * 4)
        let (row, above) = (UnsafeRawPointer(row.pixels), UnsafeRawPointer(above.pixels))
        for index in 0..<rangeCount {
            let (low, count) = (ranges[index].low, ranges[index].high &- ranges[index].low)
            kernels.pointee.paeth_filter(bytes + low, row + low, above + low, count)
        }
    }

    /// Finds the ranges in which either row has pixels, each extended by one pixel, and merges those at most 16 bytes
    /// apart.
    private func findRanges(_ row: StraightRow, above: StraightRow, length: Int) {
        rangeCount = 0
        var (own, other) = (0, 0)
        while own < row.spanCount || other < above.spanCount {
            let span: hanabi_span
            if other == above.spanCount || own < row.spanCount && row.spans[own].low < above.spans[other].low {
                span = row.spans[own]
                own &+= 1
            } else {
                span = above.spans[other]
                other &+= 1
            }
            let (low, high) = (Int(span.low) &* 4, min(length, Int(span.high) &* 4 &+ 4))
            if rangeCount > 0, ranges[rangeCount &- 1].high &+ 16 >= low {
                ranges[rangeCount &- 1].high = max(ranges[rangeCount &- 1].high, high)
            } else {
                ranges[rangeCount] = ByteRange(low: low, high: high)
                rangeCount &+= 1
            }
        }
    }
}
