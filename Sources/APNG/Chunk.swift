/// One piece of a PNG file: length, type, data, CRC.
///
/// - Source: PNG Specification, Third Edition, §5.3.
struct Chunk {
    /// And what stands before it.
    private(set) var bytes: [UInt8]

    /// A chunk of `type`, four ASCII letters, whose data `write` appends.
    ///
    /// - Parameters:
    ///   - first: Bytes that are to stand before it.
    ///   - count: Of its data, to be expected.
    init(
        _ type: StaticString,
        after first: [UInt8] = [],
        reserving count: Int = 0,
        _ write: (inout [UInt8]) -> Void
    ) throws(APNGError) {
        let start = first.count
        bytes = []
        bytes.reserveCapacity(start + count + 12)
        bytes += first
        bytes.append(bigEndian: UInt32(0))
        type.withUTF8Buffer { bytes.append(contentsOf: $0) }
        write(&bytes)
        let length = bytes.count - start - 8
        guard length <= 0x7FFF_FFFF else { throw .chunkTooLong(length) }
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        // Of type and data, not of the length.
        let crc = bytes.withUnsafeBufferPointer { CRC32.sum(of: UnsafeBufferPointer(rebasing: $0[(start + 4)...])) }
        bytes.append(bigEndian: crc)
    }
}

extension [UInt8] {
    mutating func append(bigEndian number: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(bigEndian number: UInt16) {
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}
