internal import EffectModel

/// The content of a still image.
public enum Snapshot: Sendable, Equatable {
    /// The frame of the animation with the largest coverage; of several, the first.
    case best
    /// A frame of the animation, by number.
    case frame(Int)
    /// Images at these instants side by side, at least one. Seconds of the effect since its start, which need not
    /// coincide with frames and may be later than the last frame.
    case times([Double])
    /// All frames of the animation, row by row, in the given number of columns.
    case sheet(columns: Int)

    /// The render job for pricing.
    var job: RenderPrice.Job {
        switch self {
        case .best, .frame: .best
        case .sheet: .sheet
        case .times(let times): .times(times)
        }
    }
}
