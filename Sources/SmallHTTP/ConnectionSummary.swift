/// What became of one connection.
public struct ConnectionSummary: Sendable, Equatable {
    /// Why it ended.
    public var end: ConnectionEnd
    /// The client's numeric address, as in ``IncomingRequest/remoteAddress``.
    public var remoteAddress: String
    /// Answers whose last byte went to the system, those to faulty messages included.
    public var answers: Int
    /// From accepting to closing.
    public var duration: Duration

    /// A summary as a server would give it; for calling an observer without a server.
    public init(end: ConnectionEnd, remoteAddress: String = "127.0.0.1", answers: Int = 0, duration: Duration = .zero) {
        self.end = end
        self.remoteAddress = remoteAddress
        self.answers = answers
        self.duration = duration
    }
}

/// Why a connection ended: the first cause, where one led to another.
public enum ConnectionEnd: String, Sendable, CaseIterable {
    /// The client ended it between two requests, or has ended its side and was answered.
    case client
    /// It broke: reset by the client, or lost.
    case broken
    /// It was to end with its last answer: by `Connection: close`, in HTTP/1.0, or because it was on a reserved place.
    case answered
    /// No request began for too long.
    case idle
    /// It had not asked for anything for the longest time when another needed its place.
    case evicted
    /// A head took too long.
    case headTimeout = "head_timeout"
    /// A body took too long.
    case bodyTimeout = "body_timeout"
    /// A reader took too little for too long.
    case writeStall = "write_stall"
    /// More bytes waited for readers than may, and this one's had waited longest.
    case unsentBytes = "unsent_bytes"
    /// A message was refused.
    case failure
    /// It came over a limit on connections.
    case refused
    /// A ``BodySource`` failed, so that the end of the connection had to say what the body could not.
    case streamFailed = "stream_failed"
    /// The server drained.
    case draining
    /// The server stopped, or had drained for as long as it may.
    case stopped
}

/// Which limit sent a connection away.
public enum ConnectionRefusal: String, Sendable, CaseIterable {
    /// ``HTTPServerConfiguration/maximumConnections``.
    case full
    /// ``HTTPServerConfiguration/maximumConnectionsPerAddress``.
    case fullForAddress = "full_for_address"
    /// The process has no descriptor left.
    case outOfDescriptors = "out_of_descriptors"
}

/// The connections of a server, by what they do.
public struct ConnectionCounts: Sendable, Equatable {
    /// No request has begun.
    public var idle = 0
    /// A head or a body is arriving.
    public var reading = 0
    /// The handler has the request.
    public var handling = 0
    /// An answer is leaving.
    public var writing = 0
    /// Only the client's end is awaited.
    public var closing = 0

    /// None.
    public init() {}

    init(idle: Int, reading: Int, handling: Int, writing: Int, closing: Int) {
        (self.idle, self.reading, self.handling, self.writing, self.closing) = (
            idle, reading, handling, writing, closing
        )
    }

    /// All of them.
    public var total: Int { idle + reading + handling + writing + closing }
}
