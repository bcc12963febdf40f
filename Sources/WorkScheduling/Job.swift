/// A unit of work for a pool, with everything the scheduler needs to know.
public struct Job: Sendable {
    /// Identifies the job while queued, and names the caller charged for the job.
    public let ticket: WorkerPool.Ticket
    /// Kind of work, for the measured cost per unit.
    public var kind: WorkKind
    /// Predicted units of work, including all continuations that follow.
    public var work: Double
    /// Predicted pixels, including all continuations that follow. Reported in metrics only.
    public var pixels: Double
    /// Memory in bytes that the job holds while queued.
    public var bytes: Int
    /// Latest instant at which the job may start; `nil` for no deadline.
    public var deadline: ContinuousClock.Instant?
    /// Whether the job continues work that has started. A continuation takes no queue slot: ``StreamSlots`` bounds their
    /// number.
    public var continues: Bool
    /// Collects the processor time of the job.
    package let clock: (any WorkClock)?
    /// Performs the work. `waited` is the time spent in the queue.
    package let run: @Sendable (_ waited: Duration) -> Outcome
    /// Called instead of `run` if the job never runs: with ``WorkerPool/Busy`` if the job was displaced or its deadline
    /// passed, and with `CancellationError` if the job was cancelled.
    package let drop: @Sendable (any Error) -> Void

    package var caller: Caller { ticket.caller }

    /// Result of a job's turn.
    public enum Outcome: Sendable {
        /// All work is done.
        case whole
        /// Predicted units of work done by this turn, for an answer rendered piece by piece.
        case part(Double, of: WorkProgress)
        /// The job failed or was cancelled before its end.
        case brokenOff
    }

    /// - Parameters:
    ///   - ticket: The job's own ticket while queued.
    ///   - drop: Called instead of `run` if the job never runs.
    ///   - run: Called once on a thread of the pool with the time spent in the queue.
    public init(
        _ ticket: WorkerPool.Ticket = WorkerPool.Ticket(.other),
        kind: WorkKind = .unclassified,
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
            clock: nil,
            drop: drop,
            run: run
        )
    }

    /// - Parameter clock: Collects the processor time of the job.
    package init(
        _ ticket: WorkerPool.Ticket,
        kind: WorkKind,
        work: Double,
        pixels: Double,
        bytes: Int = 0,
        deadline: ContinuousClock.Instant? = nil,
        continues: Bool = false,
        clock: (any WorkClock)?,
        drop: @escaping @Sendable (any Error) -> Void,
        run: @escaping @Sendable (_ waited: Duration) -> Outcome
    ) {
        (self.ticket, self.kind, self.deadline, self.continues) = (ticket, kind, deadline, continues)
        // NaN and infinity would spoil the queue's sums.
        self.work = work.isFinite ? max(0, work) : 0
        self.pixels = pixels.isFinite ? max(0, pixels) : 0
        self.bytes = max(0, bytes)
        (self.clock, self.run, self.drop) = (clock, run, drop)
    }
}
