import FoundationEssentials

/// Address and limits of a server.
///
/// Each limit is a total, so a client gains nothing by sending one byte at a time.
public struct HTTPServerConfiguration: Sendable {
    /// Address to listen on: a numeric IPv4 or IPv6 address, or a name that is resolved once, at start. `"::"` is every
    /// address, including IPv4, or IPv4 alone where the system has no IPv6.
    public var host = "127.0.0.1"

    /// TCP port; 0 lets the system choose a free one, available as ``HTTPServer/localPort``.
    public var port: UInt16 = 0

    /// Number of serial queues that share the connections, at least 1. Default: one for each active processor.
    public var eventLoops = ProcessInfo.processInfo.activeProcessorCount

    /// Number of connections that the kernel completes and queues until they are accepted. The system may allow fewer.
    public var backlog = 1024

    /// Maximum number of open connections. At the limit a new one is accepted, answered 503 and closed.
    public var maximumConnections = 4096

    /// Maximum number of open connections from one address; `nil`, the default, is no limit. One more is answered 429
    /// and closed.
    ///
    /// Intended for servers that clients reach without a proxy: behind a proxy, all clients have its address. An IPv6
    /// network of 64 bits, the usual allocation of one subscriber, counts as one address.
    public var maximumConnectionsPerAddress: Int?

    /// Number of descriptors left to the rest of the process. Where the system allows fewer descriptors than
    /// ``maximumConnections`` need, fewer connections are served, so that the limit is reached before descriptors run
    /// out.
    public var spareDescriptors = 64

    /// Pause in accepting after descriptors or memory ran out, at least 1 ms. Connections already accepted are still
    /// served; others wait in the ``backlog``.
    public var acceptPause: Duration = .milliseconds(100)

    /// Number of connections over ``maximumConnections`` whose head is still read, so that the handler can decide
    /// whether to answer the request (``HTTPHandler/answersWhenFull(_:)``): health checks, metrics.
    public var reservedConnections = 8

    /// Time for the head on a reserved connection. Short, so that silent connections do not occupy all of them.
    public var reservedHeadTimeout: Duration = .seconds(1)

    /// Minimum time without a complete head after which a connection can be evicted by a new one over
    /// ``maximumConnections``. The longest-waiting one is evicted first: clients that hold connections without asking
    /// for anything do not shut out others.
    public var evictableAfter: Duration = .seconds(1)

    /// Maximum length of a request target in bytes. A longer one is answered 414 (RFC 9112 §3).
    public var maximumTargetBytes = 8 * 1024

    /// Maximum size of request line and header fields together in bytes, line ends included. More is answered 431 (RFC
    /// 6585 §5).
    public var maximumHeadBytes = 16 * 1024

    /// Maximum number of header fields, and separately of trailer fields, in one message; at most 10 000. More is
    /// answered 431.
    public var maximumFieldCount = 100

    /// Maximum size of the trailer section of a chunked body in bytes. More is answered 431.
    public var maximumTrailerBytes = 4 * 1024

    /// Maximum size of all chunk extensions of one body together in bytes. More is answered 400 (RFC 9112 §7.1.1).
    public var maximumChunkExtensionBytes = 1024

    /// Maximum number of bytes kept of requests that arrive while an earlier one on the same connection is still being
    /// answered. At the limit the socket is not read, and TCP slows the client down.
    public var maximumUnreadBytes = 64 * 1024

    /// Maximum size in bytes of a body that is read and dropped to keep the connection, after its request was refused
    /// by its head. A larger one closes the connection.
    public var maximumDiscardedBodyBytes = 64 * 1024

    /// Time from the first byte of a request to the end of its head. Later is answered 408.
    public var headTimeout: Duration = .seconds(10)

    /// Time for a body to arrive, extended by one second for each ``minimumBodyRate`` bytes received. Later is answered
    /// 408.
    public var bodyTimeout: Duration = .seconds(10)

    /// Minimum average rate, in bytes per second, of a body that takes longer than ``bodyTimeout``. At least 1.
    public var minimumBodyRate = 16 * 1024

    /// Time after which a connection without a request is closed silently.
    public var idleTimeout: Duration = .seconds(60)

    /// Time after which a client is disconnected that has taken less than ``minimumWriteBytes`` of the bytes waiting
    /// for it.
    public var writeStallTimeout: Duration = .seconds(10)

    /// Number of bytes that a slow reader must acknowledge within each ``writeStallTimeout``, at least 1.
    public var minimumWriteBytes = 8 * 1024

    /// Maximum number of bytes waiting for readers, over all connections. Over the limit, connections are closed, first
    /// those with the most bytes for the longest time. Bytes accepted by the system are not counted; bytes shared by
    /// several answers count once for each. A larger answer reaches only readers whose sockets accept it immediately.
    public var maximumUnsentBytes = 256 * 1024 * 1024

    /// Time for which input is still read after the last byte sent, so that the client sees the answer before the end
    /// (RFC 9112 §9.6).
    public var lingerTimeout: Duration = .seconds(2)

    /// Maximum number of bytes read and dropped during ``lingerTimeout``.
    public var maximumLingerBytes = 4 * 1024 * 1024

    /// Time that ``HTTPServer/drain(within:completion:)`` waits before it closes the remaining connections.
    public var drainTimeout: Duration = .seconds(20)

    /// Number of unsent bytes below which a ``BodySource`` is asked for more. A connection thus holds less than this
    /// plus one chunk.
    public var highWaterMark = 64 * 1024

    /// Value of the `Server` field of each response; `nil` sends none.
    public var serverName: String?

    /// The defaults above.
    public init() {}
}

extension RequestLimits {
    /// The parser's limits in a configuration.
    init(_ configuration: HTTPServerConfiguration) {
        self.init(
            targetBytes: configuration.maximumTargetBytes,
            headBytes: configuration.maximumHeadBytes,
            fieldCount: configuration.maximumFieldCount,
            trailerBytes: configuration.maximumTrailerBytes,
            chunkExtensionBytes: configuration.maximumChunkExtensionBytes
        )
    }
}
