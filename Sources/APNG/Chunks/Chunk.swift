/// A chunk of a PNG file: length, type, data, CRC.
///
/// - Source: PNG Specification, Third Edition, §5.3.
struct Chunk {
    private(set) var bytes: [UInt8] = []

    /// A chunk of `type`, four ASCII letters, whose data `write` appends.
    ///
    /// - Parameter count: Expected size of the data in bytes.
    init(_ type: StaticString, reserving count: Int = 0, _ write: (inout [UInt8]) -> Void) throws(APNGError) {
        try bytes.append(chunk: type, reserving: count, write)
    }
}

extension [UInt8] {
    /// Appends a ``Chunk``.
    mutating func append(
        chunk type: StaticString,
        reserving expected: Int = 0,
        _ write: (inout [UInt8]) -> Void
    ) throws(APNGError) {
        let start = count
        reserveCapacity(start + expected + 12)
        append(bigEndian: UInt32(0))
        type.withUTF8Buffer { append(contentsOf: $0) }
        write(&self)
        let length = count - start - 8
        guard length <= 0x7FFF_FFFF else { throw .chunkTooLong(length) }
        for index in 0..<4 { self[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        // The CRC covers type and data, not the length.
        let crc = CRC32.sum(of: span.extracting((start + 4)...))
        append(bigEndian: crc)
    }

    mutating func append(bigEndian number: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(bigEndian number: UInt16) {
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}
