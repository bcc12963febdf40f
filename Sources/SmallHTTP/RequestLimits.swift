/// Limits on parsing, clamped to ranges on which the parsers rely.
struct RequestLimits: Sendable {
    let targetBytes: Int
    let headBytes: Int
    let fieldCount: Int
    let trailerBytes: Int
    let chunkExtensionBytes: Int

    /// Maximum number of empty lines before a request. RFC 9112 §2.2 asks for at least one, because of clients that end
    /// a POST with an extra CRLF.
    let emptyLines = 4

    init(_ configuration: HTTPServerConfiguration) {
        targetBytes = max(1, configuration.maximumTargetBytes)
        headBytes = max(1, configuration.maximumHeadBytes)
        // `HTTPFields` traps at 65 535.
        fieldCount = min(max(0, configuration.maximumFieldCount), 10_000)
        trailerBytes = max(2, configuration.maximumTrailerBytes)
        chunkExtensionBytes = max(0, configuration.maximumChunkExtensionBytes)
    }

    /// Maximum length of a request line in bytes. Method, spaces and version need at most 18 bytes; the slack lets a
    /// line with an unknown method or version be read and refused for the right reason.
    var requestLineBytes: Int {
        let (sum, overflow) = targetBytes.addingReportingOverflow(64)
        return overflow ? .max : sum
    }
}
