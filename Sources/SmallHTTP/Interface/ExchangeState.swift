import Synchronization

/// State shared by an ``Exchange`` and its connection. It is separate from the exchange, so that the connection does
/// not keep alive an object whose release must be noticed.
final class ExchangeState: Sendable {
    /// Treatment of an answer.
    enum Fate {
        /// The connection takes the answer when the handler returns.
        case keep
        case deliver
        /// The answer is not the first one, or comes too late.
        case drop
    }

    /// An answer given while the handler ran; `nil` if the handler released the exchange.
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

    /// - Parameter response: The response; `nil` if the exchange is released.
    func answer(_ response: OutgoingResponse?) -> Fate {
        let (fate, dropped) = state.withLock { state -> (Fate, (@Sendable () -> Void)?) in
            guard !state.isAnswered, !state.isCancelled else { return (.drop, nil) }
            state.isAnswered = true
            defer { state.action = nil }
            if state.isHandling { state.answer = Answer(response: response) }
            return (state.isHandling ? .keep : .deliver, state.action)
        }
        // Released outside the lock: the action may own anything, including an exchange.
        withExtendedLifetime(dropped) {}
        return fate
    }

    /// Ends the handler's run, and returns the answer given during the run.
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
