/// Errors of WebP encoding.
public enum WebPError: Error, Sendable, Equatable {
    /// Canvas side outside 1...16,384 pixels, or frame side outside 1...16,383.
    case size(width: Int, height: Int)
    /// Number of pixels other than `width × height`.
    case wrongPixelCount(found: Int, expected: Int)
    /// Error code of libwebp.
    case encoder(code: UInt32)
    /// Encoding stopped at the caller's request.
    case stopped
    /// File over 4 GB.
    case tooLong
}
