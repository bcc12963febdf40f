import Dispatch
public import Logging
import Synchronization

/// A small HTTP/1.1 server.
///
/// It listens on one address, reads requests under the limits of its configuration, and hands them to its handler. A
/// few serial queues own all connections; none of them ever waits for a client or for a handler.
/// Dropping the server stops it.
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
    /// - Parameter observer: Is told what happens at the connections; the default ignores it.
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
    /// - Throws: ``SocketError`` if the address cannot be had, or if the server was started before.
    public func start() throws(SocketError) {
        try state.withLock { state throws(SocketError) in
            guard case .new = state else { throw .alreadyStarted }
            state = .starting
        }
        FileDescriptor.raiseLimit()
        // Outside the lock: this asks the handler for a response, and the resolver for an address.
        let listener: Listener
        do {
            listener = try Listener(context: context)
        } catch {
            state.withLock { if case .starting = $0 { $0 = .new } }
            throw error
        }
        let isWanted = state.withLock { state in
            // Unless it was stopped in the meantime.
            guard case .starting = state else { return false }
            state = .running(listener)
            return true
        }
        guard isWanted else { return }
        listener.start()
        context.logger.debug("listening", metadata: ["address": "\(listener.address.description)"])
    }

    /// The port listened on; `nil` before ``start()`` and after ``stop()``.
    public var localPort: UInt16? {
        listener?.address.port
    }

    /// Address and port listened on, as `127.0.0.1:80` or `[::1]:80`; `nil` before ``start()`` and after ``stop()``.
    public var boundAddress: String? {
        listener?.address.description
    }

    /// Connections open now, those that are only waited on to end included.
    public var connectionCount: Int {
        context.connections.count
    }

    /// The same by what they do. Counted without a lock, so a connection that is moving may be missing.
    public var connectionCounts: ConnectionCounts {
        context.gauges.lazy.map(\.counts).reduce(ConnectionCounts(), +)
    }

    /// Bytes that wait for readers whose sockets are full, bounded by ``HTTPServerConfiguration/maximumUnsentBytes``.
    public var unsentBytes: Int {
        context.unsent.total
    }

    /// Ends in good order: stops listening, closes idle connections, lets requests that have begun be answered (with
    /// `Connection: close`), and closes what is left after ``HTTPServerConfiguration/drainTimeout``.
    ///
    /// - Parameters:
    ///   - time: In the place of that timeout, if it is shorter.
    ///   - completion: Called once, on some other thread, when no connection is left. To be called again is
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

    /// Stops listening and closes every connection, whatever it is doing. Returns before that is done.
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
