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

    init(targetBytes: Int, headBytes: Int, fieldCount: Int, trailerBytes: Int, chunkExtensionBytes: Int) {
        self.targetBytes = max(1, targetBytes)
        self.headBytes = max(1, headBytes)
        // `HTTPFields` traps at 65 535.
        self.fieldCount = min(max(0, fieldCount), 10_000)
        self.trailerBytes = max(2, trailerBytes)
        self.chunkExtensionBytes = max(0, chunkExtensionBytes)
    }

    /// Maximum length of a request line in bytes. Method, spaces and version need at most 18 bytes; the slack lets a
    /// line with an unknown method or version be read and refused for the right reason.
    var requestLineBytes: Int {
        let (sum, overflow) = targetBytes.addingReportingOverflow(64)
        return overflow ? .max : sum
    }
}
