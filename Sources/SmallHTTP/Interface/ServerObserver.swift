/// Receives events of a server's connections, for metrics and logs.
///
/// Every method has a default that does nothing. All are called on the server's own queues, concurrently, so they must
/// be quick and must not block. None is called for a connection after its ``connectionEnded(_:)``.
public protocol ServerObserver: Sendable {
    /// Reports a connection that is served from now on; its ``connectionEnded(_:)`` follows.
    func connectionBegan()

    /// Reports a closed connection.
    func connectionEnded(_ summary: ConnectionSummary)

    /// Reports a connection that was refused because a limit is reached.
    ///
    /// Most of them never began. A connection on a reserved slot whose request is not answered there has begun and will
    /// end.
    func connectionRefused(_ refusal: ConnectionRefusal)

    /// Reports a failed `accept` with its `errno`: descriptors or memory ran out, or the client had gone.
    func acceptFailed(errno: Int32)

    /// Reports bytes received from a client: heads, bodies, and input that is dropped unread.
    func received(bytes: Int)

    /// Reports bytes that the system accepted for a client.
    func sent(bytes: Int)

    /// Reports a message that was refused or not answered. ``HTTPFailure/name`` is suitable as a label.
    func requestFailed(_ failure: HTTPFailure)

    /// Reports the end of a request: the system accepted the last byte of the answer, or the client went before that.
    ///
    /// Called once for each request whose head was read, and once for each failure before that.
    func requestEnded(_ summary: RequestSummary)
}

extension ServerObserver {
    /// Does nothing.
    public func connectionBegan() {}
    /// Does nothing.
    public func connectionEnded(_ summary: ConnectionSummary) {}
    /// Does nothing.
    public func connectionRefused(_ refusal: ConnectionRefusal) {}
    /// Does nothing.
    public func acceptFailed(errno: Int32) {}
    /// Does nothing.
    public func received(bytes: Int) {}
    /// Does nothing.
    public func sent(bytes: Int) {}
    /// Does nothing.
    public func requestFailed(_ failure: HTTPFailure) {}
    /// Does nothing.
    public func requestEnded(_ summary: RequestSummary) {}
}

/// An observer that ignores everything.
public struct NoObserver: ServerObserver {
    /// An observer without state.
    public init() {}
}
