internal import CZlib
internal import Memory

/// CRC-32 of chunks. Long inputs are first folded with carry-less multiplication where the processor has it; zlib does
/// the remainder.
///
/// - Source: PNG Specification, Third Edition, §5.5.
enum CRC32 {
    /// Minimum length in bytes for which folding pays off.
    private static let fewest = 256

    static func sum(of bytes: Span<UInt8>, _ kernels: RowKernels = RowKernels()) -> UInt32 {
        bytes.withMemory { start in
            let folded = bytes.count & ~15
            guard bytes.count >= fewest, let rest = kernels.fold(start, count: folded) else {
                return UInt32(truncatingIfNeeded: crc32_z(0, start.address, bytes.count))
            }
            // zlib inverts its input and its output.
            let crc = crc32_z(0xFFFF_FFFF, rest, 16)
            return UInt32(
                truncatingIfNeeded: crc32_z(crc, start.suffix(from: folded).address, bytes.count - folded)
            )
        }
    }
}
