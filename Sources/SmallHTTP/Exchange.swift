/// Destination of the answer to one request.
///
/// The first answer counts. An exchange that is released without one is answered 500, so that no client waits forever
/// for a handler that forgot it.
public final class Exchange: Sendable {
    private let state: ExchangeState
    private let connection: Connection
    private let number: UInt64

    init(_ state: ExchangeState, _ connection: Connection, _ number: UInt64) {
        self.state = state
        self.connection = connection
        self.number = number
    }

    deinit {
        if state.answer(nil) == .deliver { deliver(nil) }
    }

    /// Answers the request. Can be called from any thread; returns immediately. After the first call, and once the
    /// client is gone, the response is dropped and its ``BodySource`` cancelled.
    public func respond(_ response: OutgoingResponse) {
        switch state.answer(response) {
        case .keep: break
        case .deliver: deliver(response)
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

    private func deliver(_ response: OutgoingResponse?) {
        connection.loop.perform { [connection, number] in connection.answer(response, number: number) }
    }
}

extension OutgoingResponse {
    /// Cancels the source of a streamed body.
    func cancelBody() {
        if case .stream(let source) = body { source.cancel() }
    }
}
