/// A JSON document as a value. Objects preserve the order of their members.
///
/// - Source: RFC 8259.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A finite number: the parser rejects numbers that a `Double` cannot represent.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member `name`; `nil` if there is none or the value is not an object.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// Type of the value, as a phrase for error messages.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value as JSON, shortened to at most 64 bytes for error messages.
    public var excerpt: String {
        switch self {
        case .array(let elements): return "an array of \(elements.count)"
        case .object(let members): return "an object of \(members.count) member\(members.count == 1 ? "" : "s")"
        case .string(let text):
            // Shortened before escaping, so that a string of megabytes is not escaped in vain.
            let head = text.utf8.count > 48 ? String(text.unicodeScalars.prefix(24)) + "…" : text
            let written = String(decoding: JSONWriter.bytes(of: .string(head)), as: UTF8.self)
            return written.unicodeScalars.contains(where: \.isDeceptive) ? written.withoutDeceptiveScalars : written
        default: return String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
        }
    }
}

extension String {
    /// The text of a JSON string with deceptive scalars escaped.
    fileprivate var withoutDeceptiveScalars: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.isDeceptive else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether JSON allows the scalar unescaped, but a terminal or a page may interpret it as a command or reorder the text
    /// around it: controls from U+0080 on, line separators, and right-to-left marks. The joiner of emoji does no harm.
    fileprivate var isDeceptive: Bool {
        switch properties.generalCategory {
        case .format: value != 0x200D
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

// Not expressible by `nil`: in `condition ? nil : value` it would become `.null` where an absent value is meant.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object with its members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension JSONValue {
    /// The value with the members of every object sorted by name.
    public var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
        default: self
        }
    }
}
