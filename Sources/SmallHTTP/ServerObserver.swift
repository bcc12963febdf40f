/// Is told what happens at a server's connections, for metrics and logs.
///
/// Every method has a default that does nothing. All are called on the server's own queues, several at once, so they
/// are quick, and none of them may wait. None is called for a connection after its ``connectionEnded(_:)``.
public protocol ServerObserver: Sendable {
    /// A connection is served from now on; its ``connectionEnded(_:)`` follows.
    func connectionBegan()

    /// A connection is closed.
    func connectionEnded(_ summary: ConnectionSummary)

    /// A connection was sent away because a limit is reached.
    ///
    /// Most of them never began. One that was let in on a reserved place, and asked for what is not answered there,
    /// began and will end.
    func connectionRefused(_ refusal: ConnectionRefusal)

    /// The system gave no connection, and said why by `errno`: descriptors or memory ran out, or the client had gone.
    func acceptFailed(errno: Int32)

    /// So many bytes came from a client: heads, bodies, and what is dropped unread.
    func received(bytes: Int)

    /// So many bytes went to the system for a client.
    func sent(bytes: Int)

    /// A message was refused, or nothing answered it. ``HTTPFailure/name`` is fit for a label.
    func requestFailed(_ failure: HTTPFailure)

    /// The last byte of an answer is with the system, or the client went before that.
    ///
    /// Called once for each request whose head was read, and once for what failed before that.
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
    /// The only one.
    public init() {}
}
