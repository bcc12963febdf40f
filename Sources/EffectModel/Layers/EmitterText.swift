/// Text that particles are born on.
public struct EmitterText: Sendable, Equatable {
    /// Text with its font and size.
    public let style: TextStyle
    /// Outline in points, centered at (0, 0).
    public let outline: Outline

    package init(style: TextStyle, outline: Outline) {
        (self.style, self.outline) = (style, outline)
    }
}
