internal import CZlib

/// zlib's DEFLATE, set up once and used for stream after stream.
final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 1 (fast) ... 9 (small); beyond, the nearer of the two.
    init(level: Int) throws(APNGError) {
        // On the heap, because zlib keeps a pointer to it.
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = deflateInit_(stream, Int32(min(9, max(1, level))), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            stream.deallocate()
            throw .compression(code: code)
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// `bytes` as one zlib stream (RFC 1950).
    func compress(_ bytes: [UInt8]) throws(APNGError) -> [UInt8] {
        guard deflateReset(stream) == Z_OK, bytes.count <= Int(UInt32.max) else {
            throw .compression(code: Z_BUF_ERROR)
        }
        let bound = Int(deflateBound(stream, uLong(bytes.count)))
        guard bound <= Int(UInt32.max) else { throw .compression(code: Z_BUF_ERROR) }
        var code = Z_OK
        let packed = bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                // zlib reads through this pointer but never writes.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = uInt(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = uInt(bound)
                code = deflate(stream, Z_FINISH)
                count = bound - Int(stream.pointee.avail_out)
            }
        }
        guard code == Z_STREAM_END else { throw .compression(code: code) }
        return packed
    }
}
