/// Work whose predictions are wrong by about the same factor.
public enum RenderKind: String, Sendable, CaseIterable {
    case apng, gif, webp
    /// A picture that does not move, a strip of them, or the best of all frames.
    case still
    case sheet
    /// Frames as data.
    case dump
    /// Whatever fits into a budget of bytes: predicted for the longest search.
    case fitted
    /// Taking a request apart.
    case reading
}
