/// An animated WebP put together from its frames.
///
/// - Source: RFC 9649, WebP Image Format, §2.7: `VP8X`, `ANIM`, and an `ANMF` for each frame.
public struct WebPFile: Sendable {
    /// The whole file.
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - plays: How often it plays, 1...65,535; 0 is for ever.
    ///   - hasAlpha: Whether anything in it is transparent.
    ///   - frames: Chunks of frames, in their order.
    /// - Throws: ``WebPError``.
    public init(
        width: Int,
        height: Int,
        plays: Int,
        hasAlpha: Bool,
        frames: [[UInt8]]
    ) throws(WebPError) {
        guard (1...16_384).contains(width), (1...16_384).contains(height) else {
            throw .size(width: width, height: height)
        }
        // Bits: animation, alpha.
        var canvas: [UInt8] = [hasAlpha ? 0b1_0010 : 0b10, 0, 0, 0]
        canvas.append(three: width - 1)
        canvas.append(three: height - 1)
        // A ground that no viewer has to mind, transparent.
        let animation: [UInt8] = [
            0, 0, 0, 0, UInt8(truncatingIfNeeded: plays), UInt8(truncatingIfNeeded: plays >> 8),
        ]
        let head = Array("WEBP".utf8) + RIFF.chunk("VP8X", canvas) + RIFF.chunk("ANIM", animation)
        let count = frames.reduce(head.count) { $0 + $1.count }
        guard UInt32(exactly: count + 8) != nil else { throw .tooLong }
        var file: [UInt8] = []
        file.reserveCapacity(count + 8)
        file += Array("RIFF".utf8)
        file.append(four: count)
        file += head
        for frame in frames { file += frame }
        bytes = file
    }
}

/// Chunks of a RIFF file: a name, a length, as many bytes, and one more if that makes them even.
enum RIFF {
    static func chunk(_ name: StaticString, _ data: [UInt8]) -> [UInt8] {
        var bytes = name.withUTF8Buffer { Array($0) }
        bytes.append(four: data.count)
        bytes += data
        if data.count % 2 == 1 { bytes.append(0) }
        return bytes
    }
}

extension [UInt8] {
    /// Three bytes, the lowest first.
    mutating func append(three value: Int) {
        for shift in [0, 8, 16] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Four bytes, the lowest first.
    mutating func append(four value: Int) {
        for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
