public import HTTPTypes

extension HTTPFailure {
    /// Status of the answer to the client.
    public var status: HTTPResponse.Status {
        switch self {
        case .bareLineFeed, .bareCarriageReturn, .controlByte, .tooManyEmptyLines, .incompleteRequest,
            .malformedRequestLine, .malformedVersion, .invalidTarget,
            .malformedField, .whitespaceBeforeColon, .foldedField,
            .missingHost, .repeatedHost, .invalidHost,
            .lengthAndTransferEncoding, .repeatedContentLength, .invalidContentLength,
            .transferEncodingInHTTP10, .invalidTransferEncoding,
            .invalidChunkSize, .malformedChunk, .chunkExtensionsTooLong:
            .badRequest
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .lengthRequired: .lengthRequired
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .unknownExpectation: .expectationFailed
        case .headTooLarge, .tooManyFields, .trailerTooLarge: .requestHeaderFieldsTooLarge
        case .unanswered: .internalServerError
        case .unsupportedMethod, .unsupportedTransferCoding: .notImplemented
        case .tooManyConnections: .serviceUnavailable
        case .tooManyConnectionsFromAddress: .tooManyRequests
        case .unsupportedVersion: .httpVersionNotSupported
        }
    }

    /// Error message for the client, one clause. Of the request itself only a method is quoted: a token, cut to 32
    /// bytes.
    public var detail: String {
        switch self {
        case .bareLineFeed: "a line ends with LF alone, not CRLF"
        case .bareCarriageReturn: "a CR is not followed by LF"
        case .controlByte(let byte): "the control byte \(byte) is not allowed here"
        case .tooManyEmptyLines(let allowed): "more than \(allowed) empty lines before the request line"
        case .incompleteRequest: "the request ends before it is complete"
        case .malformedRequestLine: "the request line is not 'method target version', separated by single spaces"
        case .malformedVersion: "the version is not HTTP/1.0 or HTTP/1.1"
        case .unsupportedVersion(let major, let minor): "HTTP/\(major).\(minor) is not served here; HTTP/1.1 is"
        case .unsupportedMethod(let method): "the method \(method.prefix(32)) is not implemented"
        case .invalidTarget:
            "the request target is not a valid path, absolute URI or '*'; other characters are written as %XX, and % itself as %25"
        case .targetTooLong(let allowed): "the request target is longer than \(allowed) bytes"
        case .malformedField: "a header line is not 'name: value'"
        case .whitespaceBeforeColon: "whitespace between a field name and its colon"
        case .foldedField: "a header line begins with whitespace"
        case .headTooLarge(let allowed): "the head is larger than \(allowed) bytes"
        case .tooManyFields(let allowed): "more than \(allowed) fields"
        case .trailerTooLarge(let allowed): "the trailer section is larger than \(allowed) bytes"
        case .missingHost: "the Host field is missing"
        case .repeatedHost: "more than one Host field"
        case .invalidHost: "the host is not 'name', 'name:port', or an address"
        case .unknownExpectation: "the only expectation served is 100-continue"
        case .lengthAndTransferEncoding: "both Content-Length and Transfer-Encoding"
        case .repeatedContentLength: "more than one Content-Length"
        case .invalidContentLength: "the Content-Length is not a number in range"
        case .transferEncodingInHTTP10: "Transfer-Encoding does not belong in HTTP/1.0"
        case .invalidTransferEncoding: "the last transfer coding must be chunked, and only the last"
        case .unsupportedTransferCoding: "the only transfer coding served is chunked"
        case .invalidChunkSize: "a chunk size is not a hexadecimal number in range"
        case .malformedChunk: "a chunk is not followed by CRLF"
        case .chunkExtensionsTooLong(let allowed): "chunk extensions of more than \(allowed) bytes"
        case .lengthRequired: "a body is required, with a Content-Length or in chunks"
        case .bodyTooLarge(.some(let found), let allowed): "the body has \(found) bytes; allowed \(allowed)"
        case .bodyTooLarge(.none, let allowed): "the body is larger than \(allowed) bytes"
        case .headTimeout: "the head did not arrive in time"
        case .bodyTimeout: "the body did not arrive in time"
        case .tooManyConnections(let allowed): "all \(allowed) connections are taken"
        case .tooManyConnectionsFromAddress(let allowed): "all \(allowed) connections of one address are taken"
        case .unanswered: "the request was not answered"
        }
    }
}
