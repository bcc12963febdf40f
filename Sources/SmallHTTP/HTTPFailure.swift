import HTTPTypes

/// One way for the exchange of messages to fail, whatever the request was about.
///
/// All of them close the connection: once the framing is in doubt, nothing after it can be trusted (RFC 9112 §11.2).
public enum HTTPFailure: Error, Sendable, Equatable {
    // Lines, RFC 9112 §2.2.

    /// A line ended by LF alone.
    case bareLineFeed
    /// A CR that no LF follows.
    case bareCarriageReturn
    /// A control byte other than HTAB, where text belongs.
    case controlByte(UInt8)
    /// More than a few empty lines before the request line.
    case tooManyEmptyLines(allowed: Int)
    /// The client ended its side in the middle of a request.
    case incompleteRequest

    // Request line, RFC 9112 §3.

    /// Not `method SP target SP version`, or the method is no token.
    case malformedRequestLine
    /// Not `HTTP/` digit `.` digit, or HTTP/0.9.
    case malformedVersion
    /// A major version other than 1.
    case unsupportedVersion(major: UInt8, minor: UInt8)
    /// A method we do not know; methods are case-sensitive. CONNECT is among them: we are no proxy.
    case unsupportedMethod(String)
    /// The target has no form we serve, or a byte that belongs in no URI.
    case invalidTarget
    /// The target has more bytes than allowed.
    case targetTooLong(allowed: Int)

    // Fields, RFC 9112 §5.

    /// A line that is no field: no colon, an empty name, or a name that is no token.
    case malformedField
    /// Whitespace between a field's name and its colon.
    case whitespaceBeforeColon
    /// A line that begins with whitespace: a folded field, or one before the first field.
    case foldedField
    /// The head has more bytes than allowed.
    case headTooLarge(allowed: Int)
    /// The head or the trailer has more fields than allowed.
    case tooManyFields(allowed: Int)
    /// The trailer section has more bytes than allowed.
    case trailerTooLarge(allowed: Int)
    /// HTTP/1.1 without `Host`.
    case missingHost
    /// More than one `Host`.
    case repeatedHost
    /// A `Host`, or the authority of an absolute target, that is no `host[:port]`.
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
    /// `chunked` is not the last coding, or is applied twice.
    case invalidTransferEncoding
    /// A coding before `chunked` that we do not decode.
    case unsupportedTransferCoding
    /// A chunk size that is not 1 to 16 hexadecimal digits, or is out of range.
    case invalidChunkSize
    /// Chunk data not followed by CRLF, or a chunk's line not ended by it.
    case malformedChunk
    /// The chunk extensions have more bytes than allowed.
    case chunkExtensionsTooLong(allowed: Int)
    /// A body without `Content-Length` where one is required.
    case lengthRequired
    /// The body has more bytes than allowed; `found` is `nil` for a chunked body that was cut off.
    case bodyTooLarge(found: Int?, allowed: Int)

    // Time and place.

    /// The head did not arrive in time.
    case headTimeout
    /// The body did not arrive in time.
    case bodyTimeout
    /// All connections are taken.
    case tooManyConnections(allowed: Int)
    /// The client's address has all connections that one may have.
    case tooManyConnectionsFromAddress(allowed: Int)
    /// The handler dropped its exchange, or answered with a status that is no answer.
    case unanswered
}
