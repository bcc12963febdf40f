/// Says frames again that are the same as those before them, in a few bytes each.
///
/// The first of them stays, and those that follow say its first pixel again. Before something else follows that does not cover it, a
/// transparent picture as large as it is, put over it, clears all away; an indexed one is said again, as Pillow 9 puts what is
/// transparent in those over others as if it were not. How many frames a file has, and how long each stays, is as it would be
/// without; but each is known one late. Only frames are taken together that are cleared away before the next.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`dispose_op`, `blend_op`).
public final class RepeatedFrames {
    private let isIndexed: Bool
    private var held: EncodedFrame?
    /// Whether what is held is shown already.
    private var isShown = false
    /// The first frame's.
    private var canvas = (width: 0, height: 0)

    /// Bytes of a frame that is said again, or a few less, where nothing is to be cleared away.
    public static let repeatedSize = 70

    /// For one file.
    ///
    /// - Parameter isIndexed: Whether it has a palette.
    public init(isIndexed: Bool = false) { self.isIndexed = isIndexed }

    /// Takes the next frame.
    ///
    /// - Parameter frame: As a ``FrameEncoder`` made it. The first one is as large as the canvas.
    /// - Returns: What is certain now: the frame before it, or nothing if there is none.
    /// - Throws: ``APNGError``.
    public func take(_ frame: [UInt8]) throws(APNGError) -> [UInt8] {
        let next = EncodedFrame(frame)
        let last = held
        held = next
        guard let last else {
            canvas = next.size
            return []
        }
        // A pixel is hardly said in less.
        let isRepeated = last.isAlone && last.size != (1, 1) && last.looks(like: next)
        defer { isShown = isRepeated }
        if isShown { return try again(last, isCovered: isRepeated || next.isAlone && next.covers(last)) }
        return isRepeated ? try last.staying().bytes() : last.whole
    }

    /// The last frame.
    ///
    /// - Throws: ``APNGError``.
    public func end() throws(APNGError) -> [UInt8] {
        guard let last = held else { return [] }
        held = nil
        // The canvas is cleared before it all begins again.
        return isShown ? try again(last, isCovered: true) : last.whole
    }

    /// - Parameter isCovered: Whether nothing of it is to be cleared away.
    private func again(_ frame: EncodedFrame, isCovered: Bool) throws(APNGError) -> [UInt8] {
        if isCovered { return try (frame.firstPixel(isIndexed ? 1 : 4) ?? frame.staying()).bytes() }
        // Ffmpeg 5 forgets what is below a transparent picture if that is as large as the canvas.
        if isIndexed || frame.size == canvas { return frame.whole }
        let empty = try frame.empty()
        // What is small may be said again.
        return try empty.image.count < frame.image.count ? empty.bytes() : frame.whole
    }
}
