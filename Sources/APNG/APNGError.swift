/// What an animated PNG cannot hold.
public enum APNGError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Width or height outside 1...2³¹−1.
    case size(width: Int, height: Int)
    /// Outside 1...2³⁰: every frame but the first takes two of 2³¹ sequence numbers.
    case frameCount(Int)
    /// Number of plays outside 0...65,535.
    case plays(Int)
    /// A delay that two 16-bit numbers cannot express.
    case delay(seconds: Double)
    /// The first frame must fill the canvas, and no frame may leave it.
    case box(frame: Int)
    /// `pixels` has another length than the canvas.
    case wrongPixelCount(found: Int, expected: Int)
    /// A pixel that has none of its palette's so many colours.
    case entry(Int, colours: Int)
    /// A chunk over 2³¹−1 bytes.
    case chunkTooLong(Int)
    /// zlib's own complaint.
    case compression(code: Int32)
    /// It was told to stop.
    case stopped

    /// For people: what was found, what is allowed.
    public var description: String {
        switch self {
        case .size(let width, let height): "a canvas of \(width) × \(height); allowed 1...2147483647 a side"
        case .frameCount(let count): "\(count) frames; allowed 1...1073741824"
        case .plays(let plays): "\(plays) plays; allowed 0...65535"
        case .delay(let seconds): "a delay of \(seconds) s; allowed 0...65535 s, in a ratio of two 16-bit numbers"
        case .box(let frame): "the box of frame \(frame); allowed: all of the canvas for frame 0, within it for others"
        case .wrongPixelCount(let found, let expected): "\(found) pixels; allowed \(expected)"
        case .entry(let entry, let count): "a pixel of colour \(entry); allowed 0...\(count - 1)"
        case .chunkTooLong(let count): "a chunk of \(count) bytes; allowed at most 2147483647"
        case .compression(let code): "zlib returned \(code)"
        case .stopped: "it was told to stop"
        }
    }
}
