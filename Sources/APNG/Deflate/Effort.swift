/// How much work goes into making a file small. All are lossless.
public enum Effort: String, Sendable, CaseIterable {
    /// Repetitions are looked for in the pixels to the left and above.
    case fast
    /// Also among all pixels within DEFLATE's reach.
    case balanced
    /// Everything, at many times the cost.
    case small
}
