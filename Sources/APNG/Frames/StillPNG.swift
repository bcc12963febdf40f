/// A static PNG: one image, or several side by side.
///
/// - Source: PNG Specification, Third Edition, §5.6: `IHDR`, a palette if there is one, `IDAT`, `IEND`.
public struct StillPNG: Sendable {
    /// Bytes of the file.
    public let bytes: [UInt8]

    /// Color representation of the pixels.
    public enum Colors: Sendable {
        /// RGBA of 8 bits per channel.
        case plain
        /// Palette if it can hold all colors and makes the file smaller; otherwise 8-bit RGBA.
        case lossless
        /// Palette of at most the given number of colors, 2...256: exact if they fit, otherwise the nearest.
        case atMost(Int)
    }

    /// A file of the images in order, left to right and then row by row, without spacing.
    ///
    /// - Parameters:
    ///   - pictures: Images, at least one, all of one height; with several rows, of one width too. Their bounding boxes
    ///     are ignored.
    ///   - columns: Images per row. Empty positions of the last row are transparent.
    ///   - isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError`` for images that do not fit together, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the images and the file.
    public init(
        _ pictures: [FrameEncoder.Picture],
        columns: Int = .max,
        effort: Effort = .balanced,
        colors: Colors = .plain,
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
        switch colors {
        case .plain: bytes = try Self.file(whole, effort: effort, palette: nil, unless: isStopped)
        case .atMost(let most):
            bytes = try Self.file(
                whole,
                effort: effort,
                palette: Palette(ColorHistogram(whole), most: most),
                unless: isStopped
            )
        case .lossless:
            let plain = try Self.file(whole, effort: effort, palette: nil, unless: isStopped)
            let indexed = try Palette(exactly: ColorHistogram(whole)).map { palette throws(APNGError) in
                try Self.file(whole, effort: effort, palette: palette, unless: isStopped)
            }
            bytes = indexed.map { $0.count < plain.count ? $0 : plain } ?? plain
        }
    }

    private static func file(
        _ picture: FrameEncoder.Picture,
        effort: Effort,
        palette: Palette?,
        unless isStopped: () -> Bool
    ) throws(APNGError) -> [UInt8] {
        let (width, height) = (picture.width, picture.height)
        let header =
            try PNGHeader(width: width, height: height, depth: palette?.depth).bytes + (palette?.chunks() ?? [])
        let packed = picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            FrameDeflater(effort, palette: palette, depth: palette?.depth ?? 8)
                .withStream(of: source, unless: isStopped) { [UInt8]($0) }
        }
        guard let packed else { throw .stopped }
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        return try header + image.bytes + APNGHeader.end()
    }

    /// - Parameters:
    ///   - width: Width of the first row in pixels.
    ///   - height: Height of each row in pixels.
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
