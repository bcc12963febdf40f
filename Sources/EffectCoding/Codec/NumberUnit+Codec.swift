import EffectModel
import StrictJSON

extension NumberUnit {
    /// Units that a string may end with.
    var names: [String] {
        switch self {
        case .plain: []
        case .seconds: ["s", "ms", "%"]
        case .absoluteSeconds: ["s", "ms"]
        case .radians: ["deg", "rad", "turn"]
        case .horizontal, .vertical: ["pt", "vmax", "vmin", "%"]
        case .length: ["pt", "vmax", "vmin"]
        }
    }

    /// Maximum length of a string in bytes.
    static let maximumBytes = 40

    /// Phrase for error messages that describes the allowed values.
    func phrase(_ bounds: String) -> String {
        switch self {
        case .plain: "a number in \(bounds)"
        case .seconds: "seconds in \(bounds) (or \"250ms\", \"50%\" of the duration)"
        case .absoluteSeconds: "seconds in \(bounds) (or \"250ms\")"
        case .radians: "radians in \(bounds) (or \"90deg\", \"0.25turn\")"
        case .horizontal: "points in \(bounds) (or \"50%\" of the canvas width)"
        case .vertical: "points in \(bounds) (or \"50%\" of the canvas height)"
        case .length: "a number in \(bounds) (or \"50vmax\", half of the longer side of the canvas)"
        }
    }

    /// Phrase for error messages about `value`: in degrees if that is in degrees, as angles in URLs are.
    func phrase(_ bounds: ClosedRange<Double>, for value: JSONValue) -> String {
        guard self == .radians, case .string(let text) = value, text.hasSuffix("deg") else {
            return phrase(bounds.text)
        }
        let ends = [bounds.lowerBound, bounds.upperBound].map { Int(($0 / .pi * 180).rounded(.towardZero)) }
        return "degrees in \(ends[0])...\(ends[1])"
    }

    /// Parses `"<number><unit>"`; returns `nil` for other text.
    func value(of text: String, _ context: ReadContext) -> Double? {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        guard let (number, unit) = NumberText.measure(text), names.contains(unit) else { return nil }
        switch unit {
        case "ms": return number / 1000
        case "deg": return number / 180 * .pi
        case "turn": return number * 2 * .pi
        case "vmax": return number / 100 * context.canvas.max()
        case "vmin": return number / 100 * context.canvas.min()
        case "%": return number / 100 * whole(context)
        default: return number
        }
    }

    /// Value of `"100%"`.
    private func whole(_ context: ReadContext) -> Double {
        switch self {
        case .horizontal: context.canvas.x
        case .vertical: context.canvas.y
        default: context.duration
        }
    }
}
