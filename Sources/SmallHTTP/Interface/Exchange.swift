/// Destination of the answer to one request.
///
/// The first answer counts. An exchange that is released without one is answered 500, so that no client waits forever
/// for a handler that forgot it.
public final class Exchange: Sendable {
    private let state: ExchangeState
    private let receiver: any AnswerReceiver
    private let number: UInt64

    /// - Parameter number: Number by which `receiver` knows the request.
    init(_ state: ExchangeState, receiver: any AnswerReceiver, number: UInt64) {
        self.state = state
        self.receiver = receiver
        self.number = number
    }

    deinit {
        if state.answer(nil) == .deliver { receiver.receive(nil, number: number) }
    }

    /// Answers the request. Can be called from any thread; returns immediately. After the first call, and once the
    /// client is gone, the response is dropped and its ``BodySource`` cancelled.
    public func respond(_ response: OutgoingResponse) {
        switch state.answer(response) {
        case .keep: break
        case .deliver: receiver.receive(response, number: number)
        case .drop: response.cancelBody()
        }
    }

    /// Whether the client is gone, so that an answer cannot reach it.
    ///
    /// A client that only ended its own side may still read and is not gone.
    public var isCancelled: Bool {
        state.isCancelled
    }

    /// Calls `action` once if the client goes before it is answered; immediately if it has already gone.
    ///
    /// Runs on the I/O queue or on the caller's thread, so `action` must be quick. Later calls replace the action.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        state.onCancel(action)
    }
}

/// The connection that sends the answers of its exchanges.
protocol AnswerReceiver: AnyObject, Sendable {
    /// Takes the answer to a request. Called from any thread.
    ///
    /// - Parameter response: The response; `nil` if the handler released the exchange.
    func receive(_ response: OutgoingResponse?, number: UInt64)
}
