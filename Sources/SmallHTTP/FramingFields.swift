import HTTPTypes

/// The fields that decide where a message ends and what becomes of its connection, gathered as bytes.
struct FramingFields: Sendable {
    private var hosts: [ArraySlice<UInt8>] = []
    private var contentLengths: [ArraySlice<UInt8>] = []
    private var transferCodings: [ArraySlice<UInt8>] = []
    private var connectionOptions: [ArraySlice<UInt8>] = []
    private var expectations: [ArraySlice<UInt8>] = []

    mutating func note(_ field: FieldLine) {
        switch field.name {
        case .contentLength: contentLengths.append(field.value)
        case .transferEncoding: transferCodings += field.value.listElements
        case .connection: connectionOptions += field.value.listElements
        case .expect: expectations.append(field.value)
        default: if field.isHost { hosts.append(field.value) }
        }
    }

    /// - Returns: `nil` only in HTTP/1.0, which had no `Host`.
    func host(version: HTTPVersion) throws(HTTPFailure) -> String? {
        // RFC 9112 §3.2: 400 MUST answer a 1.1 request without it, and any request with two or an invalid one.
        guard hosts.count <= 1 else { throw .repeatedHost }
        guard let host = hosts.first else {
            guard version == .http10 else { throw .missingHost }
            return nil
        }
        guard HostSyntax.isValid(host) else { throw .invalidHost }
        return String(decoding: host, as: UTF8.self)
    }

    func framing(version: HTTPVersion) throws(HTTPFailure) -> BodyFraming {
        // RFC 9112 §6.3 would let chunked win over a length; §11.2 says what for: smuggling. Refused.
        guard transferCodings.isEmpty || contentLengths.isEmpty else { throw .lengthAndTransferEncoding }
        guard contentLengths.count <= 1 else { throw .repeatedContentLength }
        if let length = contentLengths.first {
            guard let value = length.decimalValue else { throw .invalidContentLength }
            return .length(value)
        }
        guard let last = transferCodings.last else { return .none }
        // RFC 9112 §6.1: faulty framing.
        guard version == .http11 else { throw .transferEncodingInHTTP10 }
        // RFC 9112 §6.3, rule 4: unless chunked comes last, the end cannot be found. `xchunked` lands here too.
        let others = transferCodings.dropLast()
        guard last.spells("chunked"), !others.contains(where: { $0.spells("chunked") }) else {
            throw .invalidTransferEncoding
        }
        guard others.allSatisfy({ $0.first?.isToken == true }) else { throw .invalidTransferEncoding }
        guard others.isEmpty else { throw .unsupportedTransferCoding }
        return .chunked
    }

    func keepsAlive(version: HTTPVersion) -> Bool {
        if connectionOptions.contains(where: { $0.spells("close") }) { return false }
        return version == .http11 || connectionOptions.contains { $0.spells("keep-alive") }
    }

    func expectsContinue(version: HTTPVersion) throws(HTTPFailure) -> Bool {
        // RFC 9110 §10.1.1: MUST be ignored in 1.0.
        guard version == .http11, !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ $0.spells("100-continue") }) else { throw .unknownExpectation }
        return true
    }
}
