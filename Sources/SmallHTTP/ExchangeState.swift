import Synchronization

/// What an ``Exchange`` and its connection both know. Apart from the exchange, so that the connection does not keep
/// alive what must be seen to be dropped.
final class ExchangeState: Sendable {
    /// What is to become of an answer.
    enum Fate {
        /// The connection takes it when the handler returns.
        case keep
        case deliver
        /// It is not the first one, or comes too late.
        case drop
    }

    /// An answer given while the handler ran; `nil` when it dropped the exchange.
    struct Answer {
        let response: OutgoingResponse?
    }

    private struct State {
        var isHandling = true
        var isAnswered = false
        var isCancelled = false
        var answer: Answer?
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isCancelled: Bool {
        state.withLock { $0.isCancelled }
    }

    /// - Parameter response: `nil` when the exchange is dropped.
    func answer(_ response: OutgoingResponse?) -> Fate {
        let (fate, dropped) = state.withLock { state -> (Fate, (@Sendable () -> Void)?) in
            guard !state.isAnswered, !state.isCancelled else { return (.drop, nil) }
            state.isAnswered = true
            defer { state.action = nil }
            if state.isHandling { state.answer = Answer(response: response) }
            return (state.isHandling ? .keep : .deliver, state.action)
        }
        // Released outside the lock: it may own anything, an exchange included.
        withExtendedLifetime(dropped) {}
        return fate
    }

    /// The handler has returned.
    func endOfHandling() -> Answer? {
        state.withLock { state in
            state.isHandling = false
            defer { state.answer = nil }
            return state.answer
        }
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
