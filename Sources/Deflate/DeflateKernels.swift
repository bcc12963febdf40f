public import CKernels
public import Memory

/// The kernels that this target calls.
public struct DeflateKernels: BitwiseCopyable {
    @usableFromInline let table: UnsafePointer<hanabi_kernels>

    /// - Parameter table: Kernels of a kind of processor; those of this one by default.
    @inlinable @inline(__always)
    public init(_ table: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.table = table }

    /// Sums of bytes: see `adler32_sums`.
    @inlinable @inline(__always)
    func sums(of bytes: MemoryView<UInt8>, count: Int) -> (total: UInt64, weighted: UInt64) {
        var (total, weighted): (UInt64, UInt64) = (0, 0)
        table.pointee.adler32_sums(bytes.address, count, &total, &weighted)
        return (total, weighted)
    }

    /// Sums of a row of pixels: see `adler32_row_sums`.
    @inline(__always)
    func sums(
        of pixels: MemoryView<UInt32>,
        spans: MemoryView<hanabi_span>,
        spanCount: Int,
        length: Int
    ) -> (total: UInt64, weighted: UInt64) {
        var (total, weighted): (UInt64, UInt64) = (0, 0)
        table.pointee.adler32_row_sums(pixels.address, spans.address, spanCount, length, &total, &weighted)
        return (total, weighted)
    }

    /// Writes literals: see `deflate_literals`.
    @inlinable @inline(__always)
    func write(
        _ bytes: MemoryView<UInt8>,
        count: Int,
        codes: MemoryView<hanabi_literal_codes>,
        repeats: MemoryView<LongCode>,
        to writer: inout BitWriter
    ) -> Int {
        let repeats = UnsafeRawPointer(repeats.address).assumingMemoryBound(to: UInt64.self)
        return writer.with { table.pointee.deflate_literals(&$0, codes.address, repeats, bytes.address, count) }
    }

    /// Writes a row of pixels: see `deflate_row`.
    @inlinable @inline(__always)
    func write(
        _ row: DeflateBlock.PixelRow,
        codes: MemoryView<hanabi_row_codes>,
        pending: Int,
        to writer: inout BitWriter
    ) -> Int {
        writer.with {
            table.pointee.deflate_row(
                &$0,
                codes.address,
                row.pixels.address,
                row.above.address,
                row.spans.address,
                row.spanCount,
                row.width,
                pending
            )
        }
    }

    /// Code tables for `deflate_row`: those that `literals` and `common` hold, which must outlive the result.
    static func rowCodes(
        literals: MemoryView<PackedCode>,
        common: MemoryView<LongCode>
    ) -> hanabi_row_codes {
        let matches = UnsafeRawPointer(common.address).assumingMemoryBound(to: UInt64.self)
        func start(_ offset: CommonOffset) -> Int { Int(offset.rawValue) * DeflateBlock.commonStride }
        return hanabi_row_codes(
            literals: UnsafeRawPointer(literals.address).assumingMemoryBound(to: UInt32.self),
            byte_matches: matches + start(.byte),
            left_matches: matches + start(.pixel),
            up_matches: matches + start(.row),
            run_pattern: 0,
            run_count: 0,
            run_bits: 0
        )
    }
}
