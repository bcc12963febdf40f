/// What a picture that does not move shows of an effect.
public enum Snapshot: Sendable, Equatable {
    /// The frame of the animation on which most is to be seen; of several, the first.
    case best
    /// These instants side by side, at least one. Seconds since the effect's start; they need not be those of frames.
    case times([Double])
}
