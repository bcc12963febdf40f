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

    /// The pictures in their order, left to right and then row by row, with nothing between them.
    ///
    /// - Parameters:
    ///   - pictures: At least one, and all of one height; where there are several rows, of one width too. Their boxes are not
    ///     asked for.
    ///   - columns: Pictures in a row. What the last row has no picture for is transparent.
    ///   - isStopped: Asked now and then; when it says yes, there is no file.
    /// - Throws: ``APNGError`` for pictures that don't make one, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the pictures, and the file's.
    public init(
        _ pictures: [FrameEncoder.Picture],
        columns: Int = .max,
        effort: Effort = .balanced,
        colours: Colours = .plain,
        unless isStopped: () -> Bool = { false }
    ) throws(APNGError) {
        let columns = max(1, min(columns, pictures.count))
        let rows = stride(from: 0, to: pictures.count, by: columns).map { start in
            Array(pictures[start..<min(start + columns, pictures.count)])
        }
        let height = pictures.first?.height ?? 0
        let width = rows.first?.reduce(0) { $0 + $1.width } ?? 0
        _ = try PNGHeader(width: width, height: height * rows.count)
        for picture in pictures
        where picture.pixels.count != picture.width * height || picture.height != height
            || (rows.count > 1 && picture.width != pictures[0].width)
        {
            throw .wrongPixelCount(found: picture.pixels.count, expected: picture.width * height)
        }
        let whole = pictures.count == 1 ? pictures[0] : Self.together(rows, width: width, height: height)
        switch colours {
        case .plain: bytes = try Self.file(whole, effort, nil, isStopped)
        case .atMost(let most): bytes = try Self.file(whole, effort, Palette(ColourCount(whole), most: most), isStopped)
        case .lossless:
            let plain = try Self.file(whole, effort, nil, isStopped)
            let indexed = try Palette(exactly: ColourCount(whole)).map { palette throws(APNGError) in
                try Self.file(whole, effort, palette, isStopped)
            }
            bytes = indexed.map { $0.count < plain.count ? $0 : plain } ?? plain
        }
    }

    private static func file(
        _ picture: FrameEncoder.Picture,
        _ effort: Effort,
        _ palette: Palette?,
        _ isStopped: () -> Bool
    ) throws(APNGError) -> [UInt8] {
        let (width, height) = (picture.width, picture.height)
        let header =
            try PNGHeader(width: width, height: height, depth: palette?.depth).bytes + (palette?.chunks() ?? [])
        let packed = picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            FrameDeflater(effort, palette, depth: palette?.depth ?? 8)
                .withStream(of: source, unless: isStopped) { [UInt8]($0) }
        }
        guard let packed else { throw .stopped }
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        return try header + image.bytes + APNGHeader.end()
    }

    /// - Parameters:
    ///   - width: Of the first row.
    ///   - height: Of each row.
    private static func together(_ rows: [[FrameEncoder.Picture]], width: Int, height: Int) -> FrameEncoder.Picture {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height * rows.count)
        for (number, row) in rows.enumerated() {
            for y in 0..<height {
                for picture in row { pixels += picture.pixels[y * picture.width..<(y + 1) * picture.width] }
                let missing = (number * height + y + 1) * width - pixels.count
                pixels.append(contentsOf: repeatElement(0, count: missing))
            }
        }
        return FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: height * rows.count,
            box: nil,
            blocks: nil,
            isStraight: rows[0][0].isStraight
        )
    }
}
