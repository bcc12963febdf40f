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
        let ticket = WorkerPool.Ticket(answer.caller)
        let job = Job(ticket, work: price.work, deadline: deadline) {
            answer.fail($0)
        } run: { _ in
            do {
                let watch = RenderContext(deadline: deadline) { answer.exchange.isCancelled }
                try renderer.checkPieces(of: plan, watch: watch)
                answered()
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
