import HTTPTypes

/// A field line, `field-name ":" OWS field-value OWS`, RFC 9112 §5.
struct FieldLine {
    let name: HTTPField.Name
    let value: ArraySlice<UInt8>

    /// - Parameter line: Line without its CRLF; not empty, text bytes only.
    init(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
        // RFC 9112 §5.2 (obs-fold) and §2.2 (whitespace before the first field).
        guard let first = line.first, !first.isOptionalWhitespace else { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedField }
        let name = line[..<colon]
        // RFC 9112 §5.1: MUST be refused; proxies that strip the whitespace see a different field than those that
        // don't.
        if let last = name.last, last.isOptionalWhitespace { throw .whitespaceBeforeColon }
        // The initializer checks that the name is a token; bytes that are not UTF-8 become a non-token.
        guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) else { throw .malformedField }
        self.name = name
        value = line[colon...].dropFirst().trimmingOptionalWhitespace
    }
}
