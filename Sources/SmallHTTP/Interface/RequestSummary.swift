public import HTTPTypes

/// Outcome of a request.
public struct RequestSummary: Sendable {
    /// Method, target and fields; `nil` for a message whose head was refused or did not arrive.
    public var request: HTTPRequest?
    /// Status of the answer; `nil` if the client went before there was one.
    public var status: HTTPResponse.Status?
    /// Whether the system accepted the whole answer.
    public var isComplete: Bool
    /// Number of bytes of the message, as far as it was read: head and body with their framing.
    public var requestBytes: Int
    /// Number of bytes of the answer that the system accepted: head and body with their framing.
    public var responseBytes: Int
    /// Time from the first byte of the request to the last byte of the answer.
    public var duration: Duration
    /// Numeric address of the client, as in ``IncomingRequest/remoteAddress``.
    public var remoteAddress: String
    /// Object that the handler attached to the request, or to its answer.
    public var attachment: RequestAttachment?

    /// A summary as a server creates it; for calling an observer without a server.
    public init(
        request: HTTPRequest?,
        status: HTTPResponse.Status?,
        isComplete: Bool = true,
        requestBytes: Int = 0,
        responseBytes: Int = 0,
        duration: Duration = .zero,
        remoteAddress: String = "127.0.0.1",
        attachment: RequestAttachment? = nil
    ) {
        self.request = request
        self.status = status
        self.isComplete = isComplete
        self.requestBytes = requestBytes
        self.responseBytes = responseBytes
        self.duration = duration
        self.remoteAddress = remoteAddress
        self.attachment = attachment
    }
}
