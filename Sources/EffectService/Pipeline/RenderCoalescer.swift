internal import SmallHTTP
import Synchronization
internal import WorkScheduling

/// Renders in flight by entity tag. A request for the same bytes joins the render (coalescing), so that nothing is
/// rendered twice.
final class RenderCoalescer: Sendable {
    /// A render in flight.
    final class Render: Sendable {
        let tag: EntityTag
        /// Ticket of the render's job. The caller that began the render is charged for it, even after leaving while
        /// others wait.
        let ticket: WorkerPool.Ticket
        private let abandoned = Atomic(false)

        fileprivate init(_ tag: EntityTag, _ ticket: WorkerPool.Ticket) { (self.tag, self.ticket) = (tag, ticket) }

        /// Whether every waiting request has left. An abandoned render cannot be joined.
        var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

        fileprivate func abandon() { abandoned.store(true, ordering: .relaxed) }
    }

    /// A request that waits for a render.
    struct Waiter: Sendable {
        let answer: ResponseWriter
        /// Restarts the request in its own name, since the render may have failed for reasons of the caller that began
        /// it.
        let retry: @Sendable () -> Void
    }

    private struct Entry {
        let render: Render
        /// The animation, once the render is streamed as it is made.
        var animation: AnimationBroadcast?
        /// Waiting requests. The first one began the render.
        var waiters: [Waiter] = []
        /// Number of waiting requests that have left.
        var left = 0
    }

    private let renders = Mutex<[EntityTag: Entry]>([:])

    /// Number of requests that wait before anything is sent, including those that began a render.
    var waiters: Int { renders.withLock { $0.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Joins the render of `tag`, or begins it.
    ///
    /// - Parameters:
    ///   - cache: Checked again under the lock, since a render stores its answer before it ends.
    ///   - onAbandon: Called when every waiting request has left before anything was sent.
    ///   - retry: See ``Waiter``.
    /// - Returns: The render if this request began it: ``end(_:)`` or ``share(_:as:type:)`` has to follow. Otherwise
    ///   `nil`.
    func begin(
        _ tag: EntityTag,
        _ answer: ResponseWriter,
        type: String,
        unlessIn cache: ResponseCache,
        onAbandon: @escaping @Sendable (Render) -> Void,
        retry: @escaping @Sendable () -> Void
    ) -> Render? {
        let waiter = Waiter(answer: answer, retry: retry)
        enum Join { case first(Render), waiting(Render), reader(any BodySource), made(ResponseCache.Entry) }
        let join = renders.withLock { renders -> Join in
            if let reader = renders[tag]?.animation?.reader(for: answer.record) { return .reader(reader) }
            // An animation past the point of joining is rendered anew.
            if let render = renders[tag]?.render, renders[tag]?.animation == nil {
                renders[tag]?.waiters.append(waiter)
                return .waiting(render)
            }
            if let entry = cache[tag] { return .made(entry) }
            let render = Render(tag, WorkerPool.Ticket(answer.caller))
            renders[tag] = Entry(render: render, waiters: [waiter])
            return .first(render)
        }
        switch join {
        case .made(let entry):
            answer.send(entry)
            return nil
        case .reader(let source):
            answer.stream(source, type: type, cache: .effect)
            return nil
        case .first(let render), .waiting(let render):
            answer.exchange.onCancel { [weak self] in
                if self?.leave(render) == true { onAbandon(render) }
            }
            if case .first = join { return render }
            return nil
        }
    }

    /// Counts a waiting request that has left.
    ///
    /// - Returns: Whether it was the last one.
    private func leave(_ render: Render) -> Bool {
        renders.withLock { renders in
            guard renders[render.tag]?.render === render, renders[render.tag]?.animation == nil else { return false }
            // Cancellation is reported once per request.
            renders[render.tag]?.left += 1
            guard let entry = renders[render.tag], entry.left == entry.waiters.count else { return false }
            render.abandon()
            renders[render.tag] = nil
            return true
        }
    }

    /// Removes a finished or failed render.
    ///
    /// - Returns: The requests that wait for it.
    func end(_ render: Render) -> [Waiter] {
        renders.withLock { renders in
            guard let entry = renders[render.tag], entry.render === render, entry.animation == nil else { return [] }
            renders[render.tag] = nil
            return entry.waiters
        }
    }

    /// Streams the animation while it is made, to the waiting requests and to later ones.
    func share(_ render: Render, as animation: AnimationBroadcast, type: String) {
        let readers = renders.withLock { renders -> [(ResponseWriter, any BodySource)] in
            guard let entry = renders[render.tag], entry.render === render, entry.animation == nil else { return [] }
            renders[render.tag] = Entry(render: render, animation: animation)
            return entry.waiters.compactMap { waiter in
                animation.reader(for: waiter.answer.record).map { (waiter.answer, $0) }
            }
        }
        for (answer, source) in readers { answer.stream(source, type: type, cache: .effect) }
    }

    /// Removes an animation that can no longer be joined.
    func close(_ render: Render, _ animation: AnimationBroadcast) {
        renders.withLock { renders in
            if renders[render.tag]?.animation === animation { renders[render.tag] = nil }
        }
    }
}
