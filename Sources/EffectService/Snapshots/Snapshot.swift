internal import EffectModel

/// What a picture that does not move shows of an effect.
public enum Snapshot: Sendable, Equatable {
    /// The frame of the animation on which most is to be seen; of several, the first.
    case best
    /// One frame of the animation, by its number.
    case frame(Int)
    /// These instants side by side, at least one. Seconds of the effect since its start; they need not be those of frames, and may
    /// lie beyond the last one.
    case times([Double])
    /// All frames of the animation, row by row, in so many columns.
    case sheet(columns: Int)

    /// What has to be made for it.
    var job: RenderPrice.Job {
        switch self {
        case .best, .frame: .best
        case .sheet: .sheet
        case .times(let times): .times(times)
        }
    }
}
