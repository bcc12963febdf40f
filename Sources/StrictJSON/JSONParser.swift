/// Parses one JSON document strictly, with limits on depth and on the number of values.
///
/// Foundation's parser is not used for three reasons: a repeated member is an error here (keeping one of the two would
/// drop a parameter silently), depth and count are limited *while* parsing, and errors carry their position.
///
/// - Source: RFC 8259; duplicate names: RFC 7493 §2.3.
public struct JSONParser {
    /// Limits enforced while parsing, so that small inputs stay cheap.
    public struct Limits: Sendable {
        /// Maximum nesting depth of arrays and objects.
        public var depth = 64
        /// Maximum number of values and member names in total.
        public var nodes = 10_000

        /// Creates the default limits: 64 levels, 10,000 values.
        public init() {}
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var position = 0
    private var nodes = 0

    private init(_ bytes: [UInt8], limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses `bytes` as one UTF-8 JSON text.
    ///
    /// - Throws: ``JSONError`` with the line and column of the first error.
    /// - Complexity: O(`bytes.count`).
    public static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, limits: limits)
        parser.skipSpace()
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        if parser.position < bytes.count { throw parser.fault("text after the end of the document") }
        return value
    }

    private func fault(_ reason: String) -> JSONError {
        var line = 1
        var column = 1
        for byte in bytes[..<min(position, bytes.count)] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return JSONError(reason: reason, line: line, column: column)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        nodes += 1
        if nodes > limits.nodes { throw fault("more than \(limits.nodes) values") }
        switch current {
        case nil: throw fault("expected a value before the end of the text")
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        let found = end <= bytes.count && text.withUTF8Buffer { $0.elementsEqual(bytes[position..<end]) }
        guard found else { throw fault("unknown word; allowed: true, false and null") }
        position = end
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        if depth > limits.depth { throw fault("nested more than \(limits.depth) levels deep") }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array([])
        }
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            default: throw fault("expected ',' or ']'")
            }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        if depth > limits.depth { throw fault("nested more than \(limits.depth) levels deep") }
        position += 1
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object([])
        }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw fault("expected a member name in double quotes") }
            let start = position
            let name = try string()
            nodes += 1
            guard names.insert(name).inserted else {
                position = start
                throw fault("duplicate member \(JSONValue.string(name).excerpt) in an object")
            }
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw fault("expected ':'") }
            position += 1
            skipSpace()
            members.append(.init(name, try value(depth: depth)))
            skipSpace()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return .object(members)
            default: throw fault("expected ',' or '}'")
            }
        }
    }

    private mutating func number() throws(JSONError) -> Double {
        let start = position
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        if current == UInt8(ascii: "-") { position += 1 }
        guard isDigit(current) else {
            position = start
            throw fault("expected a value")
        }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit(current) { throw fault("a number must not start with 0") }
        } else {
            while isDigit(current) { position += 1 }
        }
        if current == UInt8(ascii: ".") {
            position += 1
            guard isDigit(current) else { throw fault("expected a digit after the decimal point") }
            while isDigit(current) { position += 1 }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            guard isDigit(current) else { throw fault("expected a digit in the exponent") }
            while isDigit(current) { position += 1 }
        }
        // The grammar above is JSON's, so only plain decimals reach `Double.init`, which accepts more.
        guard position - start <= Self.longestNumber else {
            position = start
            throw fault("a number of more than \(Self.longestNumber) characters")
        }
        guard
            let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite
        else {
            position = start
            throw fault("a number too large for a 64-bit float")
        }
        return number == 0 ? 0 : number  // −0 and 0 are one value in the canonical form
    }

    /// Maximum length of a number: longer than any shortest round-trip decimal of a `Double` without an exponent.
    private static let longestNumber = 400

    private mutating func string() throws(JSONError) -> String {
        let opening = position
        position += 1
        var text: [UInt8] = []
        while true {
            guard let byte = current else {
                position = opening
                throw fault("an unterminated string")
            }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let valid = String(validating: text, as: UTF8.self) else {
                    position = opening
                    throw fault("a string that is not valid UTF-8")
                }
                return valid
            case UInt8(ascii: "\\"): try escape(into: &text)
            case ..<0x20: throw fault("a control character in a string; allowed: the escape \\u00XX")
            default:
                text.append(byte)
                position += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        position += 1
        guard let byte = current else { throw fault("an unterminated string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = UInt32(try hexQuad())
            if (0xD800...0xDBFF).contains(code) {
                guard current == UInt8(ascii: "\\") else { throw fault("half of a surrogate pair") }
                position += 1
                guard current == UInt8(ascii: "u") else { throw fault("half of a surrogate pair") }
                position += 1
                let low = UInt32(try hexQuad())
                guard (0xDC00...0xDFFF).contains(low) else { throw fault("half of a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("half of a surrogate pair") }
            text.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        default:
            position -= 1
            throw fault("an unknown escape")
        }
    }

    private mutating func hexQuad() throws(JSONError) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            switch current {
            case .some(let byte) where (0x30...0x39).contains(byte): code = code << 4 | UInt16(byte - 0x30)
            case .some(let byte) where (0x41...0x46).contains(byte): code = code << 4 | UInt16(byte - 0x37)
            case .some(let byte) where (0x61...0x66).contains(byte): code = code << 4 | UInt16(byte - 0x57)
            default: throw fault("expected four hexadecimal digits after \\u")
            }
            position += 1
        }
        return code
    }
}

/// A JSON syntax error with its position.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Phrase that names the problem.
    public let reason: String
    /// Line of the error, starting at 1.
    public let line: Int
    /// Byte within the line, starting at 1.
    public let column: Int

    /// Position and reason, as text for people.
    public var description: String { "line \(line), column \(column): \(reason)" }
}
