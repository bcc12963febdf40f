/// An sRGB color with straight alpha; components in 0...1.
public struct Color: Sendable, Equatable {
    /// Red, green, blue and alpha.
    public let components: SIMD4<Double>

    /// Opaque white.
    public static let white = Color(SIMD4(1, 1, 1, 1))

    /// Opaque black.
    static let black = Color(SIMD4(0, 0, 0, 1))

    package init(_ components: SIMD4<Double>) { self.components = components }

    /// Parses a color: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` (with or without the `#`), or a CSS name.
    ///
    /// - Source: CSS Color Module Level 4, §5.2 and §6.1.
    public init?(_ text: String) {
        let name = text.lowercased()
        if let rgb = cssColors[name] {
            let bytes = SIMD4<Double>(Double(rgb >> 16), Double(rgb >> 8 & 0xFF), Double(rgb & 0xFF), 255)
            self.init(bytes / 255)
            return
        }
        if name == "transparent" {
            self.init(SIMD4(0, 0, 0, 0))
            return
        }
        var digits: [UInt8] = []
        for byte in name.utf8.dropFirst(name.hasPrefix("#") ? 1 : 0) {
            switch byte {
            case 0x30...0x39: digits.append(byte - 0x30)
            case 0x61...0x66: digits.append(byte - 0x57)
            default: return nil
            }
            if digits.count > 8 { return nil }
        }
        switch digits.count {
        case 3, 4: digits = digits.flatMap { [$0, $0] }
        case 6, 8: break
        default: return nil
        }
        func share(_ index: Int) -> Double { Double(digits[2 * index] << 4 | digits[2 * index + 1]) / 255 }
        self.init(SIMD4<Double>(share(0), share(1), share(2), digits.count > 6 ? share(3) : 1))
    }
}
