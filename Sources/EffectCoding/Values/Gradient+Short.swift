import EffectModel
import StrictJSON

/// Gradients of backgrounds and fills: an object with a gradient, or a text such as `linear:0b1026,2b1055`.
extension Gradient {
    /// Object with a gradient, as layers have it.
    private struct Holder: Sendable {
        var gradient = Gradient()
    }

    private static let holder = Codec<Holder>.object(
        "Background",
        Holder(),
        [.field("gradient", \.gradient, codec, required: true)]
    )

    /// The short form, as texts of errors say it.
    static let short = "linear:, radial: or conic: with colors, such as linear:0b1026,2b1055"

    /// Schemas of both forms.
    static var groundSchemas: [JSONSchema] { [.text(pattern: "^(linear|radial|conic):.+$"), holder.schema] }

    /// Value of a fill, whose angles are those in a square.
    static let fillCodec = Codec<Gradient>(
        allowed: "\(short), or {\"gradient\": {...}}",
        schema: .any(of: groundSchemas)
    ) { value, pointer, context in
        switch value {
        case .object: return read(object: value, at: pointer, context)
        case .string(let text):
            if let gradient = read(short: text, over: SIMD2(1, 1), at: pointer, context) { return gradient }
            context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: short)
        default:
            context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: "\(short), or {\"gradient\": {...}}")
        }
        return nil
    } write: {
        written($0)
    }

    /// Reads an object with a gradient.
    static func read(object value: JSONValue, at pointer: String, _ context: ReadContext) -> Gradient? {
        holder.read(value, pointer, context)?.gradient
    }

    /// Writes an object with a gradient.
    static func written(_ gradient: Gradient) -> JSONValue { holder.write(Holder(gradient: gradient)) }

    /// Reads a text; `nil` if it has no colon, and a `nil` inside after recording a fault.
    static func read(
        short text: String,
        over box: SIMD2<Double>,
        at pointer: String,
        _ context: ReadContext
    ) -> Gradient?? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let list = text[text.index(after: colon)...]
        return .some(gradient(text[..<colon], list: list, over: box, at: pointer, context))
    }

    /// Degrees of CSS's units of angles.
    private static let units = [("deg", 1.0), ("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360)]

    /// Degrees of an angle with its unit; `nil` for a text without one, and a `nil` inside for a number out of range.
    private static func degrees(_ text: Substring) -> Double?? {
        let text = text.lowercased()
        guard let unit = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
        guard let number = NumberText.decimal(text.dropLast(unit.0.count)), abs(number * unit.1) <= 3600 else {
            return .some(nil)
        }
        return number * unit.1
    }

    /// Whether a text begins as an angle does, and is no color.
    private static func isNumber(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first) else {
            return false
        }
        return Color(String(text.prefix { $0 != "@" })) == nil
    }

    /// A gradient in its short form: `linear:`, `radial:` or `conic:`, an angle with a unit of CSS for all but `radial`, and
    /// colors, each of which may have a location (`gold@0.3`).
    ///
    /// - Parameters:
    ///   - kind: Text before the colon.
    ///   - list: Text after it.
    ///   - box: Width and height of the box, for angles.
    private static func gradient(
        _ kind: Substring,
        list: Substring,
        over box: SIMD2<Double>,
        at pointer: String,
        _ context: ReadContext
    ) -> Gradient? {
        func refuse(_ kind: SpecFault.Kind, found: String, allowed: String) -> Gradient? {
            context.fault(kind, at: pointer, found: found, allowed: allowed)
            return nil
        }
        guard ["linear", "radial", "conic"].contains(kind) else {
            return refuse(.unknownValue, found: JSONValue.string(String(kind)).excerpt, allowed: short)
        }
        var parts = list.split(separator: ",", maxSplits: 2 * maximumColors, omittingEmptySubsequences: false)
        // As in CSS: a line points down, and a cone begins at the top.
        var angle = kind == "linear" ? 180.0 : 0
        if let first = parts.first, let degrees = degrees(first) ?? (isNumber(first) ? .some(nil) : nil) {
            guard kind != "radial", let degrees else {
                let allowed =
                    kind == "radial"
                    ? "colors alone"
                    : "a color, or an angle in -3600...3600 degrees with its unit (deg, grad, rad, turn): 45deg, 0.25turn"
                return refuse(.outOfRange, found: JSONValue.string(String(first)).excerpt, allowed: allowed)
            }
            angle = degrees
            parts.removeFirst()
        }
        guard (2...maximumColors).contains(parts.count) else {
            let text = JSONValue.string("\(kind):\(list)").excerpt
            let count =
                switch parts.count {
                case 0: "no color"
                case 1: parts[0].isEmpty ? "no color" : "1 color"
                default: "more than \(maximumColors) colors"
                }
            return refuse(
                .outOfRange,
                found: "\(text), which has \(count)",
                allowed: "2...\(maximumColors) colors separated by commas, such as \(kind):gold,navy"
            )
        }
        var colors: [Color] = []
        var places: [Double] = []
        for part in parts {
            let halves = part.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let color = Color.codec.read(.string(String(halves[0])), pointer, context) else { return nil }
            colors.append(color)
            guard halves.count == 2 else { continue }
            guard let place = NumberText.decimal(halves[1]), (0...1).contains(place), place >= places.last ?? 0 else {
                let found = JSONValue.string(String(part)).excerpt
                return refuse(.outOfRange, found: found, allowed: "ascending locations in 0...1, such as gold@0.3")
            }
            places.append(place)
        }
        guard places.isEmpty || places.count == colors.count else {
            let found = "\(places.count) locations for \(colors.count) colors"
            return refuse(.conflict, found: found, allowed: "as many locations as colors, or none")
        }
        let radians = angle * .pi / 180
        var gradient =
            switch kind {
            case "linear": axial(colors, angle: radians, over: box)
            case "radial": radial(colors)
            default: conic(colors, angle: radians, over: box)
            }
        gradient.locations = places
        return gradient
    }
}
