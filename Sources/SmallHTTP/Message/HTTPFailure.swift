public import HTTPTypes

/// A failure of the message exchange itself, whatever the request was about.
///
/// Every failure closes the connection: once the framing is in doubt, nothing after it can be trusted (RFC 9112 §11.2).
public struct HTTPFailure: Error, Sendable, Equatable {
    /// Name of the kind of failure.
    public let name: Name
    /// Status of the response to the client.
    public let status: HTTPResponse.Status
    /// Error message for the client, one clause. Of the request itself only a method is quoted: a token, cut to 32
    /// bytes.
    public let detail: String

    private init(_ name: Name, _ detail: String, status: HTTPResponse.Status = .badRequest) {
        (self.name, self.status, self.detail) = (name, status, detail)
    }
}

/// The table of all failures.
extension HTTPFailure {
    // Lines, RFC 9112 §2.2.

    static let bareLineFeed = HTTPFailure(.bareLineFeed, "a line ends with LF alone, not CRLF")
    static let bareCarriageReturn = HTTPFailure(.bareCarriageReturn, "a CR is not followed by LF")
    /// A control byte other than HTAB in a place for text.
    static func controlByte(_ byte: UInt8) -> HTTPFailure {
        HTTPFailure(.controlByte, "the control byte \(byte) is not allowed here")
    }
    static func tooManyEmptyLines(allowed: Int) -> HTTPFailure {
        HTTPFailure(.tooManyEmptyLines, "more than \(allowed) empty lines precede the request line")
    }
    /// The client ended its side in the middle of a request.
    static let incompleteRequest = HTTPFailure(.incompleteRequest, "the request ends before it is complete")

    // Request line, RFC 9112 §3.

    /// A request line other than `method SP target SP version`, or a method that is not a token.
    static let malformedRequestLine = HTTPFailure(
        .malformedRequestLine,
        "the request line is not 'method target version', separated by single spaces"
    )
    /// A version other than `HTTP/` digit `.` digit, or HTTP/0.9.
    static let malformedVersion = HTTPFailure(.malformedVersion, "the version is not HTTP/1.0 or HTTP/1.1")
    /// A major version other than 1.
    static func unsupportedVersion(major: UInt8, minor: UInt8) -> HTTPFailure {
        let detail = "HTTP/\(major).\(minor) is not supported; HTTP/1.1 is"
        return HTTPFailure(.unsupportedVersion, detail, status: .httpVersionNotSupported)
    }
    /// An unknown method; methods are case-sensitive. CONNECT is included: this server is not a proxy.
    static func unsupportedMethod(_ method: String) -> HTTPFailure {
        HTTPFailure(.unsupportedMethod, "the method \(method.prefix(32)) is not implemented", status: .notImplemented)
    }
    /// A target of an unsupported form, or with a byte that is not allowed in a URI.
    static let invalidTarget = HTTPFailure(
        .invalidTarget,
        "the request target is not a valid path, absolute URI or '*'; other characters are written as %XX, and % itself as %25"
    )
    static func targetTooLong(allowed: Int) -> HTTPFailure {
        HTTPFailure(.targetTooLong, "the request target is longer than \(allowed) bytes", status: .uriTooLong)
    }

    // Fields, RFC 9112 §5.

    /// A line that is not a field: no colon, an empty name, or a name that is not a token.
    static let malformedField = HTTPFailure(.malformedField, "a header line is not 'name: value'")
    static let whitespaceBeforeColon = HTTPFailure(
        .whitespaceBeforeColon,
        "a header line has whitespace between its name and its colon"
    )
    /// A line that begins with whitespace: a folded field, or one before the first field.
    static let foldedField = HTTPFailure(.foldedField, "a header line begins with whitespace")
    static func headTooLarge(allowed: Int) -> HTTPFailure {
        HTTPFailure(.headTooLarge, "the head is larger than \(allowed) bytes", status: .requestHeaderFieldsTooLarge)
    }
    /// A head or a trailer with more fields than allowed.
    static func tooManyFields(allowed: Int) -> HTTPFailure {
        HTTPFailure(.tooManyFields, "the message has more than \(allowed) fields", status: .requestHeaderFieldsTooLarge)
    }
    static func trailerTooLarge(allowed: Int) -> HTTPFailure {
        let detail = "the trailer section is larger than \(allowed) bytes"
        return HTTPFailure(.trailerTooLarge, detail, status: .requestHeaderFieldsTooLarge)
    }
    /// HTTP/1.1 without `Host`.
    static let missingHost = HTTPFailure(.missingHost, "the Host field is missing")
    static let repeatedHost = HTTPFailure(.repeatedHost, "the request has more than one Host field")
    /// A `Host`, or the authority of an absolute target, that is not `host[:port]`.
    static let invalidHost = HTTPFailure(.invalidHost, "the host is not 'name', 'name:port', or an address")
    static let unknownExpectation = HTTPFailure(
        .unknownExpectation,
        "the only supported expectation is 100-continue",
        status: .expectationFailed
    )

    // Body, RFC 9112 §6 and §7.

    static let lengthAndTransferEncoding = HTTPFailure(
        .lengthAndTransferEncoding,
        "Content-Length and Transfer-Encoding exclude each other"
    )
    /// More than one `Content-Length`, even if they agree.
    static let repeatedContentLength = HTTPFailure(
        .repeatedContentLength,
        "the request has more than one Content-Length"
    )
    /// A `Content-Length` that is not digits, or is out of range.
    static let invalidContentLength = HTTPFailure(
        .invalidContentLength,
        "the Content-Length is not a number in range"
    )
    static let transferEncodingInHTTP10 = HTTPFailure(
        .transferEncodingInHTTP10,
        "Transfer-Encoding is not allowed in HTTP/1.0"
    )
    /// A coding other than `chunked` at the end, or `chunked` applied twice.
    static let invalidTransferEncoding = HTTPFailure(
        .invalidTransferEncoding,
        "the last transfer coding must be chunked, and only the last"
    )
    /// A coding before `chunked`.
    static let unsupportedTransferCoding = HTTPFailure(
        .unsupportedTransferCoding,
        "the only supported transfer coding is chunked",
        status: .notImplemented
    )
    /// A chunk size that is not 1 to 16 hexadecimal digits, or is out of range.
    static let invalidChunkSize = HTTPFailure(.invalidChunkSize, "a chunk size is not a hexadecimal number in range")
    /// Chunk data not followed by CRLF, or a chunk's line not ended by it.
    static let malformedChunk = HTTPFailure(.malformedChunk, "a chunk is not followed by CRLF")
    static func chunkExtensionsTooLong(allowed: Int) -> HTTPFailure {
        HTTPFailure(.chunkExtensionsTooLong, "the chunk extensions are longer than \(allowed) bytes")
    }
    /// A body without `Content-Length` where one is required.
    static let lengthRequired = HTTPFailure(
        .lengthRequired,
        "a body is required, with Content-Length or chunked",
        status: .lengthRequired
    )
    /// - Parameter found: Length of the body; `nil` for a chunked body that was cut off.
    static func bodyTooLarge(found: Int?, allowed: Int) -> HTTPFailure {
        let detail = found.map { "the body has \($0) bytes; allowed \(allowed)" }
        return HTTPFailure(
            .bodyTooLarge,
            detail ?? "the body is larger than \(allowed) bytes",
            status: .contentTooLarge
        )
    }

    // Timeouts and capacity.

    static let headTimeout = HTTPFailure(.headTimeout, "the head did not arrive in time", status: .requestTimeout)
    static let bodyTimeout = HTTPFailure(.bodyTimeout, "the body did not arrive in time", status: .requestTimeout)
    static func tooManyConnections(allowed: Int) -> HTTPFailure {
        HTTPFailure(.tooManyConnections, "all \(allowed) connections are in use", status: .serviceUnavailable)
    }
    static func tooManyConnectionsFromAddress(allowed: Int) -> HTTPFailure {
        let detail = "all \(allowed) connections of one address are in use"
        return HTTPFailure(.tooManyConnectionsFromAddress, detail, status: .tooManyRequests)
    }
    /// The handler released its exchange without a response.
    static let unanswered = HTTPFailure(.unanswered, "the request was not answered", status: .internalServerError)
}

extension HTTPFailure {
    /// Names of all kinds of failures: a closed set, suitable as the label of a metric.
    public enum Name: String, Sendable, CaseIterable {
        case bareLineFeed = "bare_line_feed"
        case bareCarriageReturn = "bare_carriage_return"
        case controlByte = "control_byte"
        case tooManyEmptyLines = "too_many_empty_lines"
        case incompleteRequest = "incomplete_request"
        case malformedRequestLine = "malformed_request_line"
        case malformedVersion = "malformed_version"
        case unsupportedVersion = "unsupported_version"
        case unsupportedMethod = "unsupported_method"
        case invalidTarget = "invalid_target"
        case targetTooLong = "target_too_long"
        case malformedField = "malformed_field"
        case whitespaceBeforeColon = "whitespace_before_colon"
        case foldedField = "folded_field"
        case headTooLarge = "head_too_large"
        case tooManyFields = "too_many_fields"
        case trailerTooLarge = "trailer_too_large"
        case missingHost = "missing_host"
        case repeatedHost = "repeated_host"
        case invalidHost = "invalid_host"
        case unknownExpectation = "unknown_expectation"
        case lengthAndTransferEncoding = "length_and_transfer_encoding"
        case repeatedContentLength = "repeated_content_length"
        case invalidContentLength = "invalid_content_length"
        case transferEncodingInHTTP10 = "transfer_encoding_in_http_10"
        case invalidTransferEncoding = "invalid_transfer_encoding"
        case unsupportedTransferCoding = "unsupported_transfer_coding"
        case invalidChunkSize = "invalid_chunk_size"
        case malformedChunk = "malformed_chunk"
        case chunkExtensionsTooLong = "chunk_extensions_too_long"
        case lengthRequired = "length_required"
        case bodyTooLarge = "body_too_large"
        case headTimeout = "head_timeout"
        case bodyTimeout = "body_timeout"
        case tooManyConnections = "too_many_connections"
        case tooManyConnectionsFromAddress = "too_many_connections_from_address"
        case unanswered
    }
}
