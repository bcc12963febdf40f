/// The limits that concern parsing, brought into ranges the parsers rely on.
struct RequestLimits: Sendable {
    let targetBytes: Int
    let headBytes: Int
    let fieldCount: Int
    let trailerBytes: Int
    let chunkExtensionBytes: Int

    /// RFC 9112 §2.2 asks for at least one, after clients that end a POST with a CRLF of their own.
    let emptyLines = 4

    init(_ configuration: HTTPServerConfiguration) {
        targetBytes = max(1, configuration.maximumTargetBytes)
        headBytes = max(1, configuration.maximumHeadBytes)
        // `HTTPFields` traps at 65 535.
        fieldCount = min(max(0, configuration.maximumFieldCount), 10_000)
        trailerBytes = max(2, configuration.maximumTrailerBytes)
        chunkExtensionBytes = max(0, configuration.maximumChunkExtensionBytes)
    }

    /// Longest request line. Method, spaces and version need 18 bytes at most; the rest is slack, so that a line with a
    /// strange method or version is still read and refused for what it is.
    var requestLineBytes: Int {
        let (sum, overflow) = targetBytes.addingReportingOverflow(64)
        return overflow ? .max : sum
    }
}
