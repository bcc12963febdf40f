extension HTTPFailure {
    /// Names of the cases: a closed set, suitable as the label of a metric.
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

    /// Name of the case, without its associated values.
    public var name: Name {
        switch self {
        case .bareLineFeed: .bareLineFeed
        case .bareCarriageReturn: .bareCarriageReturn
        case .controlByte: .controlByte
        case .tooManyEmptyLines: .tooManyEmptyLines
        case .incompleteRequest: .incompleteRequest
        case .malformedRequestLine: .malformedRequestLine
        case .malformedVersion: .malformedVersion
        case .unsupportedVersion: .unsupportedVersion
        case .unsupportedMethod: .unsupportedMethod
        case .invalidTarget: .invalidTarget
        case .targetTooLong: .targetTooLong
        case .malformedField: .malformedField
        case .whitespaceBeforeColon: .whitespaceBeforeColon
        case .foldedField: .foldedField
        case .headTooLarge: .headTooLarge
        case .tooManyFields: .tooManyFields
        case .trailerTooLarge: .trailerTooLarge
        case .missingHost: .missingHost
        case .repeatedHost: .repeatedHost
        case .invalidHost: .invalidHost
        case .unknownExpectation: .unknownExpectation
        case .lengthAndTransferEncoding: .lengthAndTransferEncoding
        case .repeatedContentLength: .repeatedContentLength
        case .invalidContentLength: .invalidContentLength
        case .transferEncodingInHTTP10: .transferEncodingInHTTP10
        case .invalidTransferEncoding: .invalidTransferEncoding
        case .unsupportedTransferCoding: .unsupportedTransferCoding
        case .invalidChunkSize: .invalidChunkSize
        case .malformedChunk: .malformedChunk
        case .chunkExtensionsTooLong: .chunkExtensionsTooLong
        case .lengthRequired: .lengthRequired
        case .bodyTooLarge: .bodyTooLarge
        case .headTimeout: .headTimeout
        case .bodyTimeout: .bodyTimeout
        case .tooManyConnections: .tooManyConnections
        case .tooManyConnectionsFromAddress: .tooManyConnectionsFromAddress
        case .unanswered: .unanswered
        }
    }
}
