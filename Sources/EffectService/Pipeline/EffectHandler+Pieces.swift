internal import EffectRendering
internal import SmallHTTP
internal import WorkScheduling

extension EffectHandler {
    /// Predicted work of a count of a vector's pieces. Where all of them would take more, those at the start of the loop are
    /// counted.
    static let maximumWorkOfCount = 2e9

    /// Answers at once, or for a vector once its pieces are counted: that takes simulation, so it waits like a render. No more is
    /// counted than ``maximumWorkOfCount`` allows.
    ///
    /// - Parameter answered: Called unless the vector is refused.
    func checkPieces(
        of plan: RenderPlan,
        _ price: RenderPrice,
        answer: ResponseWriter,
        deadline: ContinuousClock.Instant,
        answered: @escaping @Sendable () -> Void
    ) {
        let share = price.shareOfCount(within: Self.maximumWorkOfCount)
        guard plan.isVector, share > 0 else { return answered() }
        let work = min(price.workOfCount, Self.maximumWorkOfCount)
        enqueue(work: work, deadline: deadline, answer: answer) { watch in
            try renderer.checkPieces(of: plan, in: share, watch: watch)
            watch.times.settle()
            answered()
        }
    }

    /// Answers once it is known that a URL without an ending is answered in this form: a vector has few enough pieces, and keeps
    /// its byte budget if it has one. Otherwise the next form answers. A vector with a budget is made to learn that, unless
    /// that takes more work than ``maximumWorkOfCount``.
    ///
    /// - Parameter answered: Called unless the form is refused, with whether it is known to be the one.
    func settleForm(
        of plan: RenderPlan,
        _ price: RenderPrice,
        answer: ResponseWriter,
        deadline: ContinuousClock.Instant,
        answered: @escaping @Sendable (_ isKnown: Bool) -> Void
    ) {
        guard plan.isVector, answer.fallback != nil else {
            return checkPieces(of: plan, price, answer: answer, deadline: deadline) { answered(true) }
        }
        guard plan.budget != nil, price.work <= Self.maximumWorkOfCount else {
            let isKnown = plan.budget == nil && price.shareOfCount(within: Self.maximumWorkOfCount) >= 1
            return checkPieces(of: plan, price, answer: answer, deadline: deadline) { answered(isKnown) }
        }
        enqueue(work: price.workOfRender, deadline: deadline, answer: answer) { watch in
            try renderer.render(plan, watch: watch) { _ in }
            watch.times.settle()
            answered(true)
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
        let times = StageTimes()
        let job = Job(ticket, kind: .unclassified, work: work, pixels: 0, deadline: deadline, clock: times) {
            answer.fail($0)
        } run: { waited in
            // A render that follows has times of its own.
            answer.record.note { notes in
                notes.wait = waited
                notes.times = times
            }
            do {
                try body(RenderContext(deadline: deadline, times: times) { answer.exchange.isCancelled })
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
