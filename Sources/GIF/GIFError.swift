/// Errors of GIF encoding.
public enum GIFError: Error, Sendable, Equatable {
    /// Canvas side outside 1...65,535 pixels.
    case size(width: Int, height: Int)
    /// Number of colors outside 1...256, including the transparent one.
    case colors(Int)
    /// Box outside the canvas, or indices that are not its pixels or not in the color table.
    case box
    /// Error code of giflib.
    case encoder(code: Int32)
}
