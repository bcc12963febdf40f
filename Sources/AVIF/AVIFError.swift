/// Errors of AVIF encoding.
public enum AVIFError: Error, Sendable, Equatable {
    /// Side outside 1...16,384 pixels.
    case size(width: Int, height: Int)
    /// Number of pixels other than `width × height`.
    case wrongPixelCount(found: Int, expected: Int)
    /// Error code of libaom.
    case encoder(code: UInt32)
    /// Encoding stopped at the caller's request.
    case stopped
    /// No frame, or a file over 2 GB.
    case length
}
