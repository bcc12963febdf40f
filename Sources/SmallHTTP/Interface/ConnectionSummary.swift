/// Outcome of a connection.
public struct ConnectionSummary: Sendable, Equatable {
    /// Reason for the end.
    public var end: ConnectionEnd
    /// Numeric address of the client, as in ``IncomingRequest/remoteAddress``.
    public var remoteAddress: String
    /// Number of answers whose last byte the system accepted, including those to faulty messages.
    public var answers: Int
    /// Time from accepting to closing.
    public var duration: Duration

    /// A summary as a server creates it; for calling an observer without a server.
    public init(end: ConnectionEnd, remoteAddress: String = "127.0.0.1", answers: Int = 0, duration: Duration = .zero) {
        self.end = end
        self.remoteAddress = remoteAddress
        self.answers = answers
        self.duration = duration
    }
}

/// Reason why a connection ended: the first cause, where one led to another.
public enum ConnectionEnd: String, Sendable, CaseIterable {
    /// The client closed between two requests, or ended its side and was answered.
    case client
    /// The connection was reset by the client, or lost.
    case broken
    /// The last answer ended the connection: `Connection: close`, HTTP/1.0, or a reserved slot.
    case answered
    /// No request began in time.
    case idle
    /// A new connection needed the slot, and this one had gone without a complete head for longest.
    case evicted
    /// A head took too long.
    case headTimeout = "head_timeout"
    /// A body took too long.
    case bodyTimeout = "body_timeout"
    /// A reader accepted too few bytes for too long.
    case writeStall = "write_stall"
    /// Too many bytes waited for readers, and this one's were the most for the longest time.
    case unsentBytes = "unsent_bytes"
    /// A message was refused.
    case failure
    /// A limit on connections was exceeded.
    case refused
    /// A ``BodySource`` failed, so that only the end of the connection could tell the client.
    case streamFailed = "stream_failed"
    /// The server shut down gracefully.
    case draining
    /// The server stopped, or its drain timeout expired.
    case stopped
}

/// Limit by which a connection was refused.
public enum ConnectionRefusal: String, Sendable, CaseIterable {
    /// The limit ``HTTPServerConfiguration/maximumConnections``.
    case full
    /// The limit ``HTTPServerConfiguration/maximumConnectionsPerAddress``.
    case fullForAddress = "full_for_address"
    /// The process has no descriptor left.
    case outOfDescriptors = "out_of_descriptors"
}

/// Numbers of a server's connections by phase.
public struct ConnectionCounts: Sendable, Equatable {
    /// Connections on which no request has begun.
    public var idle = 0
    /// Connections on which a head or a body is arriving.
    public var reading = 0
    /// Connections whose request the handler has.
    public var handling = 0
    /// Connections on which an answer is being sent.
    public var writing = 0
    /// Connections that only wait for the client's end.
    public var closing = 0

    /// Counts of zero.
    public init() {}

    init(idle: Int, reading: Int, handling: Int, writing: Int, closing: Int) {
        (self.idle, self.reading, self.handling, self.writing, self.closing) = (
            idle, reading, handling, writing, closing
        )
    }

    /// Number of all connections.
    public var total: Int { idle + reading + handling + writing + closing }
}
