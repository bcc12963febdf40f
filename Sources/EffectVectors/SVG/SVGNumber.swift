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
        let whole = Int((bounded * Double(steps)).rounded())
        guard whole != 0 else { return "0" }
        // Digits from the last one on. Texts of at most 15 bytes, as most are, take no memory of their own.
        var (rest, places) = (abs(whole), digits)
        while places > 0, rest % 10 == 0 { (rest, places) = (rest / 10, places - 1) }
        var bytes = SIMD32<UInt8>()
        var count = 0
        func add(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }
        for _ in 0..<places {
            add(0x30 + UInt8(rest % 10))
            rest /= 10
        }
        if places > 0 { add(0x2E) }
        while rest > 0 {
            add(0x30 + UInt8(rest % 10))
            rest /= 10
        }
        if whole < 0 { add(0x2D) }
        return String(unsafeUninitializedCapacity: count) { text in
            for index in 0..<count { text[index] = bytes[count - 1 - index] }
            return count
        }
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
        func byte(_ index: Int) -> Int { Int((max(0, min(1, color[index])) * 255).rounded()) }
        let (red, green, blue) = (byte(0), byte(1), byte(2))
        let isShort = red % 17 == 0 && green % 17 == 0 && blue % 17 == 0
        let number = isShort ? red / 17 * 256 + green / 17 * 16 + blue / 17 : red * 65_536 + green * 256 + blue
        let digits = isShort ? 3 : 6
        return String(unsafeUninitializedCapacity: digits + 1) { text in
            text[0] = 0x23
            for index in 0..<digits {
                let digit = UInt8(truncatingIfNeeded: number >> (4 * (digits - 1 - index)) & 15)
                text[index + 1] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return digits + 1
        }
    }

    private static let powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
}
