/// A PNG that does not move: one picture, or several side by side.
///
/// - Source: PNG Specification, Third Edition, §5.6: `IHDR`, `IDAT`, `IEND`.
public struct StillPNG: Sendable {
    /// The whole file.
    public let bytes: [UInt8]

    /// The pictures in their order, left to right, with nothing between them. 8-bit RGBA, as in an animation.
    ///
    /// - Parameters:
    ///   - pictures: At least one, and all of one height. Their boxes are not asked for.
    ///   - level: Of zlib, 1...9.
    /// - Throws: ``APNGError`` for pictures that don't make one, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the pictures, and the file's.
    public init(_ pictures: [FrameEncoder.Picture], level: Int = FrameEncoder.defaultLevel) throws(APNGError) {
        let width = pictures.reduce(0) { $0 + $1.width }
        let height = pictures.first?.height ?? 0
        let header = try PNGHeader(width: width, height: height)
        for picture in pictures where picture.pixels.count != picture.width * height || picture.height != height {
            throw .wrongPixelCount(found: picture.pixels.count, expected: picture.width * height)
        }
        var rows = Scanlines()
        rows.clear(width: width, height: height)
        var column = 0
        for picture in pictures {
            rows.put(picture, (0..<picture.width, 0..<height), at: column)
            column += picture.width
        }
        let packed = try Deflater(level: level).compress(rows.bytes)
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        bytes = try header.bytes + image.bytes + APNGHeader.end()
    }
}
