/// A unit of work for a pool, with everything the scheduler needs to know.
public struct RenderJob: Sendable {
    /// Identifies the job while queued, and names the caller charged for the job.
    public let ticket: RenderPool.Ticket
    /// Kind of work, for the measured cost per unit.
    public var kind: RenderKind
    /// Predicted units of work, including all continuations that follow.
    public var work: Double
    /// Predicted pixels, including all continuations that follow. Reported in metrics only.
    public var pixels: Double
    /// Memory in bytes that the job holds while queued.
    public var bytes: Int
    /// Latest instant at which the job may start; `nil` for no deadline.
    public var deadline: ContinuousClock.Instant?
    /// Whether the job continues work that has started. A continuation takes no queue slot: ``Places`` bounds their
    /// number.
    public var continues: Bool
    /// Collects the processor time of the job.
    let times: StageTimes?
    /// Performs the work. `waited` is the time spent in the queue.
    let run: @Sendable (_ waited: Duration) -> Outcome
    /// Called instead of `run` if the job never runs: with ``RenderPool/Busy`` if the job was displaced or its deadline
    /// passed, and with ``RenderError/cancelled`` if the job was cancelled.
    let drop: @Sendable (any Error) -> Void

    var caller: Caller { ticket.caller }

    /// Result of a job's turn.
    public enum Outcome: Sendable {
        /// All work is done.
        case whole
        /// Predicted units of work done by this turn, for an answer rendered piece by piece.
        case part(Double, of: WorkTally)
        /// The job failed or was cancelled before its end.
        case brokenOff
    }

    /// - Parameters:
    ///   - ticket: The job's own ticket while queued.
    ///   - drop: Called instead of `run` if the job never runs.
    ///   - run: Called once on a thread of the pool with the time spent in the queue.
    public init(
        _ ticket: RenderPool.Ticket = RenderPool.Ticket(.other),
        kind: RenderKind = .apng,
        work: Double = 0,
        pixels: Double = 0,
        bytes: Int = 0,
        deadline: ContinuousClock.Instant? = nil,
        continues: Bool = false,
        drop: @escaping @Sendable (any Error) -> Void = { _ in },
        run: @escaping @Sendable (_ waited: Duration) -> Outcome
    ) {
        self.init(
            ticket,
            kind: kind,
            work: work,
            pixels: pixels,
            bytes: bytes,
            deadline: deadline,
            continues: continues,
            times: nil,
            drop: drop,
            run: run
        )
    }

    /// - Parameter times: Collects the processor time of the job.
    init(
        _ ticket: RenderPool.Ticket,
        kind: RenderKind,
        work: Double,
        pixels: Double,
        bytes: Int = 0,
        deadline: ContinuousClock.Instant? = nil,
        continues: Bool = false,
        times: StageTimes?,
        drop: @escaping @Sendable (any Error) -> Void,
        run: @escaping @Sendable (_ waited: Duration) -> Outcome
    ) {
        (self.ticket, self.kind, self.deadline, self.continues) = (ticket, kind, deadline, continues)
        // NaN and infinity would spoil the queue's sums.
        self.work = work.isFinite ? max(0, work) : 0
        self.pixels = pixels.isFinite ? max(0, pixels) : 0
        self.bytes = max(0, bytes)
        (self.times, self.run, self.drop) = (times, run, drop)
    }
}
