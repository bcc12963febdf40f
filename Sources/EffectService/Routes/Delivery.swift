internal import EffectModel
internal import SmallHTTP

/// Where finished bytes go: to who asked for them, to who has asked for the same meanwhile, and to the cache.
struct Delivery: Sendable {
    let answer: Answer
    /// The render that others can join; `nil` for what nobody else can ask for.
    let flight: Flights.Flight?
    let flights: Flights
    let cache: AnswerCache
    /// Of the job that makes them.
    let ticket: RenderPool.Ticket

    init(_ answer: Answer, _ flight: Flights.Flight? = nil, _ flights: Flights, _ cache: AnswerCache) {
        (self.answer, self.flight, self.flights, self.cache) = (answer, flight, flights, cache)
        ticket = flight?.ticket ?? RenderPool.Ticket(answer.caller)
    }

    /// Whether nobody waits for it any more.
    var isCancelled: Bool {
        flight?.isAbandoned ?? answer.exchange.isCancelled
    }

    /// The whole of it.
    func send(_ bytes: [UInt8], type: String, traded: String? = nil) {
        guard let flight else {
            return answer.send(bytes, type: type, cache: .effect, traded: traded)
        }
        cache.store(AnswerCache.Entry(tag: flight.tag, type: type, bytes: bytes, traded: traded))
        for passenger in flights.end(flight) {
            passenger.answer.send(bytes, type: type, cache: .effect, traded: traded)
        }
    }

    /// While it is made.
    func stream(_ animation: SharedAnimation, type: String) {
        if let flight { return flights.share(flight, as: animation, type: type) }
        guard let reader = animation.reader(for: answer.record) else { return }
        answer.stream(reader, type: type, cache: .effect)
    }

    /// Nothing comes of it.
    func fail(_ error: any Error) {
        guard let flight else { return answer.fail(error) }
        for passenger in flights.end(flight) {
            // Those who have joined have a place and a time of their own, of which nothing is used yet.
            if answer.exchange !== passenger.answer.exchange, isOfOneCaller(error), !passenger.answer.isAskedAnew {
                passenger.askAnew()
            } else {
                passenger.answer.fail(error)
            }
        }
    }

    /// Whether it says that a caller has no place or no time left, and nothing of what was asked for.
    private func isOfOneCaller(_ error: any Error) -> Bool {
        if case RenderError.outOfTime = error { return true }
        return error is RenderPool.Busy
    }

    /// Called when an animation is whole, or can't be joined any more.
    func close(_ animation: SharedAnimation, _ bytes: [UInt8]?, type: String) {
        guard let flight else { return }
        if let bytes { cache.store(AnswerCache.Entry(tag: flight.tag, type: type, bytes: bytes, traded: nil)) }
        flights.close(flight, animation)
    }
}
