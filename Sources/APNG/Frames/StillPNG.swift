internal import Deflate

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

    /// A file of one image, or of images side by side.
    ///
    /// - Parameters:
    ///   - pictures: Images from left to right, at least one, all of one height. Their bounding boxes are ignored.
    ///   - isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError`` for images that do not fit together, or that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the images and the file.
    public init(
        _ pictures: [FrameEncoder.Picture],
        effort: Effort = .balanced,
        colors: Colors = .plain,
        unless isStopped: () -> Bool = { false }
    ) throws(APNGError) {
        let height = pictures.first?.height ?? 0
        if pictures.count == 1 {
            _ = try PNGHeader(width: pictures[0].width, height: height)
            try pictures[0].check(height: height)
            try self.init(whole: pictures[0], isSingle: true, effort: effort, colors: colors, unless: isStopped)
        } else {
            let width = pictures.reduce(0) { $0 + $1.width }
            var sheet = try PictureSheet(width: width, rowHeight: height, rowCount: 1)
            for picture in pictures { try sheet.append(picture) }
            try self.init(sheet, effort: effort, colors: colors, unless: isStopped)
        }
    }

    /// A file of a sheet.
    ///
    /// - Parameter isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError`` for a file that the format cannot hold.
    /// - Complexity: O(pixels); takes as much memory as the sheet and the file.
    public init(
        _ sheet: PictureSheet,
        effort: Effort = .balanced,
        colors: Colors = .plain,
        unless isStopped: () -> Bool = { false }
    ) throws(APNGError) {
        // The pattern of a dither would start anew in each image of an odd size, and flicker as they follow each other.
        try self.init(whole: sheet.whole, isSingle: false, effort: effort, colors: colors, unless: isStopped)
    }

    private init(
        whole: FrameEncoder.Picture,
        isSingle: Bool,
        effort: Effort,
        colors: Colors,
        unless isStopped: () -> Bool
    ) throws(APNGError) {
        switch colors {
        case .plain: bytes = try Self.file(whole, effort: effort, palette: nil, unless: isStopped)
        case .atMost(let most):
            bytes = try Self.file(
                whole,
                effort: effort,
                palette: Palette(ColorHistogram(whole), most: most, isDithered: isSingle),
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
                .withStream(of: source, unless: isStopped) { $0.bytes }
        }
        guard let packed else { throw .stopped }
        let image = try Chunk("IDAT", reserving: packed.count) { $0.append(contentsOf: packed) }
        return try header + image.bytes + APNGHeader.end()
    }
}
