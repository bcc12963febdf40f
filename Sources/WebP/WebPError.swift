/// Why there is no WebP.
public enum WebPError: Error, Sendable, Equatable {
    /// The format has no room for such a canvas: 1...16,384 pixels a side.
    case size(width: Int, height: Int)
    /// An array that is not `width × height` pixels.
    case wrongPixelCount(found: Int, expected: Int)
    /// The library refused: its own number for why.
    case encoder(code: UInt32)
    /// It was told to stop.
    case stopped
    /// A file has at most 4 GB.
    case tooLong
}
