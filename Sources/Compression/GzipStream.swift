import CZlib
import Memory

/// Compresses bytes incrementally in gzip format. Not thread-safe.
///
/// `@unchecked Sendable`: its only owner calls it from one thread at a time.
///
/// - Source: RFC 1952.
package final class GzipStream: @unchecked Sendable {
    // zlib keeps a pointer to the stream, so its address must not change.
    private let stream = PinnedValue(z_stream())
    private let buffer = OwnedMemory<UInt8>(repeating: 0, count: 1 << 16)

    /// Error of a stream: out of memory.
    package enum Failure: Error { case outOfMemory }

    /// - Parameter level: Compression level, 1 (fastest) to 9.
    package init(level: Int32) throws(Failure) {
        let size = Int32(MemoryLayout<z_stream>.size)
        // Adding 16 selects the gzip header; 8 is zlib's default memory level.
        let code = deflateInit2_(
            stream.address,
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
    deinit { deflateEnd(stream.address) }

    /// Compresses bytes and returns the output available so far, possibly none.
    package func pack(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_NO_FLUSH) }

    /// Returns the remaining output with the checksum. Nothing may be packed afterwards.
    package func finish() -> [UInt8] { run([], Z_FINISH) }

    /// Level of which the output is within 2 % of the smallest, in half of the time or less.
    package static let fastLevel: Int32 = 7

    /// Level of a text of so many bytes, of which a small one has the given level. Large texts of numbers take up to ten times
    /// as long at the finest level as at 4, whose output is at most a quarter larger.
    package static func level(for count: Int, finest: Int32) -> Int32 {
        count <= 1 << 20 ? finest : count <= 1 << 22 ? min(6, finest) : min(4, finest)
    }

    /// Level of frame dumps, which are sent as they are made. Digits and repeated names shrink to a sixth even at the fastest
    /// level, in less time than it takes to write them.
    package static let dumpLevel: Int32 = 1

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
        let stream = stream.address
        bytes.withMemory { input in
            stream.pointee.next_in = input.addressForReaders
            stream.pointee.avail_in = uInt(bytes.count)
            var isFull = true
            while isFull {
                stream.pointee.next_out = buffer.view.address
                stream.pointee.avail_out = uInt(buffer.count)
                _ = deflate(stream, flush)
                output.append(buffer.view.readOnly, count: buffer.count - Int(stream.pointee.avail_out))
                isFull = stream.pointee.avail_out == 0
            }
        }
        return output
    }
}
