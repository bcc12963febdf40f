public import HTTPTypes

/// What a handler wants to keep beside a request, from its head to its ``RequestSummary``. The server never looks into it.
public typealias RequestAttachment = any AnyObject & Sendable

/// Whether a request is wanted, decided from its head alone, before any byte of its body is read.
public enum RequestAdmission: Sendable {
    /// Read the body, then call ``HTTPHandler/handle(_:_:)``.
    ///
    /// A body of more than `maximumBodyBytes` is answered 413, by its `Content-Length` where it has one. With
    /// `lengthRequired`, a request that does not say how long its body is, neither by `Content-Length` nor by chunks, is
    /// answered 411 (RFC 9110 §15.5.12). What is attached comes back with the request, and in its summary.
    case accept(maximumBodyBytes: Int, lengthRequired: Bool, attachment: RequestAttachment? = nil)
    /// Answer this now. The body, if any, is dropped when short; a longer one closes the connection.
    case reject(OutgoingResponse)
}

/// What a server does with its requests.
public protocol HTTPHandler: Sendable {
    /// Decides about a request by its head. Called on the I/O queue, so it must be quick.
    func admit(_ head: HTTPRequest) -> RequestAdmission

    /// Takes a complete request. Called on the I/O queue: it returns at once and answers now or later, from any
    /// thread.
    func handle(_ request: IncomingRequest, _ exchange: Exchange)

    /// How a failure of the protocol looks. The server adds `Connection: close` and closes.
    ///
    /// The default is a line of plain text, not to be stored by caches. Called on the I/O queue.
    func response(to failure: HTTPFailure) -> OutgoingResponse

    /// Whether this request is answered on one of the ``HTTPServerConfiguration/reservedConnections`` when all others
    /// are taken. The default is no.
    func answersWhenFull(_ head: HTTPRequest) -> Bool
}

extension HTTPHandler {
    /// Status and detail of `failure` as plain text.
    public func response(to failure: HTTPFailure) -> OutgoingResponse {
        var head = HTTPResponse(status: failure.status)
        head.headerFields[.contentType] = "text/plain; charset=utf-8"
        head.headerFields[.cacheControl] = "no-store"
        let text = "\(failure.status.code) \(failure.status.reasonPhrase): \(failure.detail)\n"
        return OutgoingResponse(head: head, body: .bytes(Array(text.utf8)))
    }

    /// No: reserved connections are for handlers that know what to keep them for.
    public func answersWhenFull(_ head: HTTPRequest) -> Bool {
        false
    }
}
