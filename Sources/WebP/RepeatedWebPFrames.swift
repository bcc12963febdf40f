/// Replaces frames that look like their predecessors by frames of a few bytes.
///
/// The first of them stays on the canvas, and each repetition draws one transparent pixel over it. The last repetition
/// draws a transparent box of the frame's size, and is cleared in its place. The number of frames and their durations
/// do not change.
public enum RepeatedWebPFrames {
    /// Bytes of a repeated frame.
    public static let size = 24 + 8 + 8

    /// Returns the frames of a file, in order, with repetitions replaced.
    public static func replaced(_ frames: [[UInt8]]) -> [[UInt8]] {
        guard let first = frames.first else { return [] }
        var result: [[UInt8]] = []
        result.reserveCapacity(frames.count)
        var last = WebPFrame(bytes: first)
        var isShown = false
        for next in frames.dropFirst().map(WebPFrame.init(bytes:)) {
            let isRepeated = repeats(next, last)
            result.append(bytes(of: last, isShown: isShown, isRepeated: isRepeated))
            (last, isShown) = (next, isRepeated)
        }
        result.append(bytes(of: last, isShown: isShown, isRepeated: false))
        return result
    }

    /// Returns the bytes of a frame behind another: few if it looks the same.
    public static func size(of frame: [UInt8], behind before: [UInt8]) -> Int {
        repeats(WebPFrame(bytes: frame), WebPFrame(bytes: before)) ? size : frame.count
    }

    private static func repeats(_ next: WebPFrame, _ last: WebPFrame) -> Bool {
        next.bytes.count > 2 * size && !next.place.isBlended && last.looks(like: next)
    }

    /// - Parameters:
    ///   - isShown: Whether the frame is on the canvas already.
    ///   - isRepeated: Whether the next frame looks the same.
    private static func bytes(of frame: WebPFrame, isShown: Bool, isRepeated: Bool) -> [UInt8] {
        guard isShown else { return isRepeated ? frame.staying.bytes : frame.bytes }
        var place = frame.place
        place.isBlended = true
        if isRepeated || !place.isCleared { (place.width, place.height, place.isCleared) = (1, 1, false) }
        return WebPFrame(losslessImage: transparent(place.width, place.height), at: place).bytes
    }

    /// A transparent image in VP8L: no transform, no color cache, and five codes of the symbol 0 alone, which takes no
    /// bits.
    ///
    /// - Source: RFC 9649 §3.4 (header), §3.7.2.1.1 (simple code length code).
    static func transparent(_ width: Int, _ height: Int) -> [UInt8] {
        var bits = UInt64(width - 1) | UInt64(height - 1) << 14 | 1 << 28
        // Behind 32 bits of size: a bit each for transforms, cache and groups; for each code, bits for the short form,
        // one symbol, a symbol of one bit, and the symbol.
        for code in 0..<5 { bits |= 1 << UInt64(35 + 4 * code) }
        return [0x2F] + (0..<7).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }
}

extension WebPFrame {
    /// A frame of one transparent pixel, drawn over what is there: it changes nothing.
    public static func unchanged(milliseconds: Int) -> WebPFrame {
        let place = Place(
            x: 0,
            y: 0,
            width: 1,
            height: 1,
            milliseconds: milliseconds,
            isCleared: false,
            isBlended: true
        )
        return WebPFrame(losslessImage: RepeatedWebPFrames.transparent(1, 1), at: place)
    }
}
