import EffectModel
import StrictJSON

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
