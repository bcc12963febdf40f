/// Errors of lossless encoding.
public enum LosslessError: Error, Sendable, Equatable {
    /// Image side outside 1...16,384 pixels.
    case size(width: Int, height: Int)
    /// Encoding stopped at the caller's request.
    case stopped
}
