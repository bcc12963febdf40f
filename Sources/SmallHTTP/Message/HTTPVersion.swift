/// Protocol version in which a request is served.
public enum HTTPVersion: Sendable, Equatable {
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1, and any later 1.x: a minor version promises compatibility (RFC 9110 §2.5).
    case http11
}
