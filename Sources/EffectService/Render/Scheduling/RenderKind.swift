/// A class of work whose predictions are off by about the same factor.
public enum RenderKind: String, Sendable, CaseIterable {
    case apng, gif, webp
    /// A single-frame image, a strip of several, or the best of all frames.
    case still
    case sheet
    /// Frames as data.
    case dump
    /// Any output with a byte budget. The prediction assumes the longest search.
    case fitted
    /// Parsing of a request.
    case reading
}
