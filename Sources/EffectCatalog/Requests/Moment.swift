internal import EffectModel

/// An instant of an effect as written in a URL or on the command line: `0.5`, `2s`, `250ms`, `50%`.
struct Moment: Sendable, Equatable {
    /// The text as written, for messages.
    let excerpt: String
    private let number: Double
    /// Whether `number` is a share of the duration instead of seconds.
    private let isShare: Bool

    /// Parses a plain number with an optional unit; `nil` for anything else.
    init?(_ text: some StringProtocol) {
        guard let (number, unit) = NumberText.measure(ParameterText.withSign(text)) else { return nil }
        switch unit {
        case "", "s": (self.number, isShare) = (number, false)
        case "ms": (self.number, isShare) = (number / 1000, false)
        case "%": (self.number, isShare) = (number / 100, true)
        default: return nil
        }
        excerpt = unit.isEmpty ? String(text) : "\"\(text)\""
    }

    /// The instant in seconds of the effect. Written seconds are playing time, and are divided by the speed. `nil` for
    /// seconds outside 0...`latest`, and for a share outside 0...1.
    func time(in timing: Timing, latest: Double) -> Double? {
        if isShare { return (0...1).contains(number) ? number * timing.duration : nil }
        return (0...latest).contains(number) ? timing.time(atPlayback: number) : nil
    }
}
