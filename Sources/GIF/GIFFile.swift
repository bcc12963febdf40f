internal import CGIF

/// What all frames of an animated GIF share: the canvas and one table of colours.
///
/// Its bytes are giflib's. ``start``, frames in their order, and ``end`` make a file; frames don't know each other.
///
/// - Source: GIF89a Specification; Netscape's application extension for the number of plays.
public struct GIFFile: Sendable {
    private let width: Int
    private let height: Int
    private let colours: [UInt32]

    /// All before the first frame.
    public let start: [UInt8]
    /// All behind the last.
    public static let end: [UInt8] = [0x3B]

    /// - Parameters:
    ///   - colours: R G B from the lowest byte up, at most 256. The first is what is transparent.
    ///   - plays: How often it plays; 0 is for ever.
    /// - Throws: ``GIFError``.
    public init(width: Int, height: Int, colours: [UInt32], plays: Int) throws(GIFError) {
        guard (1...65_535).contains(width), (1...65_535).contains(height) else {
            throw .size(width: width, height: height)
        }
        guard (1...256).contains(colours.count) else { throw .colours(colours.count) }
        (self.width, self.height, self.colours) = (width, height, colours)
        let output = try GIFOutput(width: width, height: height, colours: colours)
        // It is played once if nothing is said, and once more than it says.
        if plays != 1 { try output.writeLoop(UInt16(clamping: max(0, plays - 1))) }
        start = output.bytes
    }

    /// What becomes of a frame when the next one comes.
    public enum Disposal: Int32, Sendable {
        /// It stays.
        case none = 1
        /// Its box becomes transparent.
        case background = 2
        /// What was there comes back.
        case previous = 3
    }

    /// The blocks of one frame.
    ///
    /// - Parameters:
    ///   - indices: The box's pixels as places in the table of colours, rows top to bottom. 0 leaves what is below.
    ///   - centiseconds: How long it stays. Browsers take 0 and 1 for 10.
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
            indices.allSatisfy({ Int($0) < colours.count })
        else { throw .box }
        // A file of its own, of which the frame is kept.
        let output = try GIFOutput(width: width, height: height, colours: colours)
        let before = output.bytes.count
        try output.writeControl(centiseconds: centiseconds, disposal)
        try output.writeImage(indices, x, y)
        return Array(output.bytes[before...])
    }
}
