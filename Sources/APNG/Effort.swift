/// Compression effort. All levels are lossless.
public enum Effort: String, Sendable, CaseIterable {
    /// Matches with the pixels to the left and above only.
    case fast
    /// Matches with all pixels within DEFLATE's window.
    case balanced
    /// Optimal parsing, at many times the cost.
    case small
}
