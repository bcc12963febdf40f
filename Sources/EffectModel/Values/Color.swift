/// An sRGB color with straight alpha; components in 0...1.
public struct Color: Sendable, Equatable {
    /// Red, green, blue and alpha.
    public let components: SIMD4<Double>

    /// Opaque white.
    public static let white = Color(SIMD4(1, 1, 1, 1))

    /// Opaque black.
    static let black = Color(SIMD4(0, 0, 0, 1))

    init(_ components: SIMD4<Double>) { self.components = components }

    /// Parses a color: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` (with or without the `#`), or a CSS name.
    ///
    /// - Source: CSS Color Module Level 4, §5.2 and §6.1.
    public init?(_ text: String) {
        let name = text.lowercased()
        if let rgb = cssColors[name] {
            self.init(SIMD4(Double(rgb >> 16), Double(rgb >> 8 & 0xFF), Double(rgb & 0xFF), 255) / 255)
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
        let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] << 4 | digits[$0 + 1]) / 255 }
        self.init(SIMD4(bytes[0], bytes[1], bytes[2], bytes.count > 3 ? bytes[3] : 1))
    }
}

extension Color {
    /// Codec of a color as text, or as `[r, g, b]` or `[r, g, b, a]` with components in 0...1. Written as `[r, g, b,
    /// a]`.
    static let codec: Codec<Color> = {
        let allowed = "#rgb, #rgba, #rrggbb, #rrggbbaa, a CSS name, or [r, g, b, a] with components in 0...1"
        return Codec(allowed: allowed, schema: .definition("Color") { schema.described(allowed) }) {
            value,
            pointer,
            context in
            switch value {
            case .string(let text):
                if text.utf8.count <= 64, let color = Color(text) { return color }
                let hint = context.nearest(to: text, among: cssColors.keys).map { " (did you mean \($0)?)" } ?? ""
                context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed + hint)
                return nil
            case .array(let elements) where (3...4).contains(elements.count):
                let component = Codec.number(in: 0...1)
                let read = elements.enumerated().compactMap { component.read($1, "\(pointer)/\($0)", context) }
                guard read.count == elements.count else { return nil }
                return Color(SIMD4(read[0], read[1], read[2], read.count > 3 ? read[3] : 1))
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { color in
            .array((0..<4).map { .number(color.components[$0]) })
        }
    }()

    private static var schema: JSONSchema {
        .any(of: [
            .text(pattern: "^#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"),
            .names(cssColors.keys.sorted() + ["transparent"]),
            // Names with capitals, which the enum does not list. The Kelvin sign is lowercased to k by Unicode.
            .text(pattern: "^[a-z]*[A-Z\u{212A}][A-Za-z\u{212A}]*$"),
            .list(of: Codec.number(in: 0...1).schema, count: 3...4),
        ])
    }
}
