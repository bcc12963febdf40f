internal import CKernels
internal import Memory

/// The kernels that this target calls.
struct RowKernels: BitwiseCopyable {
    private let table: UnsafePointer<hanabi_kernels>

    /// - Parameter table: Kernels of a kind of processor; those of this one by default.
    init(_ table: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.table = table }

    /// Finds the runs of set bits in a range of words: see `bit_runs`.
    @inline(__always)
    func findRuns(
        of words: MutableMemoryView<UInt64>,
        in range: Range<Int>,
        into runs: MutableMemoryView<hanabi_span>
    ) -> Int {
        // The memory of a list of runs alternates between starts and ends.
        let edges = UnsafeMutableRawPointer(runs.address).assumingMemoryBound(to: Int32.self)
        return table.pointee.bit_runs(words.address, range.lowerBound, range.upperBound, edges)
    }

    /// Makes a row transparent: see `row_clear`.
    @inline(__always)
    func clear(_ row: hanabi_row, spans: MemoryView<hanabi_span>, spanCount: Int, words: Range<Int>) {
        table.pointee.row_clear(row, spans.address, spanCount, words.lowerBound, words.upperBound)
    }

    /// Appends pixels to a row: see `row_append`.
    @inline(__always)
    func append(_ source: hanabi_source, _ range: Range<Int>, to row: hanabi_row) -> UInt64 {
        table.pointee.row_append(row, source, range.lowerBound, range.upperBound)
    }

    /// Appends blocks of pixels to a row: see `row_append_blocks`.
    @inline(__always)
    func append(
        _ source: hanabi_source,
        blocks: MemoryView<UInt64>,
        words: Int,
        left: Int,
        width: Int,
        to row: hanabi_row
    ) -> hanabi_appended {
        table.pointee.row_append_blocks(row, source, blocks.address, words, left, width)
    }

    /// Unpremultiplies a run of pixels: see `unpremultiply_run`.
    @inline(__always)
    func unpremultiply(
        _ pixels: MutableMemoryView<UInt32>,
        above: MemoryView<UInt32>,
        drawn: MemoryView<UInt32>?,
        frame: UInt32,
        count: Int
    ) {
        table.pointee.unpremultiply_run(pixels.address, above.address, drawn?.address, frame, count)
    }

    /// Computes Paeth residuals: see `paeth_filter`.
    @inline(__always)
    func filter(
        _ row: MemoryView<UInt8>,
        above: MemoryView<UInt8>,
        count: Int,
        into residuals: MutableMemoryView<UInt8>
    ) {
        table.pointee.paeth_filter(residuals.address, row.address, above.address, count)
    }

    /// Folds bytes into sixteen with the same remainder: see `crc32_fold`.
    ///
    /// - Returns: The sixteen bytes; `nil` on processors that can't.
    func fold(_ bytes: MemoryView<UInt8>, count: Int) -> [UInt8]? {
        guard let fold = table.pointee.crc32_fold else { return nil }
        var remainder = [UInt8](repeating: 0, count: 16)
        fold(~0, bytes.address, count, &remainder)
        return remainder
    }
}
