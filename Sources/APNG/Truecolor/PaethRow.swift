internal import CKernels
internal import Memory

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
    var bytes: MemoryView<UInt8> { residuals.view.readOnly }
    var ranges: MemoryView<ByteRange> { rangeMemory.view.readOnly }
    private let residuals: OwnedMemory<UInt8>
    private let rangeMemory: OwnedMemory<ByteRange>
    private(set) var rangeCount = 0

    private let kernels = RowKernels()

    /// Maximum width in pixels.
    let width: Int

    init(width: Int) {
        self.width = width
        // Whole vectors are written, a little beyond the end.
        residuals = OwnedMemory(repeating: 0, count: width * 4 + 64)
        rangeMemory = OwnedMemory(repeating: ByteRange(low: 0, high: 0), count: width + 2)
    }

    /// - Parameter above: The row above; an empty row for the first one.
    func predict(_ row: StraightRow, above: StraightRow, width: Int) {
        findRanges(row, above: above, length: width * 4)
        let (row, above) = (row.pixels.readOnly.bytes, above.pixels.readOnly.bytes)
        for index in 0..<rangeCount {
            let (low, count) = (ranges[index].low, ranges[index].high &- ranges[index].low)
            kernels.filter(
                row.suffix(from: low),
                above: above.suffix(from: low),
                count: count,
                into: residuals.view.suffix(from: low)
            )
        }
    }

    /// Finds the ranges in which either row has pixels, each extended by one pixel, and merges those at most 16 bytes
    /// apart.
    private func findRanges(_ row: StraightRow, above: StraightRow, length: Int) {
        rangeCount = 0
        let ranges = rangeMemory.view
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
