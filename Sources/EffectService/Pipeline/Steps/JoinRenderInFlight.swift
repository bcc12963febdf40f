internal import EffectRendering
internal import WorkScheduling

extension EffectStep {
    /// Joins a render of the same bytes in flight, or begins one that others can join.
    static let joinRenderInFlight = Self { handler, effect in
        // A dump may be long, and is inexpensive to make again.
        guard let tag = effect.writer.tag, !effect.plan.isDump else { return .next }
        // Noted first: once joined, the request may be answered at any time.
        effect.writer.record.note { $0.cache = .coalesced }
        let retried = effect.retried
        let shared = handler.coalescer.begin(tag, effect.writer, type: effect.plan.mediaType, unlessIn: handler.cache) {
            handler.pool.cancel($0.ticket)
        } retry: {
            do { try handler.run(retried) } catch { retried.writer.fail(error) }
        }
        guard let shared else { return .done }
        effect.writer.record.note { $0.cache = .miss }
        effect.shared = shared
        return .next
    }
}
