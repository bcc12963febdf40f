import HTTPTypes

/// Fields that determine where a message ends and whether its connection is kept, parsed as bytes.
///
/// Errors are kept until the head is complete: the one reported must not depend on the order of the fields.
struct FramingFields: Sendable {
    private var hostCount = 0
    /// Value of `Host`; `nil` if invalid.
    private var host: String?
    private var contentLengthCount = 0
    private var contentLength: Int?
    private var transferCodings: [[UInt8]] = []
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var expectsContinue = false
    private var expectsOther = false

    /// Records a field if it concerns framing.
    ///
    /// - Returns: Whether the field is the host, which `HTTPRequest` does not keep among the fields.
    mutating func note(_ field: FieldLine) -> Bool {
        let name = field.name.canonicalName
        // By length first: comparing each name with all of these would be most of the work on a head.
        switch name.utf8.count {
        case 4 where name == "host":
            hostCount += 1
            host = HostSyntax.isValid(field.value) ? String(decoding: field.value, as: UTF8.self) : nil
            return true
        case 6 where name == "expect":
            if field.value.spells("100-continue") { expectsContinue = true } else { expectsOther = true }
        case 10 where name == "connection":
            for option in field.value.listElements {
                if option.spells("close") { asksToClose = true }
                if option.spells("keep-alive") { asksToKeepAlive = true }
            }
        case 14 where name == "content-length":
            contentLengthCount += 1
            contentLength = field.value.decimalValue
        case 17 where name == "transfer-encoding":
            transferCodings += field.value.listElements.map(Array.init)
        default:
            break
        }
        return false
    }

    /// - Returns: The host; `nil` only in HTTP/1.0, which had no `Host`.
    func host(version: HTTPVersion) throws(HTTPFailure) -> String? {
        // RFC 9112 §3.2: a 1.1 request without a host, and any request with two or an invalid one, MUST be answered
        // 400.
        guard hostCount <= 1 else { throw .repeatedHost }
        guard hostCount == 1 else {
            guard version == .http10 else { throw .missingHost }
            return nil
        }
        guard let host else { throw .invalidHost }
        return host
    }

    func framing(version: HTTPVersion) throws(HTTPFailure) -> BodyFraming {
        // RFC 9112 §6.3 would let chunked override a length; §11.2 names the risk: request smuggling. Refused.
        guard transferCodings.isEmpty || contentLengthCount == 0 else { throw .lengthAndTransferEncoding }
        guard contentLengthCount <= 1 else { throw .repeatedContentLength }
        if contentLengthCount == 1 {
            guard let contentLength else { throw .invalidContentLength }
            return .length(contentLength)
        }
        guard let last = transferCodings.last else { return .none }
        // RFC 9112 §6.1: faulty framing.
        guard version == .http11 else { throw .transferEncodingInHTTP10 }
        // RFC 9112 §6.3, rule 4: unless chunked is last, the end cannot be found. This includes `xchunked`.
        let others = transferCodings.dropLast()
        guard last.spells("chunked"), !others.contains(where: { $0.spells("chunked") }) else {
            throw .invalidTransferEncoding
        }
        guard others.allSatisfy({ $0.first?.isToken == true }) else { throw .invalidTransferEncoding }
        guard others.isEmpty else { throw .unsupportedTransferCoding }
        return .chunked
    }

    func keepsAlive(version: HTTPVersion) -> Bool {
        !asksToClose && (version == .http11 || asksToKeepAlive)
    }

    func expectsContinue(version: HTTPVersion) throws(HTTPFailure) -> Bool {
        // RFC 9110 §10.1.1: MUST be ignored in 1.0.
        guard version == .http11 else { return false }
        guard !expectsOther else { throw .unknownExpectation }
        return expectsContinue
    }
}
