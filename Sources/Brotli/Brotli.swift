internal import CBrotli
internal import Memory

/// Compression in Brotli's format, for documents that are compressed once and sent often. Streams use gzip: it is faster.
///
/// - Source: RFC 7932.
package enum Brotli {
    /// Returns compressed bytes, or `nil` if the encoder ran out of memory.
    ///
    /// - Parameter isBest: Whether a short document gets the best quality, which takes 1 ms for each kB. Long ones get a
    ///   quality ten times as fast, and all others one that is as fast as gzip.
    package static func packed(_ bytes: [UInt8], isBest: Bool = true) -> [UInt8]? {
        let quality = !isBest ? 5 : bytes.count <= longestOfBest ? BROTLI_MAX_QUALITY : 9
        // Room for bytes that cannot be compressed at all.
        let buffer = OwnedMemory<UInt8>(repeating: 0, count: max(64, BrotliEncoderMaxCompressedSize(bytes.count)))
        var count = buffer.count
        let isDone = bytes.withMemory { input in
            BrotliEncoderCompress(
                quality,
                BROTLI_DEFAULT_WINDOW,
                BROTLI_MODE_TEXT,
                bytes.count,
                input.addressForReaders,
                &count,
                buffer.view.address
            )
        }
        guard isDone == BROTLI_TRUE else { return nil }
        var output: [UInt8] = []
        output.append(buffer.view.readOnly, count: count)
        return output
    }

    /// Most bytes of a document that gets the best quality.
    private static let longestOfBest = 65_536
}
