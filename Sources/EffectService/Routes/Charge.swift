internal import EffectModel

/// Who is charged for an answer that is made piece by piece, and what all of it is predicted to cost.
struct Charge: Sendable {
    /// Of its pieces, of which one waits at a time.
    let ticket: RenderPool.Ticket
    private let kind: RenderKind
    private let price: RenderPrice
    private let tally: WorkTally
    /// Where its processor time is counted.
    private let times: StageTimes

    init(ticket: RenderPool.Ticket, kind: RenderKind, _ price: RenderPrice, _ times: StageTimes) {
        (self.ticket, self.kind, self.price, self.times) = (ticket, kind, price, times)
        tally = WorkTally(price.work)
    }

    /// What became of a job that made this share of the answer.
    func part(_ share: Double) -> RenderJob.Outcome { .part(price.work * share, of: tally) }

    /// The next piece. While no reader asks for one, but for the one that is made ahead, the answer is no work for anybody.
    ///
    /// - Parameters:
    ///   - left: The share that is not made yet.
    ///   - drop: Called if it never runs.
    ///   - run: Makes it, and says which share it was; `nil` if it came to nothing.
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
