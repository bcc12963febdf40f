import Synchronization

/// Where the answer to one request goes.
///
/// Only the first answer counts. An exchange that is dropped without one is answered 500, so no client waits forever
/// for a handler that forgot it.
public final class Exchange: Sendable {
    private let state: ExchangeState
    private let deliver: @Sendable (OutgoingResponse?) -> Void

    init(_ state: ExchangeState, deliver: @escaping @Sendable (OutgoingResponse?) -> Void) {
        self.state = state
        self.deliver = deliver
    }

    deinit {
        if state.answer() { deliver(nil) }
    }

    /// Answers the request. To be called from any thread; returns at once. After the first call, and once the client
    /// is gone, the response is dropped and its ``BodySource`` cancelled.
    public func respond(_ response: OutgoingResponse) {
        if state.answer() {
            deliver(response)
        } else {
            response.cancelBody()
        }
    }

    /// Whether the client is gone, so that nobody will see an answer.
    ///
    /// A client that only ended its own side may still read and is not gone. One that broke the connection is noticed
    /// at once, or within a quarter of a second when its unread bytes hide it.
    public var isCancelled: Bool {
        state.isCancelled
    }

    /// Calls `action` once if the client goes before it is answered; at once if it has gone already.
    ///
    /// Called on the I/O queue or on the caller's thread, so `action` must be quick. Later calls replace the action.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        state.onCancel(action)
    }
}

extension OutgoingResponse {
    /// Tells a stream that it is not wanted.
    func cancelBody() {
        if case .stream(let source) = body { source.cancel() }
    }
}

/// What an ``Exchange`` and its connection both know. Apart from the exchange, so that the connection does not keep
/// alive what must be seen to be dropped.
final class ExchangeState: Sendable {
    private struct State {
        var isAnswered = false
        var isCancelled = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool {
        state.withLock { $0.isCancelled }
    }

    /// Whether this is the first answer, and still in time.
    func answer() -> Bool {
        let (isFirst, dropped) = state.withLock { state in
            defer {
                state.isAnswered = true
                state.action = nil
            }
            return (!state.isAnswered && !state.isCancelled, state.action)
        }
        // Released outside the lock: it may own anything, an exchange included.
        withExtendedLifetime(dropped) {}
        return isFirst
    }

    func cancel() {
        let action = state.withLock { state in
            state.isCancelled = true
            defer { state.action = nil }
            return state.isAnswered ? nil : state.action
        }
        action?()
    }

    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isAnswered, !state.isCancelled { state.action = action }
            return state.isCancelled && !state.isAnswered
        }
        if isLate { action() }
    }
}
