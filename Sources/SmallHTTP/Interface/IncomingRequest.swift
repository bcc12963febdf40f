public import HTTPTypes

/// A complete request.
public struct IncomingRequest: Sendable {
    /// Method, target and fields.
    ///
    /// `path` is the target's path and query as sent, still percent-encoded, or `*`; bytes above ASCII are encoded in lower
    /// case. `authority` is that of an absolute target, otherwise the value of `Host`; `Host` is not among the fields. `scheme`
    /// is `nil` unless the target named one.
    public let head: HTTPRequest

    /// Body without transfer codings; empty if there was none. Trailer fields are dropped.
    public let body: [UInt8]

    /// Version in which the request is served.
    public let version: HTTPVersion

    /// Numeric address of the client, without port; in IPv4 notation for IPv4 clients on dual-stack sockets too.
    public let remoteAddress: String

    /// Object that the handler attached when it saw the head.
    public let attachment: RequestAttachment?

    /// A request as a server creates it; for calling a handler without a server.
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
