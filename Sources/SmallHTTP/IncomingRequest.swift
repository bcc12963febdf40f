public import HTTPTypes

/// The protocol version a request is served as.
public enum HTTPVersion: Sendable, Equatable {
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1, and any later 1.x: a minor version promises compatibility (RFC 9110 §2.5).
    case http11
}

/// One complete request.
public struct IncomingRequest: Sendable {
    /// Method, target and fields.
    ///
    /// `path` is the target's path and query as sent, still percent-encoded, or `*`. `authority` is the one of an
    /// absolute target, otherwise the value of `Host`; `Host` is not among the fields. `scheme` is `nil` unless the
    /// target named one.
    public let head: HTTPRequest

    /// The body, free of transfer codings; empty when there was none. Trailer fields are dropped.
    public let body: [UInt8]

    /// The version the request is served as.
    public let version: HTTPVersion

    /// The client's numeric address, without port; an IPv4 address is written as one on dual-stack sockets too.
    public let remoteAddress: String

    /// What the handler attached when it saw the head.
    public let attachment: RequestAttachment?

    /// A request as the server would hand it over; for calling a handler without a server.
    public init(
        head: HTTPRequest,
        body: [UInt8] = [],
        version: HTTPVersion = .http11,
        remoteAddress: String = "127.0.0.1",
        attachment: RequestAttachment? = nil
    ) {
        self.head = head
        self.body = body
        self.version = version
        self.remoteAddress = remoteAddress
        self.attachment = attachment
    }
}
