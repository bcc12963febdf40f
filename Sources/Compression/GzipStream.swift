import CZlib
import Memory

/// Compresses bytes incrementally in gzip format. Not thread-safe.
///
/// - Source: RFC 1952.
package final class GzipStream: @unchecked Sendable {
    // zlib keeps a pointer to the stream, so its address must not change.
    private let memory = OwnedMemory(repeating: z_stream(), count: 1)
    private let buffer = OwnedMemory<UInt8>(repeating: 0, count: 1 << 16)

    /// Error of a stream: out of memory.
    package enum Failure: Error { case outOfMemory }

    /// - Parameter level: Compression level, 1 (fastest) to 9.
    package init(level: Int32) throws(Failure) {
        let size = Int32(MemoryLayout<z_stream>.size)
        // Adding 16 selects the gzip header; 8 is zlib's default memory level.
        let code = deflateInit2_(
            memory.view.address,
            level,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        guard code == Z_OK else { throw .outOfMemory }
    }

    // After a failed start, this does nothing but say so.
    deinit { deflateEnd(memory.view.address) }

    /// Compresses bytes and returns the output available so far, possibly none.
    package func pack(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

    /// Returns the remaining output with the checksum. Nothing may be packed afterwards.
    package func finish() -> [UInt8] { run([], Z_FINISH) }

    /// Level of which the output is within 2 % of the smallest, in half of the time or less.
    package static let fastLevel: Int32 = 7

    /// Returns bytes in gzip format, as small as possible.
    package static func packed(_ bytes: [UInt8]) throws(Failure) -> [UInt8] { try packed(bytes, level: 9) }

    /// Returns bytes in gzip format.
    ///
    /// - Parameter level: Compression level, 1 (fastest) to 9.
    package static func packed(_ bytes: [UInt8], level: Int32) throws(Failure) -> [UInt8] {
        let stream = try GzipStream(level: level)
        return stream.pack(bytes) + stream.finish()
    }

    private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        var output: [UInt8] = []
        let stream = memory.view
        bytes.withMemory { input in
            stream[0].next_in = input.addressForReaders
            stream[0].avail_in = uInt(bytes.count)
            var isFull = true
            while isFull {
                stream[0].next_out = buffer.view.address
                stream[0].avail_out = uInt(buffer.count)
                _ = deflate(stream.address, flush)
                output.append(buffer.view.readOnly, count: buffer.count - Int(stream[0].avail_out))
                isFull = stream[0].avail_out == 0
            }
        }
        return output
    }
}
