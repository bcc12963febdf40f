internal import EffectModel
internal import SmallHTTP

/// Where finished bytes go: to who asked for them, to who has asked for the same meanwhile, and to the cache.
struct Delivery: Sendable {
    let answer: Answer
    /// What the bytes will be; `nil` for those that nobody else can ask for.
    let tag: EntityTag?
    let flights: Flights
    let cache: AnswerCache

    /// Whether nobody waits for it any more.
    var isCancelled: Bool {
        tag.map(flights.isAbandoned) ?? answer.exchange.isCancelled
    }

    /// The whole of it.
    func send(_ bytes: [UInt8], type: String, traded: String? = nil) {
        guard let tag else {
            return answer.send(bytes, type: type, cache: ServiceFields.cacheable, traded: traded)
        }
        cache.store(AnswerCache.Entry(tag: tag, type: type, bytes: bytes, traded: traded))
        for answer in flights.end(tag) {
            answer.send(bytes, type: type, cache: ServiceFields.cacheable, traded: traded)
        }
    }

    /// While it is made.
    func stream(_ animation: SharedAnimation, type: String) {
        if let tag { return flights.share(tag, as: animation, type: type) }
        guard let reader = animation.reader(for: answer.record) else { return }
        answer.stream(reader, type: type, cache: ServiceFields.cacheable)
    }

    /// Nothing comes of it.
    func fail(_ error: any Error) {
        guard let tag else { return answer.fail(error) }
        for answer in flights.end(tag) {
            // Who came just when the last one had left has done nothing wrong, and may come again.
            if case RenderError.cancelled = error, !answer.exchange.isCancelled {
                answer.fail(RenderPool.Busy.queueFull)
            } else {
                answer.fail(error)
            }
        }
    }

    /// Called when an animation is whole, or can't be joined any more.
    func close(_ animation: SharedAnimation, _ bytes: [UInt8]?, type: String) {
        guard let tag else { return }
        if let bytes { cache.store(AnswerCache.Entry(tag: tag, type: type, bytes: bytes, traded: nil)) }
        flights.close(tag, animation)
    }
}
