import SystemSupport

/// The scheduling decisions of a pool, without its threads: queued and running jobs, admission and parking.
///
/// Instants are passed in, so that behavior in a test equals behavior under load. `Parked` is the handle that resumes a
/// parked job.
struct Schedule<Parked> {
    /// A job that starts, or that resumes where it was parked.
    struct Item {
        let job: Job
        let arrival: ContinuousClock.Instant
        /// Thread seconds used so far.
        var spent = 0.0
        /// Handle of the parked job; `nil` for a job that has not started.
        var parked: Parked?
    }

    /// A job that a thread is running.
    struct Turn {
        let item: Item
        /// Unique number of the turn.
        let number: UInt64
        /// Start of the turn, in seconds since ``origin``.
        let start: Double
    }

    /// Upper bounds of a pool.
    struct Limits: Sendable {
        /// Number of threads, and so of jobs that run at once.
        var threads: Int
        /// Queued jobs, their predicted units of work, and the memory they hold in bytes.
        var waiting: Int
        var work = Double.infinity
        var bytes = Int.max
        /// Parked jobs.
        var parked = 0
        /// Whether the jobs are requests waiting to be parsed.
        var isReading = false
    }

    let limits: Limits
    private(set) var meter: WorkMeter
    private(set) var queue = FairQueue<Caller, Item>()
    /// Running turns by number, with the seconds that helper threads have spent on each, and whether all of the work is
    /// done.
    private(set) var running: [UInt64: (turn: Turn, help: Double, isDone: Bool)] = [:]
    private var turnCount: UInt64 = 0
    /// Queue position of each queued job, and whether the job is parked.
    private var places: [WorkerPool.Ticket: (number: UInt64, isParked: Bool)] = [:]
    private(set) var parkedCount = 0
    private let origin = ContinuousClock.now

    private typealias Load = FairQueue<Caller, Item>.Load

    /// Service time in seconds by which a running caller may lead a waiting caller before its render is parked: enough
    /// to be worth the switch, and too short to notice.
    static var quantum: Double { 0.025 }

    init(_ limits: Limits, _ meter: WorkMeter) { (self.limits, self.meter) = (limits, meter) }

    func seconds(_ instant: ContinuousClock.Instant) -> Double { (instant - origin).seconds }

    // MARK: Submitting

    /// Accepts a job if there is room.
    ///
    /// - Returns: The jobs displaced by this one, each with the reason.
    /// - Throws: ``WorkerPool/Busy`` if there is no room. The schedule is unchanged then.
    mutating func submit(_ job: Job, at now: ContinuousClock.Instant) throws(WorkerPool.Busy)
        -> [(job: Job, reason: WorkerPool.Busy)]
    {
        let time = seconds(now)
        let item = Item(job: job, arrival: now)
        if job.continues {
            places[job.ticket] = (queue.addContinuing(item, of: job.caller, at: time), false)
            return []
        }
        let load = Load(count: 1, work: job.work, bytes: job.bytes)
        let free = max(0, limits.threads - running.count)
        var room: FairQueue<Caller, Item>.Limits?
        // A job that gets a thread at once is admitted whatever its size.
        if queue.load.count >= free {
            room = .init(count: limits.waiting + free, work: limits.work, bytes: limits.bytes)
            if let deadline = job.deadline {
                let (wait, left) = (expectedWait(of: job.caller, at: now), (deadline - now).seconds)
                if wait > left { throw busy(.wouldWaitTooLong, found: wait, limit: left, at: now) }
            }
        }
        let limit = room?.exceeded(by: queue.load + load)
        do throws(FairQueue<Caller, Item>.Full) {
            let added = try queue.add(item, of: job.caller, load, limits: room, at: time)
            places[job.ticket] = (added.number, false)
            guard let limit, !added.displaced.isEmpty else { return [] }
            var reason = busy(limit, at: now)
            reason.isDisplaced = true
            return added.displaced.map { _, item in
                places[item.job.ticket] = nil
                return (item.job, reason)
            }
        } catch {
            throw busy(error.limit, at: now)
        }
    }

    /// An error for a reason that is not measured by the queue itself.
    func busy(_ reason: WorkerPool.Busy.Reason, found: Double, limit: Double, at now: ContinuousClock.Instant)
        -> WorkerPool.Busy
    {
        WorkerPool.Busy(reason, found: found, limit: limit, drain: drain(at: now), isReading: limits.isReading)
    }

    private func busy(_ limit: FairQueue<Caller, Item>.Limit, at now: ContinuousClock.Instant)
        -> WorkerPool.Busy
    {
        switch limit {
        case .count: busy(.queueFull, found: Double(queue.load.count), limit: Double(limits.waiting), at: now)
        case .work: busy(.queueCost, found: queue.load.work, limit: limits.work, at: now)
        case .bytes: busy(.queueMemory, found: Double(queue.load.bytes), limit: Double(limits.bytes), at: now)
        }
    }

    // MARK: Running

    /// Starts the turn of the next job.
    mutating func next(at now: ContinuousClock.Instant) -> Turn? {
        guard let (_, entry) = queue.next(at: seconds(now)) else { return nil }
        turnCount += 1
        let turn = Turn(item: entry.element, number: turnCount, start: seconds(now))
        places[turn.item.job.ticket] = nil
        if turn.item.parked != nil { parkedCount -= 1 }
        running[turn.number] = (turn, 0, false)
        return turn
    }

    /// Starts the next turn if the next job is a parked one; otherwise returns `nil`.
    mutating func nextParked(at now: ContinuousClock.Instant) -> Turn? {
        queue.peek(at: seconds(now))?.element.parked == nil ? nil : next(at: now)
    }

    /// Notes that a running job only has to deliver its result: predicted waits no longer count the job.
    mutating func settle(_ ticket: WorkerPool.Ticket) {
        for (number, entry) in running where entry.turn.item.job.ticket == ticket { running[number]?.isDone = true }
    }

    /// Ends a turn, and feeds its measured time to the meter.
    mutating func end(_ turn: Turn, _ outcome: Job.Outcome, at now: ContinuousClock.Instant) {
        let (job, spent) = (turn.item.job, stop(turn, at: now))
        switch outcome {
        case .whole: meter.add(job.kind, work: job.work, seconds: spent, isWhole: true)
        case .part(let work, let tally):
            guard let seconds = tally.add(work, seconds: spent) else { break }
            meter.add(job.kind, work: tally.work, seconds: seconds, isWhole: true)
        case .brokenOff: meter.add(job.kind, work: job.work, seconds: spent, isWhole: false)
        }
    }

    /// - Returns: Thread seconds the job has used in all its turns, helpers included.
    private mutating func stop(_ turn: Turn, at now: ContinuousClock.Instant) -> Double {
        let help = running.removeValue(forKey: turn.number)?.help ?? 0
        queue.end(turn.item.job.caller, since: turn.start, at: seconds(now))
        return turn.item.spent + help + max(0, seconds(now) - turn.start)
    }

    /// Removes a queued job.
    ///
    /// - Returns: The removed job; `nil` if the job is not queued. A parked job stays, and is expedited so that it can
    ///   notice the cancellation.
    mutating func cancel(_ ticket: WorkerPool.Ticket) -> Job? {
        guard let place = places[ticket] else { return nil }
        if place.isParked {
            queue.expedite(place.number, of: ticket.caller)
            return nil
        }
        places[ticket] = nil
        return queue.remove(place.number, of: ticket.caller)?.job
    }

    // MARK: Suspension

    /// Whether a running job has to be parked in favor of another caller's job.
    func mustYield(_ turn: Turn, at now: ContinuousClock.Instant) -> Bool {
        let time = seconds(now)
        guard running.count >= limits.threads, let next = queue.peek(at: time) else { return false }
        // Resuming a parked job frees the parking slot that this job needs.
        guard next.key != turn.item.job.caller, next.element.parked != nil || parkedCount < limits.parked else {
            return false
        }
        return queue.time(of: turn.item.job.caller, at: time) - queue.time(of: next.key, at: time) > Self.quantum
    }

    /// Parks a job. It resumes at its caller's next turn, before the caller's other jobs.
    mutating func park(_ turn: Turn, _ place: Parked, at now: ContinuousClock.Instant) {
        var item = turn.item
        item.spent = stop(turn, at: now)
        item.parked = place
        parkedCount += 1
        places[item.job.ticket] = (queue.addContinuing(item, of: item.job.caller, at: seconds(now)), true)
    }

    // MARK: Helpers

    /// Starts the caller's clock for a helper thread.
    mutating func beginHelp(of caller: Caller, at now: ContinuousClock.Instant) {
        queue.begin(caller, at: seconds(now))
    }

    /// Stops the caller's clock for a helper thread, and adds its time to the turn if that is still running.
    mutating func endHelp(
        of caller: Caller,
        in turn: UInt64?,
        since start: ContinuousClock.Instant,
        at now: ContinuousClock.Instant
    ) {
        queue.end(caller, since: seconds(start), at: seconds(now))
        if let turn { running[turn]?.help += (now - start).seconds }
    }

    /// Service time of a caller in seconds, comparable between callers.
    func time(of caller: Caller, at now: ContinuousClock.Instant) -> Double { queue.time(of: caller, at: seconds(now)) }
}
