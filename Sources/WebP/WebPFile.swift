/// A WebP assembled from its frames: an animation, or a still image of a single frame that covers the canvas.
///
/// - Source: RFC 9649, WebP Image Format, §2.7: `VP8X`, and of an animation `ANIM` and an `ANMF` for each frame.
public struct WebPFile: Sendable {
    /// Bytes of the file.
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - plays: Number of plays, 1...65,535; 0 repeats forever.
    ///   - hasAlpha: Whether any pixel of the canvas may be transparent.
    ///   - frames: Chunks of the frames, in order. Each is released once the file has it.
    /// - Throws: ``WebPError``.
    public init(
        width: Int,
        height: Int,
        plays: Int,
        hasAlpha: Bool,
        frames: consuming [[UInt8]]
    ) throws(WebPError) {
        guard (1...16_384).contains(width), (1...16_384).contains(height) else {
            throw .size(width: width, height: height)
        }
        // A frame drawn over others has transparent pixels.
        let hasAlpha = hasAlpha || frames.contains { WebPFrame(bytes: $0).place.isBlended }
        // Programs that know no animations show a still.
        let still = frames.count == 1 ? WebPFrame(bytes: frames[0]).image(ofWidth: width, height: height) : nil
        // Flags: animation, alpha.
        var canvas: [UInt8] = [(still == nil ? 0b10 : 0) | (hasAlpha ? 0b1_0000 : 0), 0, 0, 0]
        canvas.append(three: width - 1)
        canvas.append(three: height - 1)
        // A transparent background, which viewers may ignore.
        let animation: [UInt8] = [
            0, 0, 0, 0, UInt8(truncatingIfNeeded: plays), UInt8(truncatingIfNeeded: plays >> 8),
        ]
        let head =
            Array("WEBP".utf8) + RIFF.chunk("VP8X", canvas) + (still == nil ? RIFF.chunk("ANIM", animation) : [])
        let count = head.count + (still?.count ?? frames.reduce(0) { $0 + $1.count })
        guard UInt32(exactly: count + 8) != nil else { throw .tooLong }
        var file: [UInt8] = []
        file.reserveCapacity(count + 8)
        file += Array("RIFF".utf8)
        file.append(four: count)
        file += head
        if let still {
            file += still
        } else {
            for index in frames.indices {
                file += frames[index]
                // Large files would be in memory twice.
                frames[index] = []
            }
        }
        bytes = file
    }
}

/// RIFF chunks: name, length, data, and a padding byte if the length is odd.
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
    /// Appends three bytes, lowest first.
    mutating func append(three value: Int) {
        for shift in [0, 8, 16] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Appends four bytes, lowest first.
    mutating func append(four value: Int) {
        for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
