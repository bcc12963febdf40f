internal import EffectModel

/// Accounting of an answer rendered piece by piece: the caller charged, and the predicted cost of the whole.
struct Charge: Sendable {
    /// Ticket of the piece being rendered; at most one is queued.
    let ticket: RenderPool.Ticket
    private let kind: RenderKind
    private let price: RenderPrice
    private let tally: WorkTally
    /// Collects the processor time of all pieces.
    private let times: StageTimes

    init(ticket: RenderPool.Ticket, kind: RenderKind, _ price: RenderPrice, _ times: StageTimes) {
        (self.ticket, self.kind, self.price, self.times) = (ticket, kind, price, times)
        tally = WorkTally(price.work)
    }

    /// Outcome of a job that rendered the given share of the answer.
    func part(_ share: Double) -> RenderJob.Outcome { .part(price.work * share, of: tally) }

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
    ) -> RenderJob {
        let work = price.work
        return RenderJob(
            ticket,
            kind: kind,
            work: work * left,
            pixels: price.pixels * left,
            continues: true,
            times: times,
            drop: drop
        ) { _ in
            run().map(part) ?? .brokenOff
        }
    }
}
