import CZlib
import Memory

/// Decompresses zlib or gzip data up to a limit, because a few bytes may expand to very many.
///
/// - Source: RFC 1950, RFC 1952.
package enum Inflation {
    /// Container format of compressed bytes.
    package enum Format: Sendable {
        case zlib
        /// zlib or gzip, distinguished by their headers.
        case zlibOrGzip

        fileprivate var windowBits: Int32 { self == .zlib ? 15 : 15 + 32 }
    }

    /// Errors of decompression.
    package enum Failure: Error, Sendable, Equatable {
        /// Data that is corrupt, truncated, or followed by other bytes.
        case damaged
        case tooLong(limit: Int)
    }

    /// Whether bytes begin with a zlib or gzip header.
    package static func isPacked(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1F, 0x8B]) { return true }
        return bytes.count >= 2 && bytes[0] & 0x0F == 8 && (UInt16(bytes[0]) << 8 | UInt16(bytes[1])) % 31 == 0
    }

    /// Returns the decompressed bytes.
    ///
    /// - Parameters:
    ///   - limit: Maximum number of decompressed bytes. Memory use follows the actual number, not the limit.
    ///   - allowsRest: Whether other bytes, such as padding, may follow.
    package static func bytes(
        of packed: [UInt8],
        _ format: Format,
        atMost limit: Int,
        allowsRest: Bool = false
    ) throws(Failure) -> [UInt8] {
        var output: [UInt8] = []
        try inflated(packed, format, atMost: limit, allowsRest: allowsRest) { output.append($0, count: $1) }
        return output
    }

    /// Checks that decompression gives at most `limit` bytes, without keeping them. Other bytes may follow.
    package static func check(_ packed: [UInt8], _ format: Format, atMost limit: Int) throws(Failure) {
        try inflated(packed, format, atMost: limit, allowsRest: true) { _, _ in }
    }

    /// Decompresses piece by piece.
    private static func inflated(
        _ packed: [UInt8],
        _ format: Format,
        atMost limit: Int,
        allowsRest: Bool,
        _ take: (MemoryView<UInt8>, _ count: Int) -> Void
    ) throws(Failure) {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, format.windowBits, ZLIB_VERSION, size) == Z_OK else { throw .damaged }
        defer { inflateEnd(&stream) }
        var total = 0
        let buffer = OwnedMemory<UInt8>(repeating: 0, count: 1 << 16)
        let code = packed.withMemory { input in
            stream.next_in = input.addressForReaders
            stream.avail_in = uInt(packed.count)
            while true {
                stream.next_out = buffer.view.address
                stream.avail_out = uInt(buffer.count)
                let code = inflate(&stream, Z_NO_FLUSH)
                let count = buffer.count - Int(stream.avail_out)
                take(buffer.view.readOnly, count)
                total += count
                if code != Z_OK || total > limit { return code }
            }
        }
        guard total <= limit else { throw .tooLong(limit: limit) }
        guard code == Z_STREAM_END, allowsRest || stream.avail_in == 0 else { throw .damaged }
    }
}
