/// What an animated PNG starts with: signature, `IHDR`, `acTL`.
///
/// - Source: PNG Specification, Third Edition, §5.2, §11.2.1, §11.3.6.1.
public struct APNGHeader: Sendable {
    /// The file's first bytes.
    public let bytes: [UInt8]

    /// A file of `frameCount` frames, 8-bit RGBA.
    ///
    /// - Parameter plays: How often the animation runs; 0 is for ever.
    /// - Throws: ``APNGError`` for numbers that the format cannot hold.
    public init(width: Int, height: Int, frameCount: Int, plays: Int) throws(APNGError) {
        let sides = 1...0x7FFF_FFFF
        guard sides.contains(width), sides.contains(height) else { throw .size(width: width, height: height) }
        guard (1...0x4000_0000).contains(frameCount) else { throw .frameCount(frameCount) }
        guard (0...65_535).contains(plays) else { throw .plays(plays) }
        let header = try Chunk("IHDR") { data in
            data.append(bigEndian: UInt32(width))
            data.append(bigEndian: UInt32(height))
            data.append(contentsOf: [8, 6, 0, 0, 0])  // 8 bits, RGBA, deflate, adaptive filters, no interlace
        }
        let control = try Chunk("acTL") { data in
            data.append(bigEndian: UInt32(frameCount))
            data.append(bigEndian: UInt32(plays))
        }
        bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header.bytes + control.bytes
    }

    /// What the file ends with.
    public static func end() throws(APNGError) -> [UInt8] { try Chunk("IEND") { _ in }.bytes }
}
