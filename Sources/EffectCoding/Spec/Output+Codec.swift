import EffectModel
import StrictJSON

extension Output {
    static let properties: [Property<Output>] = [
        .optional("format", \.format, .choice(later: ["sheet"])),
        .field("effort", \.effort, .choice()),
        .field("palette", \.palette, Palette.codec),
        .optional("maxBytes", \.maxBytes, .bytes(in: 1000...1_000_000_000)),
        .field("keep", \.keep, Keepsake.order),
        .field("quality", \.quality, Quality.codec),
        .optional("codec", \.codec, .choice()),
        .field("matte", \.matte, Color.codec),
        .after { object, output in
            guard output.matte.components.w < 1 else { return }
            let found = "a color with alpha \(NumberText.plain(output.matte.components.w))"
            object.context.fault(.outOfRange, at: object.pointer(to: "matte"), found: found, allowed: "an opaque color")
        },
        .field("poster", \.poster, Poster.codec),
    ]
}

extension Output.Quality {
    static let codec: Codec<Self> = {
        let allowed = "\"lossless\", or a whole number in 1...100"
        let schema = JSONSchema.any(of: [.names(["lossless"]), .whole(in: 1...100)]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "lossless": return .lossless
            case .number(let number):
                if let whole = Int(exactly: number), (1...100).contains(whole) { return .lossy(whole) }
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
            case .string: context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed)
            default: context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
            }
            return nil
        } write: { quality in
            switch quality {
            case .lossless: "lossless"
            case .lossy(let number): .number(Double(number))
            }
        }
    }()
}

extension Output.Poster {
    static let codec: Codec<Self> = {
        let allowed = "\"first\", \"best\", or seconds from 0 to the duration of the effect"
        let time = Codec<Double>.number(in: 0...100_000, unit: .absoluteSeconds)
        let schema = JSONSchema.any(of: [.names(["first", "best"]), time.schema]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "first": return .first
            case "best": return .best
            default: break
            }
            let seconds: Double? =
                switch value {
                case .number(let number): number
                case .string(let text): NumberUnit.absoluteSeconds.value(of: text, context)
                default: nil
                }
            guard let seconds, (0...100_000).contains(seconds) else {
                let kind: SpecFault.Kind = seconds == nil ? .wrongType : .outOfRange
                context.fault(kind, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return .time(seconds)
        } write: { poster in
            switch poster {
            case .first: "first"
            case .best: "best"
            case .time(let seconds): .number(seconds)
            }
        }
    }()
}

extension Output.Keepsake {
    /// Codec of an order of all parts, of which those that are not named follow in the default's order.
    static let order: Codec<[Self]> = {
        let names = allCases.map(\.rawValue)
        let allowed = "size, fps and colors in any order, separated by commas, each at most once"
        let choice = "(\(names.joined(separator: "|")))"
        let schema = JSONSchema.text(pattern: "^\(choice)(,\(choice)){0,\(names.count - 1)}$").described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            guard case .string(let text) = value else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if let unknown = parts.first(where: { Self(rawValue: $0) == nil }) {
                let hint = context.nearest(to: unknown, among: names).map { " (did you mean \($0)?)" } ?? ""
                context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed + hint)
                return nil
            }
            guard Set(parts).count == parts.count else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            let named = parts.compactMap(Self.init)
            return named + allCases.filter { !named.contains($0) }
        } write: { order in
            .string(order.map(\.rawValue).joined(separator: ","))
        }
    }()
}

extension Output.Palette {
    static let codec: Codec<Self> = {
        let allowed = "\"off\", \"auto\", or a whole number in 2...256"
        let schema = JSONSchema.any(of: [.names(["off", "auto"]), .whole(in: 2...256)]).described(allowed)
        return Codec(allowed: allowed, schema: schema) { value, pointer, context in
            switch value {
            case "off": return .off
            case "auto": return .auto
            case .number(let number):
                if let whole = Int(exactly: number), (2...256).contains(whole) { return .atMost(whole) }
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            case .string(let name):
                let hint = context.nearest(to: name, among: ["off", "auto"]).map { " (did you mean \($0)?)" } ?? ""
                context.fault(.unknownValue, at: pointer, found: value.excerpt, allowed: allowed + hint)
                return nil
            default:
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
        } write: { palette in
            switch palette {
            case .off: "off"
            case .auto: "auto"
            case .atMost(let count): .number(Double(count))
            }
        }
    }()
}

extension Codec where Value == Int {
    /// Codec of a number of bytes, or text with a unit.
    static func bytes(in bounds: ClosedRange<Int>) -> Codec {
        let allowed =
            "a whole number of bytes in \(bounds.lowerBound)...\(bounds.upperBound) (or \"200kB\", \"1.5MB\", \"256KiB\", \"github\")"
        return Codec(allowed: allowed, schema: schema(in: bounds).described(allowed)) { value, pointer, context in
            guard let number = number(of: value) else {
                context.fault(.wrongType, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            guard number >= Double(bounds.lowerBound), number <= Double(bounds.upperBound) else {
                context.fault(.outOfRange, at: pointer, found: value.excerpt, allowed: allowed)
                return nil
            }
            return Int(number)
        } write: { number in
            .number(Double(number))
        }
    }

    private static let units = ["": 1.0, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "KiB": 1024, "MiB": 1_048_576]

    private static func schema(in bounds: ClosedRange<Int>) -> JSONSchema {
        let text = JSONSchema.text(
            pattern: "^\(NumberText.pattern)(\(units.keys.sorted().joined(separator: "|")))$|^github$"
        )
        return .any(of: [.whole(in: bounds), text])
    }

    private static func number(of value: JSONValue) -> Double? {
        switch value {
        case .number(let number): return number == number.rounded() ? number : nil
        case "github": return 5_242_880
        case .string(let text):
            guard let (number, unit) = NumberText.measure(text) else { return nil }
            return units[unit].map { (number * $0).rounded(.down) }
        default: return nil
        }
    }
}
