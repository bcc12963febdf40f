/// One piece of work for a pool, with all that decides on when it is done.
public struct RenderJob: Sendable {
    /// What it is known by while it waits, and for whom it is.
    public let ticket: RenderPool.Ticket
    /// Whose predictions it shares.
    public var kind: RenderKind
    /// Predicted units of it and of all that is to follow.
    public var work: Double
    /// Pixels of it, likewise; for the operator to see.
    public var pixels: Double
    /// Memory that it holds while it waits.
    public var bytes: Int
    /// When it is too late; `nil` is never.
    public var deadline: ContinuousClock.Instant?
    /// Whether it goes on with what has begun. That takes no place: its number is bounded by ``Places``.
    public var continues: Bool
    /// Where its processor time is counted.
    let times: StageTimes?
    /// Does it. Told how long it has waited.
    let run: @Sendable (_ waited: Duration) -> Outcome
    /// Called in its place if it never runs: with ``RenderPool/Busy`` where there is no room for it any more or its time is up, and with
    /// ``RenderError/cancelled`` where nobody waits for it any more.
    let drop: @Sendable (any Error) -> Void

    var caller: Caller { ticket.caller }

    /// What became of it.
    public enum Outcome: Sendable {
        /// All of it is done.
        case whole
        /// So many predicted units of an answer that is made piece by piece.
        case part(Double, of: WorkTally)
        /// It ended before its end.
        case brokenOff
    }

    /// - Parameters:
    ///   - ticket: Its own, while it waits.
    ///   - drop: Called in the place of `run` if it never runs.
    ///   - run: Called once on a thread of the pool, and told how long it has waited.
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

    /// - Parameter times: Where its processor time is counted.
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
        // What is not a number is no number to add up.
        self.work = work.isFinite ? max(0, work) : 0
        self.pixels = pixels.isFinite ? max(0, pixels) : 0
        self.bytes = max(0, bytes)
        (self.times, self.run, self.drop) = (times, run, drop)
    }
}
