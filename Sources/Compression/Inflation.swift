import CZlib

/// Unpacks what zlib or gzip packed: a few bytes may stand for very many, so no more is unpacked than may be.
///
/// - Source: RFC 1950, RFC 1952.
package enum Inflation {
    /// What packed bytes begin with.
    package enum Format: Sendable {
        case zlib
        /// Either, told apart by their headers.
        case zlibOrGzip

        fileprivate var windowBits: Int32 { self == .zlib ? 15 : 15 + 32 }
    }

    /// Why there are no bytes.
    package enum Failure: Error, Sendable, Equatable {
        /// Damaged, cut off, or followed by something else.
        case damaged
        case tooLong(limit: Int)
    }

    /// Whether bytes have the header of one of the two.
    package static func isPacked(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1F, 0x8B]) { return true }
        return bytes.count >= 2 && bytes[0] & 0x0F == 8 && (UInt16(bytes[0]) << 8 | UInt16(bytes[1])) % 31 == 0
    }

    /// The bytes that were packed.
    ///
    /// - Parameters:
    ///   - limit: Most of them. What is allocated on the way follows what there is, not the limit.
    ///   - allowsRest: Whether something else may follow, as padding does.
    package static func bytes(
        of packed: [UInt8],
        _ format: Format,
        atMost limit: Int,
        allowsRest: Bool = false
    ) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, format.windowBits, ZLIB_VERSION, size) == Z_OK else { throw .damaged }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let code = packed.withUnsafeBufferPointer { input in
            // zlib reads from there and never writes.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = uInt(input.count)
            while true {
                let (code, count) = buffer.withUnsafeMutableBufferPointer { space in
                    stream.next_out = space.baseAddress
                    stream.avail_out = uInt(space.count)
                    let code = inflate(&stream, Z_NO_FLUSH)
                    return (code, space.count - Int(stream.avail_out))
                }
                output += buffer[..<count]
                if code != Z_OK || output.count > limit { return code }
            }
        }
        guard output.count <= limit else { throw .tooLong(limit: limit) }
        guard code == Z_STREAM_END, allowsRest || stream.avail_in == 0 else { throw .damaged }
        return output
    }
}
