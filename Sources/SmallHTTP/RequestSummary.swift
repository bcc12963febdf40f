public import HTTPTypes

/// What became of one request.
public struct RequestSummary: Sendable {
    /// Method, target and fields; `nil` for a message whose head was refused or did not arrive.
    public var request: HTTPRequest?
    /// The answer's status; `nil` if the client went before there was one.
    public var status: HTTPResponse.Status?
    /// Whether the whole answer went to the system.
    public var isComplete: Bool
    /// Bytes of the message, as far as it was read: head and body with their framing.
    public var requestBytes: Int
    /// Bytes of the answer that went to the system: head and body with their framing.
    public var responseBytes: Int
    /// From the first byte of the request to the last byte of the answer.
    public var duration: Duration
    /// The client's numeric address, as in ``IncomingRequest/remoteAddress``.
    public var remoteAddress: String
    /// What the handler attached to the request, or to its answer.
    public var attachment: RequestAttachment?

    /// A summary as a server would give it; for calling an observer without a server.
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
