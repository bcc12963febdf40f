/// Start of an animated PNG: signature, `IHDR`, `acTL`, and the palette if there is one.
///
/// - Source: PNG Specification, Third Edition, §5.2, §11.2.1, §11.3.6.1.
public struct APNGHeader: Sendable {
    /// The file's first bytes.
    public let bytes: [UInt8]

    /// Header of a file of `frameCount` frames, 8-bit RGBA or indexed. Palette indices always have 8 bits: ffmpeg 5
    /// misplaces cropped frames with fewer.
    ///
    /// - Parameter plays: Number of times the animation runs, 0...65,535; 0 repeats it forever.
    /// - Throws: ``APNGError`` for numbers that the format cannot hold.
    public init(width: Int, height: Int, frameCount: Int, plays: Int, palette: Palette? = nil) throws(APNGError) {
        let header = try PNGHeader(width: width, height: height, depth: palette == nil ? nil : 8)
        guard (1...0x4000_0000).contains(frameCount) else { throw .frameCount(frameCount) }
        guard (0...65_535).contains(plays) else { throw .plays(plays) }
        let control = try Chunk("acTL") { data in
            data.append(bigEndian: UInt32(frameCount))
            data.append(bigEndian: UInt32(plays))
        }
        bytes = try header.bytes + control.bytes + (palette?.chunks() ?? [])
    }

    /// Returns the end of the file, `IEND`.
    public static func end() throws(APNGError) -> [UInt8] { try Chunk("IEND") { _ in }.bytes }
}
