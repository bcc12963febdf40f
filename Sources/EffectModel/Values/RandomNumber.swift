/// A number that is drawn separately for each use.
public enum RandomNumber: Sendable, Equatable {
    case fixed(Double)
    /// Uniform between two bounds.
    case uniform(Double, Double)
    /// Uniform among `from`, `from + step`, … up to `to`.
    case stepped(from: Double, to: Double, step: Double)
    /// Value of the preceding number in a list.
    case same

    /// The number for a draw in 0..<1.
    public func value(_ draw: Double, last: Double = 0) -> Double {
        switch self {
        case .fixed(let value): value
        case .uniform(let low, let high): low + (high - low) * draw
        case .stepped(let from, let to, let step):
            from + step * (draw * (((to - from) / step + 1e-9).rounded(.down) + 1)).rounded(.down)
        case .same: last
        }
    }

    /// Upper bound of the magnitude; 0 for ``same``.
    package var largest: Double {
        switch self {
        case .fixed(let value): abs(value)
        case .uniform(let low, let high): max(abs(low), abs(high))
        case .stepped(let from, let to, _): max(abs(from), abs(to))
        case .same: 0
        }
    }
}
