import CZlib

/// Unpacks gzip, zlib, or nothing: what is packed as neither stays as it is.
enum Gunzip {
    /// Why it can't be unpacked.
    struct Failure: Error {
        let reason: String
    }

    /// Bytes of a texture: more than any that a spec has room for.
    static let maximumBytes = 8 << 20

    /// - Throws: If it is damaged, or would have more than ``maximumBytes``.
    static func unpacked(_ packed: [UInt8]) throws(Failure) -> [UInt8] {
        let isGzip = packed.starts(with: [0x1F, 0x8B])
        let isZlib =
            packed.count >= 2 && packed[0] & 0x0F == 8 && (UInt16(packed[0]) << 8 | UInt16(packed[1])) % 31 == 0
        guard isGzip || isZlib else { return packed }
        var stream = z_stream()
        // 32 more than the window: either header, told apart by zlib.
        guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Failure(reason: "zlib does not start")
        }
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
                if code != Z_OK || output.count > maximumBytes { return code }
            }
        }
        guard output.count <= maximumBytes else {
            throw Failure(reason: "it unpacks to more than \(maximumBytes) bytes")
        }
        guard code == Z_STREAM_END else { throw Failure(reason: "it is damaged") }
        return output
    }
}
