/// What a number measures, and so which units a string may carry in its place: `"90deg"`, `"250ms"`, `"50%"`.
enum NumberUnit: Sendable {
    case plain
    case seconds
    /// Seconds where a share of the duration would make no sense.
    case absoluteSeconds
    case radians
    /// Points along the canvas' width or height.
    case horizontal
    case vertical
    /// Points in no direction of their own.
    case length

    /// What an error message says is allowed.
    func phrase(_ bounds: String) -> String {
        switch self {
        case .plain: "a number in \(bounds)"
        case .seconds: "seconds in \(bounds) (or \"250ms\", \"50%\" of the duration)"
        case .absoluteSeconds: "seconds in \(bounds) (or \"250ms\")"
        case .radians: "radians in \(bounds) (or \"90deg\", \"0.25turn\")"
        case .horizontal: "points in \(bounds) (or \"50%\" of the canvas' width)"
        case .vertical: "points in \(bounds) (or \"50%\" of the canvas' height)"
        case .length: "a number in \(bounds) (or \"50vmax\", half of the canvas' longer side)"
        }
    }

    /// Reads `"<number><unit>"`; `nil` if the text is not that.
    func value(of text: String, _ context: ReadContext) -> Double? {
        guard text.utf8.count <= 40 else { return nil }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard let number = NumberText.decimal(digits) else { return nil }
        let unit = text[digits.endIndex...]
        return switch (self, unit) {
        case (.seconds, "s"), (.absoluteSeconds, "s"): number
        case (.seconds, "ms"), (.absoluteSeconds, "ms"): number / 1000
        case (.seconds, "%"): number / 100 * context.duration
        case (.radians, "deg"): number / 180 * .pi
        case (.radians, "rad"): number
        case (.radians, "turn"): number * 2 * .pi
        case (.horizontal, "pt"), (.vertical, "pt"), (.length, "pt"): number
        case (.horizontal, "vmax"), (.vertical, "vmax"), (.length, "vmax"): number / 100 * context.canvas.max()
        case (.horizontal, "vmin"), (.vertical, "vmin"), (.length, "vmin"): number / 100 * context.canvas.min()
        case (.horizontal, "%"): number / 100 * context.canvas.x
        case (.vertical, "%"): number / 100 * context.canvas.y
        default: nil
        }
    }
}
