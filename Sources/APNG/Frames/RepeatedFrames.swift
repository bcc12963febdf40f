/// Replaces frames identical to their predecessor by frames of a few bytes.
///
/// The first of them stays on the canvas, and each repetition draws its first pixel again. Before a different frame
/// that does not cover it, a transparent frame of the same size, blended over, clears the canvas. An indexed frame is
/// repeated instead, because Pillow 9 composites transparent pixels of indexed frames as if they were opaque. The
/// number of frames and their delays do not change, but each frame is returned one step late. Only frames that are
/// cleared before the next one are merged.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`dispose_op`, `blend_op`).
public final class RepeatedFrames {
    private let isIndexed: Bool
    private var held: EncodedFrame?
    /// Whether the held frame is on the canvas already.
    private var isShown = false
    /// Size of the first frame.
    private var canvas = (width: 0, height: 0)

    /// Maximum size in bytes of a repeated frame after which nothing needs clearing.
    public static let repeatedSize = 70

    /// State for one file.
    ///
    /// - Parameter isIndexed: Whether the file has a palette.
    public init(isIndexed: Bool = false) { self.isIndexed = isIndexed }

    /// Accepts the next frame.
    ///
    /// - Parameter frame: Chunks from a ``FrameEncoder``. The first frame has the size of the canvas.
    /// - Returns: The previous frame, now final; empty if there is none.
    /// - Throws: ``APNGError``.
    public func take(_ frame: [UInt8]) throws(APNGError) -> [UInt8] {
        let next = EncodedFrame(frame)
        let last = held
        held = next
        guard let last else {
            canvas = next.size
            return []
        }
        // A frame of one pixel can hardly be smaller.
        let isRepeated = last.isAlone && last.size != (1, 1) && last.probes(like: next)
        defer { isShown = isRepeated }
        if isShown { return try again(last, isCovered: isRepeated || next.isAlone && next.covers(last)) }
        return isRepeated ? try last.staying().bytes() : last.whole
    }

    /// Returns the last frame; empty if there was none.
    ///
    /// - Throws: ``APNGError``.
    public func end() throws(APNGError) -> [UInt8] {
        guard let last = held else { return [] }
        held = nil
        // The canvas is cleared before the animation restarts.
        return isShown ? try again(last, isCovered: true) : last.whole
    }

    /// - Parameter isCovered: Whether no pixel of the frame needs clearing.
    private func again(_ frame: EncodedFrame, isCovered: Bool) throws(APNGError) -> [UInt8] {
        if isCovered { return try (frame.firstPixel(isIndexed ? 1 : 4) ?? frame.staying()).bytes() }
        // ffmpeg 5 loses the canvas below a transparent frame of the canvas' size.
        if isIndexed || frame.size == canvas { return frame.whole }
        let empty = try frame.empty()
        // Small frames may be repeated in full.
        return try empty.image.count < frame.image.count ? empty.bytes() : frame.whole
    }
}
