/// In what form an answer is wanted, where the spec says so itself.
public struct Output: Sendable, Equatable {
    /// What an answer can be.
    public enum Format: String, Sendable, CaseIterable {
        case apng, json
    }

    /// How much work goes into making a picture's file small. All are lossless.
    public enum Effort: String, Sendable, CaseIterable {
        case fast, balanced, small
    }

    /// Whether a picture's colours are reduced to those of a palette.
    public enum Palette: Sendable, Equatable {
        /// Never.
        case off
        /// To as many as a palette may have, 256.
        case auto
        /// To so many at the most, 2...256.
        case atMost(Int)

        /// The most colours, what is transparent among them; `nil` for all that there are.
        public var most: Int? {
            switch self {
            case .off: nil
            case .auto: 256
            case .atMost(let count): count
            }
        }
    }

    /// The form of the answer; `nil` leaves it to the request.
    public internal(set) var format: Format?
    /// How small a picture's file becomes.
    public internal(set) var effort = Effort.balanced

    /// Whether a picture's colours are reduced.
    public internal(set) var palette = Palette.off

    /// The most bytes that a picture may have, 1,000...1,000,000,000: what is asked for is given up bit by bit until it fits
    /// (``Trade``). `nil` for any number.
    public internal(set) var maxBytes: Int?

    static let properties: [Property<Output>] = [
        .optional("format", \.format, .choice(later: ["gif", "webp", "sheet", "ndjson"])),
        .field("effort", \.effort, .choice()),
        .field("palette", \.palette, Palette.codec),
        .optional("maxBytes", \.maxBytes, .bytes(in: 1000...1_000_000_000)),
        .notYet("poster", except: "first"),
    ]
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
    /// So many bytes, or text with a unit.
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
            pattern: "^[0-9]+(\\.[0-9]+)?(\(units.keys.sorted().joined(separator: "|")))$|^github$"
        )
        return .any(of: [.whole(in: bounds), text])
    }

    private static func number(of value: JSONValue) -> Double? {
        switch value {
        case .number(let number): return number == number.rounded() ? number : nil
        case "github": return 5_242_880
        case .string(let text):
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let number = NumberText.decimal(digits) else { return nil }
            return units[String(text[digits.endIndex...])].map { (number * $0).rounded(.down) }
        default: return nil
        }
    }
}
