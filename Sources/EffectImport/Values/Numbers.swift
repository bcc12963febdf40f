import EffectModel
import StrictJSON

extension Double {
    /// The number rounded to a millionth: nothing smaller is visible, and documents stay readable.
    var tidy: Double {
        let rounded = (self * 1_000_000).rounded() / 1_000_000
        // Adding 0 removes the sign of −0.
        return rounded.isFinite ? rounded + 0 : self
    }

    /// The number as JSON; words for NaN and infinity.
    var asWritten: String {
        isFinite ? String(decoding: JSONWriter.bytes(of: .number(tidy)), as: UTF8.self) : "not a number"
    }

    /// Radians of a number of degrees.
    var radians: Double { self * .pi / 180 }

    /// Returns the nearest number within `bounds`.
    func clamped(to bounds: ClosedRange<Double>) -> Double { min(max(self, bounds.lowerBound), bounds.upperBound) }
}

extension JSONValue {
    /// The value for display: short, without terminal control characters.
    var shown: String {
        if case .string(let text) = self { return text.excerpt }
        return excerpt
    }
}
