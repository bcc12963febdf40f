/// Errors of PNG encoding.
public enum APNGError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Width or height outside 1...2³¹−1.
    case size(width: Int, height: Int)
    /// Frame count outside 1...2³⁰: every frame but the first takes two of 2³¹ sequence numbers.
    case frameCount(Int)
    /// Number of plays outside 0...65,535.
    case plays(Int)
    /// Delay in seconds that two 16-bit numbers cannot express.
    case delay(seconds: Double)
    /// Box of frame 0 that does not fill the canvas, or box of a later frame that leaves it.
    case box(frame: Int)
    /// Number of pixels different from that of the canvas.
    case wrongPixelCount(found: Int, expected: Int)
    /// Palette index of a pixel outside its palette of `colors` colors.
    case entry(Int, colors: Int)
    /// Chunk over 2³¹−1 bytes.
    case chunkTooLong(Int)
    /// Error code returned by zlib.
    case compression(code: Int32)
    /// Encoding stopped at the caller's request.
    case stopped

    /// Message with the value found and the range allowed.
    public var description: String {
        switch self {
        case .size(let width, let height): "a canvas of \(width) × \(height); allowed 1...2147483647 per side"
        case .frameCount(let count): "\(count) frames; allowed 1...1073741824"
        case .plays(let plays): "\(plays) plays; allowed 0...65535"
        case .delay(let seconds): "a delay of \(seconds) s; allowed 0...65535 s, in a ratio of two 16-bit numbers"
        case .box(let frame):
            "the box of frame \(frame); allowed: the whole canvas for frame 0, a part of the canvas for others"
        case .wrongPixelCount(let found, let expected): "\(found) pixels; allowed \(expected)"
        case .entry(let entry, let count): "a pixel of color \(entry); allowed 0...\(count - 1)"
        case .chunkTooLong(let count): "a chunk of \(count) bytes; allowed at most 2147483647"
        case .compression(let code): "zlib returned \(code)"
        case .stopped: "the encoder was stopped"
        }
    }
}
