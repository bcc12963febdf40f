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

    static let properties: [Property<Output>] = [
        .optional("format", \.format, .choice(later: ["gif", "webp", "sheet", "ndjson"])),
        .field("effort", \.effort, .choice()),
        .field("palette", \.palette, Palette.codec),
        .notYet("maxBytes"), .notYet("poster", except: "first"),
    ]
}

extension Output.Palette {
    static let codec: Codec<Self> = {
        let allowed = "\"off\", \"auto\", or a whole number in 2...256"
        return Codec(allowed: allowed) { value, pointer, context in
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
