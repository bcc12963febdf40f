/// A PNG that does not move: one picture, or several side by side.
///
/// - Source: PNG Specification, Third Edition, §5.6: `IHDR`, a palette if there is one, `IDAT`, `IEND`.
public struct StillPNG: Sendable {
    /// The whole file.
    public let bytes: [UInt8]

    /// How the colours of pixels are said.
    public enum Colours: Sendable {
        /// As 8-bit RGBA.
        case plain
        /// In a palette, if all of them have room in one and the file becomes smaller; otherwise plain.
        case lossless
        /// In a palette of at most so many, 2...256: the very same if they are so few, otherwise the nearest.
        case atMost(Int)
    }

    /// The pictures in their order, left to right, with nothing between them.
    ///
    /// - Parameter pictures: At least one, and all of one height. Their boxes are not asked for.
    /// - Throws: ``APNGError`` for pictures that don't make one, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the pictures, and the file's.
    public init(
        _ pictures: [FrameEncoder.Picture],
        effort: Effort = .balanced,
        colours: Colours = .plain
    ) throws(APNGError) {
        let width = pictures.reduce(0) { $0 + $1.width }
        let height = pictures.first?.height ?? 0
        _ = try PNGHeader(width: width, height: height)
        for picture in pictures where picture.pixels.count != picture.width * height || picture.height != height {
            throw .wrongPixelCount(found: picture.pixels.count, expected: picture.width * height)
        }
        let whole = pictures.count == 1 ? pictures[0] : Self.beside(pictures, width: width, height: height)
        switch colours {
        case .plain: bytes = try Self.file(whole, effort, nil)
        case .atMost(let most): bytes = try Self.file(whole, effort, Palette(ColourCount(whole), most: most))
        case .lossless:
            let plain = try Self.file(whole, effort, nil)
            let indexed = try Palette(exactly: ColourCount(whole)).map { palette throws(APNGError) in
                try Self.file(whole, effort, palette)
            }
            bytes = indexed.map { $0.count < plain.count ? $0 : plain } ?? plain
        }
    }

    private static func file(_ picture: FrameEncoder.Picture, _ effort: Effort, _ palette: Palette?) throws(APNGError)
        -> [UInt8]
    {
        let (width, height) = (picture.width, picture.height)
        let header =
            try PNGHeader(width: width, height: height, depth: palette?.depth).bytes + (palette?.chunks() ?? [])
        let packed = picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            FrameDeflater(effort, palette, depth: palette?.depth ?? 8).withStream(of: source) { [UInt8]($0) }
        }
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        return try header + image.bytes + APNGHeader.end()
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
