import FoundationEssentials

/// Where a server listens, and every limit it holds its clients to.
///
/// Each bound is a total over what it names, so a client that sends one byte at a time gains nothing by it.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen on: a numeric IPv4 or IPv6 address, or a name that is looked up once, at start.
    /// `"::"` is every address, of IPv4 as well, or alone where the system has no IPv6.
    public var host = "127.0.0.1"

    /// The TCP port; 0 lets the system choose a free one, which ``HTTPServer/localPort`` then tells.
    public var port: UInt16 = 0

    /// How many serial queues share the connections, at least 1. Default: one for each active processor.
    public var eventLoops = ProcessInfo.processInfo.activeProcessorCount

    /// Connections the kernel completes and keeps for us while we are busy. The system may allow fewer.
    public var backlog = 1024

    /// Connections open at once. At the limit a new one is accepted, answered 503 and closed.
    public var maximumConnections = 4096

    /// Connections open at once from one address; `nil`, the default, is no limit. One more is answered 429 and closed.
    ///
    /// For a server that its clients reach without a proxy: behind one, all of them have the proxy's address. What one
    /// IPv6 subscriber has, a network of 64 bits, counts as one address.
    public var maximumConnectionsPerAddress: Int?

    /// Descriptors that connections leave to the rest of the process. Where the system allows fewer descriptors than
    /// ``maximumConnections`` need, fewer connections are served, so that the limit is met before descriptors run out.
    public var spareDescriptors = 64

    /// How long nothing is accepted after descriptors or memory ran out, at least 1 ms. Until then connections that were
    /// accepted in time are served, and others wait in the ``backlog``.
    public var acceptPause: Duration = .milliseconds(100)

    /// Connections over ``maximumConnections`` whose head is still read, so that the handler can say whether this
    /// request is answered all the same (``HTTPHandler/answersWhenFull(_:)``): health checks, metrics.
    public var reservedConnections = 8

    /// What a reserved connection has for its head. Short, so that silent ones do not take them all.
    public var reservedHeadTimeout: Duration = .seconds(1)

    /// A connection over ``maximumConnections`` takes the place of the one that has gone without a complete head for longest, at least for
    /// this time: who holds places without asking for anything does not shut out others.
    public var evictableAfter: Duration = .seconds(1)

    /// Longest request target, in bytes. A longer one is answered 414 (RFC 9112 §3).
    public var maximumTargetBytes = 8 * 1024

    /// Request line and header fields together, in bytes, line ends included. More is answered 431 (RFC 6585 §5).
    public var maximumHeadBytes = 16 * 1024

    /// Header fields, and separately trailer fields, in one message. More is answered 431. At most 10 000.
    public var maximumFieldCount = 100

    /// The trailer section of a chunked body, in bytes. More is answered 431.
    public var maximumTrailerBytes = 4 * 1024

    /// All chunk extensions of one body together, in bytes. More is answered 400 (RFC 9112 §7.1.1).
    public var maximumChunkExtensionBytes = 1024

    /// Bytes kept of requests that arrive while an earlier one on the same connection is still being answered. When
    /// they are full the socket is not read, and TCP slows the client down.
    public var maximumUnreadBytes = 64 * 1024

    /// Body of a request refused by its head, in bytes, that is read and dropped to keep the connection. A larger
    /// one closes it.
    public var maximumDiscardedBodyBytes = 64 * 1024

    /// From the first byte of a request to the end of its head. Later is answered 408.
    public var headTimeout: Duration = .seconds(10)

    /// For a body to arrive, lengthened by one second for each ``minimumBodyRate`` bytes received. Later is answered
    /// 408.
    public var bodyTimeout: Duration = .seconds(10)

    /// Bytes per second that a body which takes longer than ``bodyTimeout`` must keep up on average. At least 1.
    public var minimumBodyRate = 16 * 1024

    /// A connection on which no request has begun is closed after this, silently.
    public var idleTimeout: Duration = .seconds(60)

    /// A client that has taken less than ``minimumWriteBytes`` of what waits for it is closed after this.
    public var writeStallTimeout: Duration = .seconds(10)

    /// Bytes a slow reader must acknowledge within each ``writeStallTimeout``, at least 1.
    public var minimumWriteBytes = 8 * 1024

    /// Bytes that wait for readers, over all connections. Over it connections are closed until it is kept, first those
    /// that keep the most bytes for the longest time. What the system has taken is not counted; bytes that several
    /// answers share are, once for each. An answer larger than this reaches only readers whose sockets take it at once.
    public var maximumUnsentBytes = 256 * 1024 * 1024

    /// How long we go on reading after our last byte, so that the client sees the answer before the end
    /// (RFC 9112 §9.6).
    public var lingerTimeout: Duration = .seconds(2)

    /// How much is read and dropped meanwhile, in bytes.
    public var maximumLingerBytes = 4 * 1024 * 1024

    /// What ``HTTPServer/drain(completion:)`` waits before it closes the connections that are left.
    public var drainTimeout: Duration = .seconds(20)

    /// A ``BodySource`` is asked for more only while fewer bytes than this wait to be sent. What a connection holds is
    /// then less than this plus one chunk.
    public var highWaterMark = 64 * 1024

    /// The `Server` field of each response; `nil` sends none.
    public var serverName: String?

    /// The defaults above.
    public init() {}
}

extension Duration {
    /// Whole nanoseconds, 0 for a negative duration, and `UInt64.max` for one of more than 584 years.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
