internal import EffectModel
internal import SmallHTTP

/// Destination of finished bytes: the request, all requests that have joined its render, and the cache.
struct Delivery: Sendable {
    let answer: Answer
    /// The render that others can join; `nil` for a request that cannot be shared.
    let flight: Flights.Flight?
    let flights: Flights
    let cache: AnswerCache
    /// Ticket of the render's job.
    let ticket: RenderPool.Ticket

    init(_ answer: Answer, _ flight: Flights.Flight? = nil, _ flights: Flights, _ cache: AnswerCache) {
        (self.answer, self.flight, self.flights, self.cache) = (answer, flight, flights, cache)
        ticket = flight?.ticket ?? RenderPool.Ticket(answer.caller)
    }

    /// Whether no client waits for the bytes any more.
    var isCancelled: Bool {
        flight?.isAbandoned ?? answer.exchange.isCancelled
    }

    /// Sends the whole answer.
    func send(_ bytes: [UInt8], type: String, traded: String? = nil) {
        guard let flight else {
            return answer.send(bytes, type: type, cache: .effect, traded: traded)
        }
        cache.store(AnswerCache.Entry(tag: flight.tag, type: type, bytes: bytes, traded: traded))
        for passenger in flights.end(flight) {
            passenger.answer.send(bytes, type: type, cache: .effect, traded: traded)
        }
    }

    /// Streams an animation while it is made.
    func stream(_ animation: SharedAnimation, type: String) {
        if let flight { return flights.share(flight, as: animation, type: type) }
        guard let reader = animation.reader(for: answer.record) else { return }
        answer.stream(reader, type: type, cache: .effect)
    }

    /// Fails all waiting requests, or restarts those that can succeed on their own.
    func fail(_ error: any Error) {
        guard let flight else { return answer.fail(error) }
        for passenger in flights.end(flight) {
            // Joined requests have a queue slot and a time limit of their own, still unused.
            if answer.exchange !== passenger.answer.exchange, isOfOneCaller(error), !passenger.answer.isAskedAnew {
                passenger.askAnew()
            } else {
                passenger.answer.fail(error)
            }
        }
    }

    /// Whether the error concerns one caller's queue slot or time limit, instead of the effect.
    private func isOfOneCaller(_ error: any Error) -> Bool {
        if case RenderError.outOfTime = error { return true }
        return error is RenderPool.Busy
    }

    /// Called when an animation is complete, or can no longer be joined.
    func close(_ animation: SharedAnimation, _ bytes: [UInt8]?, type: String) {
        guard let flight else { return }
        if let bytes { cache.store(AnswerCache.Entry(tag: flight.tag, type: type, bytes: bytes, traded: nil)) }
        flights.close(flight, animation)
    }
}
