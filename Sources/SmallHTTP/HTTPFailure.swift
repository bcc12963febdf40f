import HTTPTypes

/// A failure of the message exchange itself, whatever the request was about.
///
/// Every failure closes the connection: once the framing is in doubt, nothing after it can be trusted (RFC 9112 §11.2).
public enum HTTPFailure: Error, Sendable, Equatable {
    // Lines, RFC 9112 §2.2.

    /// A line that ends with LF alone.
    case bareLineFeed
    /// A CR that is not followed by LF.
    case bareCarriageReturn
    /// A control byte other than HTAB in a place for text.
    case controlByte(UInt8)
    /// More than a few empty lines before the request line.
    case tooManyEmptyLines(allowed: Int)
    /// The client ended its side in the middle of a request.
    case incompleteRequest

    // Request line, RFC 9112 §3.

    /// A request line other than `method SP target SP version`, or a method that is not a token.
    case malformedRequestLine
    /// A version other than `HTTP/` digit `.` digit, or HTTP/0.9.
    case malformedVersion
    /// A major version other than 1.
    case unsupportedVersion(major: UInt8, minor: UInt8)
    /// An unknown method; methods are case-sensitive. CONNECT is included: this server is not a proxy.
    case unsupportedMethod(String)
    /// A target of an unsupported form, or with a byte that is not allowed in a URI.
    case invalidTarget
    /// A target with more bytes than allowed.
    case targetTooLong(allowed: Int)

    // Fields, RFC 9112 §5.

    /// A line that is not a field: no colon, an empty name, or a name that is not a token.
    case malformedField
    /// Whitespace between a field's name and its colon.
    case whitespaceBeforeColon
    /// A line that begins with whitespace: a folded field, or one before the first field.
    case foldedField
    /// A head with more bytes than allowed.
    case headTooLarge(allowed: Int)
    /// A head or a trailer with more fields than allowed.
    case tooManyFields(allowed: Int)
    /// A trailer section with more bytes than allowed.
    case trailerTooLarge(allowed: Int)
    /// HTTP/1.1 without `Host`.
    case missingHost
    /// More than one `Host`.
    case repeatedHost
    /// A `Host`, or the authority of an absolute target, that is not `host[:port]`.
    case invalidHost
    /// An `Expect` other than `100-continue`.
    case unknownExpectation

    // Body, RFC 9112 §6 and §7.

    /// Both `Content-Length` and `Transfer-Encoding`.
    case lengthAndTransferEncoding
    /// More than one `Content-Length`, even if they agree.
    case repeatedContentLength
    /// A `Content-Length` that is not digits, or is out of range.
    case invalidContentLength
    /// `Transfer-Encoding` in an HTTP/1.0 message.
    case transferEncodingInHTTP10
    /// A coding other than `chunked` at the end, or `chunked` applied twice.
    case invalidTransferEncoding
    /// A coding before `chunked`, which is not supported.
    case unsupportedTransferCoding
    /// A chunk size that is not 1 to 16 hexadecimal digits, or is out of range.
    case invalidChunkSize
    /// Chunk data not followed by CRLF, or a chunk's line not ended by it.
    case malformedChunk
    /// Chunk extensions with more bytes than allowed.
    case chunkExtensionsTooLong(allowed: Int)
    /// A body without `Content-Length` where one is required.
    case lengthRequired
    /// A body with more bytes than allowed; `found` is `nil` for a chunked body that was cut off.
    case bodyTooLarge(found: Int?, allowed: Int)

    // Timeouts and capacity.

    /// The head did not arrive in time.
    case headTimeout
    /// The body did not arrive in time.
    case bodyTimeout
    /// All connections are in use.
    case tooManyConnections(allowed: Int)
    /// The client's address has the maximum number of connections.
    case tooManyConnectionsFromAddress(allowed: Int)
    /// The handler released its exchange without an answer.
    case unanswered
}
