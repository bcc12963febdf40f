/// Writes JSON as bytes, without whitespace. Equal values give equal bytes.
public struct JSONWriter {
    /// Bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    public init() {}

    /// Removes all bytes but keeps the capacity.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Encodes one value.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    /// Appends text unchanged: punctuation, or valid JSON.
    public mutating func write(raw text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a value.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write(raw: "null")
        case .bool(let flag): write(raw: flag ? "true" : "false")
        case .number(let number): write(number: number)
        case .string(let text): write(string: text)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(string: member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a number: integers without a decimal point, others with the fewest digits that round-trip.
    ///
    /// A number that is not finite becomes `null`, as in JavaScript; callers should not pass one.
    public mutating func write(number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {  // `abs` would trap on −2⁶³
            write(whole: whole)
        } else if number.isFinite {
            write(raw: number.description)
        } else {
            write(raw: "null")
        }
    }

    private mutating func write(whole: Int) {
        if (0..<10).contains(whole) {
            bytes.append(UInt8(ascii: "0") + UInt8(whole))
        } else {
            write(raw: String(whole))
        }
    }

    /// Appends a quoted string, escaped as required by RFC 8259 §7.
    public mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: write(raw: "\\n")
            case 0x0D: write(raw: "\\r")
            case 0x09: write(raw: "\\t")
            case ..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                write(raw: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
