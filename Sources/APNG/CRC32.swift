internal import CVector
internal import CZlib

/// The checksum of chunks: zlib's, but long ones are folded first where the processor multiplies without carries.
///
/// - Source: PNG Specification, Third Edition, §5.5.
enum CRC32 {
    /// From so many bytes on it pays.
    private static let fewest = 256

    static func sum(
        of bytes: UnsafeBufferPointer<UInt8>,
        _ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()
    ) -> UInt32 {
        guard bytes.count >= fewest, let start = bytes.baseAddress, let fold = kernels.pointee.fold else {
            return UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress, bytes.count))
        }
        let folded = bytes.count & ~15
        let crc = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { rest in
            guard let rest = rest.baseAddress else { return uLong(0) }
            fold(~0, start, folded, rest)
            // zlib inverts what it is given, and what it gives.
            return crc32_z(0xFFFF_FFFF, rest, 16)
        }
        return UInt32(truncatingIfNeeded: crc32_z(crc, start + folded, bytes.count - folded))
    }
}
