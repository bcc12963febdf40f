public import HTTPTypes

/// Decision about a request, made from its head alone, before any byte of its body is read.
public enum RequestAdmission: Sendable {
    /// Reads the body, then calls ``HTTPHandler/handle(_:_:)``.
    ///
    /// A body of more than `maximumBodyBytes` is answered 413, early if its `Content-Length` tells. With
    /// `lengthRequired`, a request with neither `Content-Length` nor chunks is answered 411 (RFC 9110 §15.5.12). The
    /// attachment is passed on with the request and its summary.
    case accept(maximumBodyBytes: Int, lengthRequired: Bool, attachment: RequestAttachment? = nil)
    /// Answers immediately. A short body is read and dropped; a longer one closes the connection.
    case reject(OutgoingResponse)
}

/// The application behind a server.
public protocol HTTPHandler: Sendable {
    /// Decides about a request by its head. Called on the I/O queue, so it must be quick.
    func admit(_ head: HTTPRequest) -> RequestAdmission

    /// Handles a complete request. Called on the I/O queue: it must return immediately, and may answer now or later,
    /// from any thread.
    func handle(_ request: IncomingRequest, _ exchange: Exchange)

    /// Returns the response to a protocol failure. The server adds `Connection: close` and closes.
    ///
    /// The default is a line of plain text that caches must not store. Called on the I/O queue.
    func response(to failure: HTTPFailure) -> OutgoingResponse

    /// Whether the request is answered on one of the ``HTTPServerConfiguration/reservedConnections`` when all others
    /// are in use. The default is `false`.
    func answersWhenFull(_ head: HTTPRequest) -> Bool
}

extension HTTPHandler {
    /// Returns status and detail of `failure` as plain text.
    public func response(to failure: HTTPFailure) -> OutgoingResponse {
        var head = HTTPResponse(status: failure.status)
        head.headerFields[.contentType] = "text/plain; charset=utf-8"
        head.headerFields[.cacheControl] = "no-store"
        let text = "\(failure.status.code) \(failure.status.reasonPhrase): \(failure.detail)\n"
        return OutgoingResponse(head: head, body: .bytes(Array(text.utf8)))
    }

    /// Returns `false`: a handler that wants reserved connections must choose their requests.
    public func answersWhenFull(_ head: HTTPRequest) -> Bool {
        false
    }
}
