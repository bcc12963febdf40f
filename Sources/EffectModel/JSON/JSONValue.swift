/// A JSON document as a value. Objects keep the order of their members.
///
/// - Source: RFC 8259.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// Always finite: the parser refuses numbers that a `Double` cannot hold.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One name with its value.
    public struct Member: Sendable, Equatable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: JSONValue

        /// Pairs a name with a value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member called `name`; `nil` if there is none or this is not an object.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// What kind of JSON this is, as a reader of an error message would call it.
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

    /// The value as a caller wrote it, at most 64 bytes of it: enough to recognize, too little to abuse.
    public var excerpt: String {
        switch self {
        case .array(let elements): return "an array of \(elements.count)"
        case .object(let members): return "an object of \(members.count) members"
        case .string(let text):
            // Cut before writing: a string of megabytes must not be escaped only to be thrown away.
            let head = text.utf8.count > 48 ? String(text.unicodeScalars.prefix(24)) + "…" : text
            return String(decoding: JSONWriter.bytes(of: .string(head)), as: UTF8.self)
        default: return String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
        }
    }
}

// Not by `nil`: in `condition ? nil : value` it would be taken for `.null` where an absent value is meant.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, its members in the order written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
