internal import CKernels
internal import CZlib

/// CRC-32 of chunks. Long inputs are first folded with carry-less multiplication where the processor has it; zlib does
/// the remainder.
///
/// - Source: PNG Specification, Third Edition, §5.5.
enum CRC32 {
    /// Minimum length in bytes for which folding pays off.
    private static let fewest = 256

    static func sum(
        of bytes: UnsafeBufferPointer<UInt8>,
        _ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()
    ) -> UInt32 {
        guard bytes.count >= fewest, let start = bytes.baseAddress, let fold = kernels.pointee.crc32_fold else {
            return UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress, bytes.count))
        }
        let folded = bytes.count & ~15
        let crc = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { rest in
            guard let rest = rest.baseAddress else { return uLong(0) }
            fold(~0, start, folded, rest)
            // zlib inverts its input and its output.
            return crc32_z(0xFFFF_FFFF, rest, 16)
        }
        return UInt32(truncatingIfNeeded: crc32_z(crc, start + folded, bytes.count - folded))
    }
}
