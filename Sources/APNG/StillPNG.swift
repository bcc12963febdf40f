/// A PNG that does not move: one picture, or several side by side.
///
/// - Source: PNG Specification, Third Edition, §5.6: `IHDR`, `IDAT`, `IEND`.
public struct StillPNG: Sendable {
    /// The whole file.
    public let bytes: [UInt8]

    /// The pictures in their order, left to right, with nothing between them. 8-bit RGBA, as in an animation.
    ///
    /// - Parameter pictures: At least one, and all of one height. Their boxes are not asked for.
    /// - Throws: ``APNGError`` for pictures that don't make one, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the pictures, and the file's.
    public init(_ pictures: [FrameEncoder.Picture], effort: Effort = .balanced) throws(APNGError) {
        let width = pictures.reduce(0) { $0 + $1.width }
        let height = pictures.first?.height ?? 0
        let header = try PNGHeader(width: width, height: height)
        for picture in pictures where picture.pixels.count != picture.width * height || picture.height != height {
            throw .wrongPixelCount(found: picture.pixels.count, expected: picture.width * height)
        }
        let whole = pictures.count == 1 ? pictures[0] : Self.beside(pictures, width: width, height: height)
        let packed = whole.withSource(FrameEncoder.Part(whole: whole)) { source in
            FrameDeflater(effort).withStream(of: source) { [UInt8]($0) }
        }
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        bytes = try header.bytes + image.bytes + APNGHeader.end()
    }

    private static func beside(_ pictures: [FrameEncoder.Picture], width: Int, height: Int) -> FrameEncoder.Picture {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for picture in pictures { pixels += picture.pixels[y * picture.width..<(y + 1) * picture.width] }
        }
        return FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: height,
            box: nil,
            blocks: nil,
            isStraight: pictures[0].isStraight
        )
    }
}
