public import HTTPTypes

/// An answer.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the server's: what the handler wrote there is
/// replaced, with two exceptions. A `Content-Length` is kept when the request was HEAD and the body is not
/// ``ResponseBody/bytes(_:)``, and `Connection: close` closes the connection after this answer.
public struct OutgoingResponse: Sendable {
    /// Status and fields. A status outside 200...599 is a mistake of the handler and answered 500.
    public var head: HTTPResponse

    /// More fields, sent behind those of ``head``. The two must not name the same one.
    public var prepared: PreparedFields?

    /// What follows the head, unless method or status forbid it.
    public var body: ResponseBody

    /// Goes into the request's summary, unless the handler attached something when it saw the head.
    public var attachment: RequestAttachment?

    /// An answer of `head`, with the fields of `prepared` besides its own, and `body`.
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
}

/// The body of a response.
///
/// None is sent in answer to HEAD, nor with 204, 205 and 304 (RFC 9110 §9.3.2, §15).
public enum ResponseBody: Sendable {
    /// No bytes. Says `Content-Length: 0`, except in answer to HEAD, where the length is unknown.
    case empty
    /// These bytes, which are not copied.
    case bytes([UInt8])
    /// Bytes that are asked for as the client takes them: chunked to HTTP/1.1, ended by closing to HTTP/1.0.
    case stream(any BodySource)
}

/// Makes a body piece by piece, each when the connection has room for it.
///
/// The connection never has two calls of ``next(_:)`` outstanding. After `.end` or `.failed` neither method is called.
public protocol BodySource: AnyObject, Sendable {
    /// Asks for the next piece.
    ///
    /// Called on the I/O queue, so it returns at once and lets others do the work.
    ///
    /// - Parameter deliver: To be called exactly once, from any thread, also before `next` returns. A second call is
    ///   ignored; dropping it uncalled counts as ``BodyChunk/failed``.
    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void)

    /// Nobody wants the rest: the client is gone, or method or status forbid a body. No ``next(_:)`` follows.
    func cancel()
}

/// What a ``BodySource`` delivers.
public enum BodyChunk: Sendable {
    /// Some bytes; none at all is no fault and only costs a turn.
    case bytes([UInt8])
    /// The same in several pieces, of which none is copied.
    case pieces([[UInt8]])
    /// The body is complete.
    case end
    /// The body cannot be completed. The connection is closed without the last chunk, so that the client knows.
    case failed
}
