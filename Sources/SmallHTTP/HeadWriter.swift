import HTTPTypes

/// Writes the head of a response.
struct HeadWriter {
    private(set) var bytes: [UInt8] = []

    /// Fields alone.
    init() {}

    /// The status line, with our own version, whatever the request's (RFC 9112 §2.3).
    ///
    /// - Parameter status: In 200...599.
    init(_ status: HTTPResponse.Status) {
        bytes.reserveCapacity(512)
        append("HTTP/1.1 ")
        append(status.code)
        bytes.append(.space)
        // Latin-1, by the type's promise; anything else must not become a CR by being cut to eight bits.
        for scalar in status.reasonPhrase.unicodeScalars {
            let byte = UInt8(exactly: scalar.value) ?? .space
            bytes.append(byte.isText ? byte : .space)
        }
        endLine()
    }

    /// No CR or LF can be in here: `HTTPField` replaces them, whatever its value was made from.
    mutating func append(_ field: HTTPField) {
        append(field.name)
        field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
        endLine()
    }

    mutating func append(_ fields: PreparedFields) {
        bytes += fields.bytes
    }

    mutating func append(_ name: HTTPField.Name, _ value: [UInt8]) {
        append(name)
        bytes += value
        endLine()
    }

    mutating func append(_ name: HTTPField.Name, _ value: StaticString) {
        append(name)
        append(value)
        endLine()
    }

    /// - Parameter value: Not negative.
    mutating func append(_ name: HTTPField.Name, _ value: Int) {
        append(name)
        append(value)
        endLine()
    }

    /// The empty line.
    mutating func end() {
        endLine()
    }

    private mutating func append(_ name: HTTPField.Name) {
        bytes += name.rawName.utf8
        append(": ")
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func endLine() {
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
    }
}
