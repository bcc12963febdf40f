public import HTTPTypes

/// A response.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are set by the server: values from the handler are
/// replaced, with two exceptions. A `Content-Length` is kept when the request was HEAD and the body is not
/// ``ResponseBody/bytes(_:)``, and `Connection: close` closes the connection after this response.
public struct OutgoingResponse: Sendable {
    /// Status and fields. A status outside 200...599 is an error of the handler and answered 500.
    public var head: HTTPResponse

    /// Additional fields, sent after those of ``head``. The two must not contain the same field.
    public var prepared: PreparedFields?

    /// Body to send, unless method or status forbid one.
    public var body: ResponseBody

    /// Attachment for the request's summary, unless the handler attached an object when it saw the head.
    public var attachment: RequestAttachment?

    /// A response of `head`, the additional fields of `prepared`, and `body`.
    public init(
        head: HTTPResponse,
        prepared: PreparedFields? = nil,
        body: ResponseBody = .empty,
        attachment: RequestAttachment? = nil
    ) {
        self.head = head
        self.prepared = prepared
        self.body = body
        self.attachment = attachment
    }

    /// Cancels the source of a streamed body.
    func cancelBody() {
        if case .stream(let source) = body { source.cancel() }
    }
}

/// The body of a response.
///
/// No body is sent in response to HEAD, nor with 204, 205 and 304 (RFC 9110 §9.3.2, §15).
public enum ResponseBody: Sendable {
    /// No bytes. Sends `Content-Length: 0`, except in response to HEAD, where the length is unknown.
    case empty
    /// Bytes, which are not copied.
    case bytes([UInt8])
    /// Bytes requested as the client takes them: chunked for HTTP/1.1, ended by closing for HTTP/1.0.
    case stream(any BodySource)
}

/// Produces a body piece by piece, as the connection has room.
///
/// The connection never has two calls of ``next(_:)`` outstanding. After `.end` or `.failed` neither method is called.
public protocol BodySource: AnyObject, Sendable {
    /// Requests the next piece.
    ///
    /// Called on the I/O queue: it must return immediately and leave the work to other threads.
    ///
    /// - Parameter deliver: Callback for exactly one call, from any thread, possibly before `next` returns. A second
    ///   call is ignored; releasing it uncalled counts as ``BodyChunk/failed``.
    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

    /// Cancels the remainder: the client is gone, or method or status forbid a body. No ``next(_:)`` follows.
    func cancel()
}

/// Delivery of a ``BodySource``.
public enum BodyChunk: Sendable {
    /// Bytes; an empty array is allowed and only costs a turn.
    case bytes([UInt8])
    /// Bytes in several pieces, none of which is copied.
    case pieces([[UInt8]])
    /// The body is complete.
    case end
    /// The body cannot be completed. The connection is closed without the last chunk, so that the client notices.
    case failed
}
