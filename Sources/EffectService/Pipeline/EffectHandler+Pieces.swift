internal import EffectRendering
internal import SmallHTTP
internal import WorkScheduling

extension EffectHandler {
    /// Answers at once, or for a vector once its pieces are counted: that takes simulation, so it waits like a render.
    ///
    /// - Parameter answered: Called unless the vector is refused.
    func checkPieces(
        of plan: RenderPlan,
        _ price: RenderPrice,
        answer: ResponseWriter,
        deadline: ContinuousClock.Instant,
        answered: @escaping @Sendable () -> Void
    ) {
        guard plan.isVector else { return answered() }
        enqueue(work: price.work, deadline: deadline, answer: answer) { watch in
            try renderer.checkPieces(of: plan, watch: watch)
            answered()
        }
    }

    /// Queues work beside renders. A refusal by the queue and a failure of the work are the answer; a client that leaves
    /// ends it.
    func enqueue(
        work: Double,
        deadline: ContinuousClock.Instant,
        answer: ResponseWriter,
        _ body: @escaping @Sendable (RenderContext) throws -> Void
    ) {
        let ticket = WorkerPool.Ticket(answer.caller)
        let job = Job(ticket, work: work, deadline: deadline) {
            answer.fail($0)
        } run: { _ in
            do {
                try body(RenderContext(deadline: deadline) { answer.exchange.isCancelled })
                return .whole
            } catch {
                answer.fail(error)
                return .brokenOff
            }
        }
        answer.exchange.onCancel { [pool] in pool.cancel(ticket) }
        do { try pool.submit(job) } catch { answer.fail(error) }
    }
}
