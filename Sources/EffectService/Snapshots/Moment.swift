internal import EffectModel

/// An instant of an effect as somebody writes it: `0.5`, `2s`, `250ms`, `50%`.
struct Moment: Sendable, Equatable {
    /// As written, for messages.
    let excerpt: String
    private let number: Double
    /// Of the duration; otherwise `number` is seconds.
    private let isShare: Bool

    /// `nil` for anything but a plain number with one of the units, or none.
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

    /// The instant of the effect: seconds are those of the playing time. `nil` before its start, and later than `latest`
    /// of such seconds; a share of more than all of it too.
    func time(in timing: Timing, latest: Double) -> Double? {
        if isShare { return (0...1).contains(number) ? number * timing.duration : nil }
        return (0...latest).contains(number) ? number / timing.speed : nil
    }
}
