import HTTPTypes

/// Writer of a response's head.
struct HeadWriter {
    private(set) var bytes: [UInt8] = []

    /// A writer for fields alone.
    init() {}

    /// A writer that starts with the status line, in the server's own version, whatever the request's (RFC 9112 §2.3).
    ///
    /// - Parameter status: Status in 200...599.
    init(_ status: HTTPResponse.Status) {
        bytes.reserveCapacity(512)
        append("HTTP/1.1 ")
        append(status.code)
        bytes.append(.space)
        // The type promises Latin-1; any other scalar must not become a CR by truncation to eight bits.
        for scalar in status.reasonPhrase.unicodeScalars {
            let byte = UInt8(exactly: scalar.value) ?? .space
            bytes.append(byte.isText ? byte : .space)
        }
        endLine()
    }

    /// Appends a field. Its value cannot contain CR or LF: `HTTPField` replaces them.
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

    /// - Parameter value: Number, not negative.
    mutating func append(_ name: HTTPField.Name, _ value: Int) {
        append(name)
        append(value)
        endLine()
    }

    /// Appends the empty line.
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
