import HTTPTypes

/// A parsed head: the request for the handler, and the facts that the connection needs to continue.
struct RequestHead: Sendable {
    let request: HTTPRequest
    let version: HTTPVersion
    let framing: BodyFraming
    /// Whether the client wants the connection kept (RFC 9112 §9.3).
    let keepsAlive: Bool
    /// Whether the client waits for a 100 before it sends the body (RFC 9110 §10.1.1).
    let expectsContinue: Bool
}

/// Framing of a request's body, RFC 9112 §6.3.
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked

    var hasBody: Bool {
        self != .none && self != .length(0)
    }
}
