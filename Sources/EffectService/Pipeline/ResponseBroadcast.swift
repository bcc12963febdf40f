internal import EffectModel
internal import EffectRendering
internal import SmallHTTP
internal import WorkScheduling

/// Destination of finished bytes: the request, all requests that have joined its render, and the cache.
struct ResponseBroadcast: Sendable {
    let answer: ResponseWriter
    /// The render that others can join; `nil` for a request that cannot be shared.
    let shared: RenderCoalescer.Render?
    let coalescer: RenderCoalescer
    let cache: ResponseCache
    /// Ticket of the render's job.
    let ticket: WorkerPool.Ticket

    init(
        _ answer: ResponseWriter,
        shared: RenderCoalescer.Render? = nil,
        coalescer: RenderCoalescer,
        cache: ResponseCache
    ) {
        (self.answer, self.shared, self.coalescer, self.cache) = (answer, shared, coalescer, cache)
        ticket = shared?.ticket ?? WorkerPool.Ticket(answer.caller)
    }

    /// Whether no client waits for the bytes any more.
    var isCancelled: Bool {
        shared?.isAbandoned ?? answer.exchange.isCancelled
    }

    /// Sends the whole answer.
    func send(_ bytes: [UInt8], type: String, reduced: String? = nil) {
        guard let shared else {
            return answer.send(bytes, type: type, cache: .effect, reduced: reduced)
        }
        cache.store(ResponseCache.Entry(tag: shared.tag, type: type, bytes: bytes, reduced: reduced))
        note(size: bytes.count)
        for waiter in coalescer.end(shared) {
            waiter.answer.send(bytes, type: type, cache: .effect, reduced: reduced)
        }
    }

    /// Remembers the bytes of the file.
    func note(size: Int) {
        if let shared { cache.note(size: size, of: shared.tag) }
    }

    /// Streams an animation while it is made.
    func stream(_ animation: AnimationBroadcast, type: String) {
        if let shared { return coalescer.share(shared, as: animation, type: type) }
        guard let reader = animation.reader(for: answer.record) else { return }
        answer.stream(reader, type: type, cache: .effect)
    }

    /// Fails all waiting requests, or restarts those that can succeed on their own.
    func fail(_ error: any Error) {
        guard let shared else { return answer.fail(error) }
        for waiter in coalescer.end(shared) {
            // Joined requests have a queue slot and a time limit of their own, still unused.
            if answer.exchange !== waiter.answer.exchange, isOfOneCaller(error), !waiter.answer.isRetry {
                waiter.retry()
            } else {
                waiter.answer.fail(error)
            }
        }
    }

    /// Whether the error concerns one caller's queue slot or time limit, instead of the effect.
    private func isOfOneCaller(_ error: any Error) -> Bool {
        if case RenderError.outOfTime = error { return true }
        return error is WorkerPool.Busy
    }

    /// Called when an animation is complete, or can no longer be joined.
    func close(_ animation: AnimationBroadcast, _ bytes: [UInt8]?, type: String) {
        guard let shared else { return }
        if let bytes { cache.store(ResponseCache.Entry(tag: shared.tag, type: type, bytes: bytes, reduced: nil)) }
        coalescer.close(shared, animation)
    }
}
