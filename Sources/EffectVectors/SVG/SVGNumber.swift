/// Numbers of an SVG, as short as their precision allows.
enum SVGNumber {
    /// Text of a number rounded to `digits` decimals, without leading or trailing zeros: `-.5`, `12`, `3.25`.
    ///
    /// - Parameter digits: Decimals; more than 6 count as 6.
    static func text(_ value: Double, digits: Int) -> String {
        let digits = min(digits, powers.count - 1)
        // Larger values are far outside of any canvas.
        let bounded = value.isFinite ? max(-1e9, min(1e9, value)) : 0
        let steps = powers[digits]
        var whole = Int((bounded * Double(steps)).rounded())
        guard whole != 0 else { return "0" }
        let sign = whole < 0 ? "-" : ""
        whole = abs(whole)
        let (integer, rest) = whole.quotientAndRemainder(dividingBy: steps)
        guard rest > 0 else { return "\(sign)\(integer)" }
        var fraction = String(rest)
        fraction = String(repeating: "0", count: digits - fraction.utf8.count) + fraction
        while fraction.utf8.last == 0x30 { fraction.removeLast() }
        return integer > 0 ? "\(sign)\(integer).\(fraction)" : "\(sign).\(fraction)"
    }

    /// Decimals that keep a value's rounding error below `tolerance`, 0...6.
    static func digits(for tolerance: Double) -> Int {
        var digits = 0
        while digits < 6, 0.5 / Double(powers[digits]) > tolerance { digits += 1 }
        return digits
    }

    /// Text of a share as a percentage.
    static func percent(_ share: Double) -> String { text(share * 100, digits: 2) + "%" }

    /// A color's red, green and blue, 0...1, as `#rgb` or `#rrggbb`.
    static func color(_ color: SIMD3<Double>) -> String {
        let bytes = (0..<3).map { Int((max(0, min(1, color[$0])) * 255).rounded()) }
        let isShort = bytes.allSatisfy { $0 % 17 == 0 }
        return "#" + bytes.map { String(isShort ? $0 / 17 : $0 + 256, radix: 16).suffix(isShort ? 1 : 2) }.joined()
    }

    private static let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
}
