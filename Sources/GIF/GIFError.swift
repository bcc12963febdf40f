/// Why there is no GIF.
public enum GIFError: Error, Sendable, Equatable {
    /// The format has no room for such a canvas: 1...65,535 pixels a side.
    case size(width: Int, height: Int)
    /// 1...256 colours, and one of them for what is transparent.
    case colours(Int)
    /// An array that is not the box's pixels, or a box that does not lie in the canvas.
    case box
    /// The library refused: its own number for why.
    case encoder(code: Int32)
}
