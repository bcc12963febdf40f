import HTTPTypes

/// `field-name ":" OWS field-value OWS`, RFC 9112 §5.
struct FieldLine {
    let name: HTTPField.Name
    let value: ArraySlice<UInt8>

    /// - Parameter line: Not empty, without its CRLF; text bytes only.
    init(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
        // RFC 9112 §5.2 (obs-fold) and §2.2 (whitespace before the first field).
        guard let first = line.first, !first.isOptionalWhitespace else { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedField }
        let name = line[..<colon]
        // RFC 9112 §5.1: MUST be refused; proxies that strip it see another field than those that don't.
        if let last = name.last, last.isOptionalWhitespace { throw .whitespaceBeforeColon }
        // It checks that the name is a token; bytes that are no UTF-8 become something that is none.
        guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) else { throw .malformedField }
        self.name = name
        value = line[colon...].dropFirst().trimmingOptionalWhitespace
    }
}
