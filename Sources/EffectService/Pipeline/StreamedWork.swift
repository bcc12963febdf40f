internal import EffectModel
internal import EffectRendering
internal import WorkScheduling

/// Accounting of an answer rendered piece by piece: the caller charged, and the predicted cost of the whole.
struct StreamedWork: Sendable {
    /// Ticket of the piece being rendered; at most one is queued.
    let ticket: WorkerPool.Ticket
    private let kind: WorkKind
    private let price: RenderPrice
    private let tally: WorkProgress
    /// Collects the processor time of all pieces.
    private let times: StageTimes

    init(ticket: WorkerPool.Ticket, kind: WorkKind, _ price: RenderPrice, _ times: StageTimes) {
        (self.ticket, self.kind, self.price, self.times) = (ticket, kind, price, times)
        tally = WorkProgress(price.workOfRender)
    }

    /// Outcome of a job that rendered the given share of the answer.
    func part(_ share: Double) -> Job.Outcome { .part(price.workOfRender * share, of: tally) }

    /// A job for the next piece. Between pieces, the answer adds no load to the queue.
    ///
    /// - Parameters:
    ///   - left: Share of the answer that is not rendered yet.
    ///   - drop: Called if the job never runs.
    ///   - run: Renders the piece, and returns its share of the answer; `nil` if rendering failed.
    func job(
        left: Double,
        drop: @escaping @Sendable (any Error) -> Void,
        run: @escaping @Sendable () -> Double?
    ) -> Job {
        let work = price.workOfRender
        return Job(
            ticket,
            kind: kind,
            work: work * left,
            pixels: price.pixels * left,
            continues: true,
            clock: times,
            drop: drop
        ) { _ in
            run().map(part) ?? .brokenOff
        }
    }
}
