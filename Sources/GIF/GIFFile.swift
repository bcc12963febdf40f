internal import CGIF

/// Canvas and color table that all frames of an animated GIF share.
///
/// giflib writes the bytes. A file consists of ``start``, frames in order, and ``end``; frames are independent of each
/// other.
///
/// - Source: GIF89a Specification; Netscape's application extension for the number of plays.
public struct GIFFile: Sendable {
    private let width: Int
    private let height: Int
    private let colors: [UInt32]

    /// Bytes before the first frame.
    public let start: [UInt8]
    /// Bytes behind the last frame.
    public static let end: [UInt8] = [0x3B]

    /// - Parameters:
    ///   - colors: Colors, R G B from the lowest byte up, at most 256. The first is the transparent one.
    ///   - plays: Number of plays; 0 repeats forever.
    /// - Throws: ``GIFError``.
    public init(width: Int, height: Int, colors: [UInt32], plays: Int) throws(GIFError) {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw .size(width: width, height: height)
        }
        guard (1...256).contains(colors.count) else { throw .colors(colors.count) }
        (self.width, self.height, self.colors) = (width, height, colors)
        let output = try GIFOutput(width: width, height: height, colors: colors)
        // Without a loop extension a file is played once; with one, once more than its number.
        if plays != 1 { try output.writeLoop(UInt16(clamping: max(0, plays - 1))) }
        start = output.bytes
    }

    /// Treatment of a frame before the next one is drawn.
    public enum Disposal: Int32, Sendable {
        /// The frame stays.
        case none = 1
        /// The frame's box becomes transparent.
        case background = 2
        /// The canvas is restored to what it was before the frame.
        case previous = 3
    }

    /// Returns the blocks of one frame.
    ///
    /// - Parameters:
    ///   - indices: Pixels of the box as indices in the color table, rows top to bottom. 0 leaves the canvas unchanged.
    ///   - centiseconds: Duration of the frame. Browsers treat 0 and 1 as 10.
    /// - Throws: ``GIFError``.
    /// - Complexity: O(pixels in the box).
    public func frame(
        _ indices: [UInt8],
        x: Range<Int>,
        y: Range<Int>,
        centiseconds: Int,
        disposal: Disposal
    ) throws(GIFError) -> [UInt8] {
        guard !x.isEmpty, !y.isEmpty, x.lowerBound >= 0, y.lowerBound >= 0, x.upperBound <= width,
            y.upperBound <= height, indices.count == x.count * y.count,
            indices.allSatisfy({ Int($0) < colors.count })
        else { throw .box }
        // A separate file, of which only the frame is kept.
        let output = try GIFOutput(width: width, height: height, colors: colors)
        let before = output.bytes.count
        try output.writeControl(centiseconds: centiseconds, disposal)
        try output.writeImage(indices, x: x, y: y)
        return Array(output.bytes[before...])
    }
}
