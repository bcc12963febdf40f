import Dispatch
public import Logging
import Synchronization
import SystemSupport

/// A small HTTP/1.1 server.
///
/// Listens on one address, reads requests under the limits of its configuration, and passes them to its handler. A few
/// serial queues own all connections; none of them ever blocks on a client or a handler. Releasing the server stops it.
///
/// - Source: RFC 9110 (semantics), RFC 9112 (HTTP/1.1).
public final class HTTPServer: Sendable {
    private enum State {
        case new
        case starting
        case running(Listener)
        case draining(Listener)
        case stopped
    }

    private let context: ServerContext
    private let state = Mutex(State.new)

    /// A server that does not listen yet.
    ///
    /// - Parameter observer: Receives events of the connections; the default ignores them.
    public convenience init(
        configuration: HTTPServerConfiguration,
        handler: some HTTPHandler,
        observer: some ServerObserver = NoObserver(),
        logger: Logger
    ) {
        self.init(
            ServerContext(configuration: configuration, handler: handler, observer: observer, logger: logger)
        )
    }

    init(_ context: ServerContext) {
        self.context = context
    }

    deinit {
        stop()
    }

    /// Binds, listens, and returns. Raises the process's soft limit on descriptors to the hard one.
    ///
    /// - Throws: ``SocketError`` if the address is unavailable, or if the server was started before.
    public func start() throws(SocketError) {
        try state.withLock { state throws(SocketError) in
            guard case .new = state else { throw .alreadyStarted }
            state = .starting
        }
        FileDescriptor.raiseLimit()
        // Outside the lock: this asks the handler for a response, and resolves the address.
        let listener: Listener
        do {
            listener = try Listener(context: context)
        } catch {
            state.withLock { if case .starting = $0 { $0 = .new } }
            throw error
        }
        let isWanted = state.withLock { state in
            // The server may have been stopped in the meantime.
            guard case .starting = state else { return false }
            state = .running(listener)
            return true
        }
        guard isWanted else { return }
        listener.start()
        context.logger.debug("listening", metadata: ["address": "\(listener.address.description)"])
    }

    /// Port listened on; `nil` before ``start()`` and after ``stop()``.
    public var localPort: UInt16? {
        listener?.address.port
    }

    /// Address and port listened on, as `127.0.0.1:80` or `[::1]:80`; `nil` before ``start()`` and after ``stop()``.
    public var boundAddress: String? {
        listener?.address.description
    }

    /// Number of open connections, including those that only wait for the client's end.
    public var connectionCount: Int {
        context.connections.count
    }

    /// Number of open connections by phase. Counted without a lock, so a connection that changes its phase may be
    /// missing.
    public var connectionCounts: ConnectionCounts {
        context.gauges.lazy.map(\.counts).reduce(ConnectionCounts(), +)
    }

    /// Number of bytes waiting for readers whose sockets are full, limited by
    /// ``HTTPServerConfiguration/maximumUnsentBytes``.
    public var unsentBytes: Int {
        context.unsent.total
    }

    /// Shuts down gracefully: stops listening, closes idle connections, lets requests that have begun be answered (with
    /// `Connection: close`), and closes the remaining ones after ``HTTPServerConfiguration/drainTimeout``.
    ///
    /// - Parameters:
    ///   - time: Timeout to use instead, if shorter.
    ///   - completion: Called once, on another thread, when no connection is left. Repeated calls of this method are
    ///     harmless; each completion is called.
    public func drain(within time: Duration? = nil, completion: @escaping @Sendable () -> Void) {
        let listener = state.withLock { state -> Listener? in
            switch state {
            case .running(let listener):
                state = .draining(listener)
                return listener
            case .draining(let listener):
                return listener
            case .new, .starting:
                state = .stopped
                return nil
            case .stopped:
                return nil
            }
        }
        let connections = context.connections
        let finish: @Sendable () -> Void = { DispatchQueue.global().async(execute: completion) }
        guard let listener else {
            connections.whenNone(finish)
            return
        }
        let longest = context.configuration.drainTimeout
        let timeout = Int(clamping: min(time ?? longest, longest).nanoseconds)
        listener.close {
            for loop in listener.loops { loop.drain() }
            connections.whenNone(finish)
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(timeout)) {
                for loop in listener.loops { loop.closeAll() }
            }
        }
    }

    /// Stops listening and closes every connection in any phase. Returns before the connections are closed.
    public func stop() {
        let listener = state.withLock { state -> Listener? in
            defer { state = .stopped }
            switch state {
            case .running(let listener), .draining(let listener): return listener
            case .new, .starting, .stopped: return nil
            }
        }
        listener?.close {
            guard let listener else { return }
            for loop in listener.loops { loop.closeAll() }
        }
    }

    private var listener: Listener? {
        state.withLock { state in
            switch state {
            case .running(let listener), .draining(let listener): listener
            case .new, .starting, .stopped: nil
            }
        }
    }
}
