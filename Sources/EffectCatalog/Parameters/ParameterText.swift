import EffectModel
package import StrictJSON

/// Parsing and formatting of parameter values.
package enum ParameterText {
    /// The unit of a parameter. Texts may end in alternative units, which are converted.
    package enum Unit: String {
        case none = ""
        case seconds = "s"
        case degrees = "degrees"
        case points
        case pointsPerSecond = "points/s"
        case pointsPerSecondSquared = "points/s²"
        /// A share of the canvas: 0.25 or 25%.
        case share

        fileprivate var suffixes: [(String, Double)] {
            switch self {
            case .none: []
            case .seconds: [("ms", 0.001), ("s", 1)]
            case .degrees: [("deg", 1), ("turn", 360), ("rad", 180 / Double.pi)]
            // As in CSS, where a pixel is a point.
            case .points, .pointsPerSecond, .pointsPerSecondSquared: [("px", 1)]
            case .share: [("%", 0.01)]
            }
        }
    }

    /// Human-readable meaning of a number without a unit.
    static func phrase(_ unit: Unit) -> String {
        switch unit {
        case .none: ""
        case .seconds: " of seconds (or 500ms)"
        case .degrees: " of degrees (or 0.5turn)"
        case .points: " of points"
        case .pointsPerSecond: " of points per second"
        case .pointsPerSecondSquared: " of points per second squared"
        case .share: ", a share of the canvas (or 25%)"
        }
    }

    /// Parses a number, with or without a unit; `nil` for anything else.
    package static func number(_ text: some StringProtocol, _ unit: Unit) -> Double? {
        guard let (number, name) = NumberText.measure(withSign(text)) else { return nil }
        if name.isEmpty { return number }
        return unit.suffixes.first { $0.0 == name }.map { number * $0.1 }
    }

    /// Parses a number without a unit; `nil` for anything else.
    package static func number(_ text: some StringProtocol) -> Double? { NumberText.decimal(withSign(text)) }

    /// Restores the plus sign of a number, which query decoding turns into a space. Other texts are unchanged.
    static func withSign(_ text: some StringProtocol) -> String {
        let rest = text.dropFirst()
        let isSigned = text.first == " " && rest.first.map { "0123456789.".contains($0) } == true
        return isSigned && NumberText.measure(rest) != nil ? "+" + rest : String(text)
    }

    /// Restores the plus sign of the angle in the short form of a gradient: `linear:+45deg,gold,navy`.
    static func withSignOfAngle(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return text }
        return text[...colon] + withSign(text[text.index(after: colon)...])
    }

    /// Parses a number or a range: `300`, `300..600` or `450~150`.
    package static func range(_ text: String, _ unit: Unit) -> ClosedRange<Double>? {
        if let single = number(text, unit) { return single...single }
        if let dots = text.firstRange(of: "..") {
            // Three points are refused: in `0...6` the second number would be `.6`.
            guard !text.contains("..."), let low = number(text[..<dots.lowerBound], unit),
                let high = number(text[dots.upperBound...], unit),
                low <= high, low.isFinite, high.isFinite
            else { return nil }
            return low...high
        }
        guard let wave = text.firstIndex(of: "~"), let middle = number(text[..<wave], unit),
            let around = number(text[text.index(after: wave)...], unit), around >= 0,
            (middle + around).isFinite, (middle - around).isFinite
        else { return nil }
        return middle - around...middle + around
    }

    /// Formats a range as a number, or as `lo..hi` if the ends differ.
    package static func text(_ range: ClosedRange<Double>) -> String {
        let low = text(range.lowerBound)
        let high = text(range.upperBound)
        return low == high ? low : "\(low)..\(high)"
    }

    /// Formats a number with at most three decimal places.
    package static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return String(decoding: JSONWriter.bytes(of: .number(rounded == 0 ? 0 : rounded)), as: UTF8.self)
    }

    /// A cell's value for a range: a number, or `[lowest, highest]`.
    package static func json(_ range: ClosedRange<Double>, _ form: (Double) -> JSONValue = { .number($0) }) -> JSONValue
    {
        range.lowerBound == range.upperBound
            ? form(range.lowerBound) : .array([form(range.lowerBound), form(range.upperBound)])
    }
}
