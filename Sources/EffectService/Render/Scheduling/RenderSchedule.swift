/// What waits and what runs, and whether more may come: all decisions of a pool, and none of its threads.
///
/// Instants are given to it, so that it is the same in a test as under load. `Parked` is what goes on with a render that has been set aside.
struct RenderSchedule<Parked> {
    /// Something to be done: from its beginning, or from where it was set aside.
    struct Item {
        let job: RenderJob
        let arrival: ContinuousClock.Instant
        /// Seconds that threads have had for it so far.
        var spent = 0.0
        /// Where it was set aside, if it was.
        var parked: Parked?
    }

    /// Something that a thread does now.
    struct Turn {
        let item: Item
        /// No other turn has it.
        let number: UInt64
        /// Seconds since ``origin``.
        let start: Double
    }

    /// What is bounded.
    struct Limits: Sendable {
        /// Threads, and so jobs that run at once.
        var threads: Int
        /// Jobs that wait, their predicted units, and the memory that they hold.
        var waiting: Int
        var work = Double.infinity
        var bytes = Int.max
        /// Jobs set aside.
        var parked = 0
        /// Whether it is requests that wait to be read.
        var isReading = false
    }

    let limits: Limits
    private(set) var meter: WorkMeter
    private(set) var queue = FairQueue<Caller, Item>()
    /// By the numbers of turns; with the seconds that helpers have had for it meanwhile.
    private(set) var running: [UInt64: (turn: Turn, help: Double)] = [:]
    private var turnCount: UInt64 = 0
    /// Where each waits in the queue, and whether it is set aside there.
    private var places: [RenderPool.Ticket: (number: UInt64, isParked: Bool)] = [:]
    private(set) var parkedCount = 0
    private let origin = ContinuousClock.now

    private typealias Load = FairQueue<Caller, Item>.Load

    /// Seconds that a caller may have had more than one who waits, before its render is set aside for that one: enough to be worth the
    /// change, and less than anybody notices.
    static var quantum: Double { 0.025 }

    init(_ limits: Limits, _ meter: WorkMeter) { (self.limits, self.meter) = (limits, meter) }

    func seconds(_ instant: ContinuousClock.Instant) -> Double { (instant - origin).seconds }

    // MARK: In

    /// Takes a job, unless there is no room for it.
    ///
    /// - Returns: Those that have lost their places to it, each with the reason.
    /// - Throws: ``RenderPool/Busy``: then nothing has changed.
    mutating func submit(_ job: RenderJob, at now: ContinuousClock.Instant) throws(RenderPool.Busy)
        -> [(job: RenderJob, reason: RenderPool.Busy)]
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
        // Whoever gets a thread at once is let in, whatever it is.
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

    /// A reason that hangs on nothing that is counted here.
    func busy(_ reason: RenderPool.Busy.Reason, found: Double, limit: Double, at now: ContinuousClock.Instant)
        -> RenderPool.Busy
    {
        RenderPool.Busy(reason, found: found, limit: limit, drain: drain(at: now), isReading: limits.isReading)
    }

    private func busy(_ limit: FairQueue<Caller, Item>.Limit, at now: ContinuousClock.Instant)
        -> RenderPool.Busy
    {
        switch limit {
        case .count: busy(.queueFull, found: Double(queue.load.count), limit: Double(limits.waiting), at: now)
        case .work: busy(.queueCost, found: queue.load.work, limit: limits.work, at: now)
        case .bytes: busy(.queueMemory, found: Double(queue.load.bytes), limit: Double(limits.bytes), at: now)
        }
    }

    // MARK: Out

    /// What a thread is to do next.
    mutating func next(at now: ContinuousClock.Instant) -> Turn? {
        guard let (_, entry) = queue.next(at: seconds(now)) else { return nil }
        turnCount += 1
        let turn = Turn(item: entry.element, number: turnCount, start: seconds(now))
        places[turn.item.job.ticket] = nil
        if turn.item.parked != nil { parkedCount -= 1 }
        running[turn.number] = (turn, 0)
        return turn
    }

    /// The same, if that is something that has been set aside.
    mutating func nextParked(at now: ContinuousClock.Instant) -> Turn? {
        queue.peek(at: seconds(now))?.element.parked == nil ? nil : next(at: now)
    }

    /// A thread has done what it was to do.
    mutating func end(_ turn: Turn, _ outcome: RenderJob.Outcome, at now: ContinuousClock.Instant) {
        let (job, spent) = (turn.item.job, stop(turn, at: now))
        switch outcome {
        case .whole: meter.add(job.kind, work: job.work, seconds: spent, isWhole: true)
        case .part(let work, let tally):
            guard let seconds = tally.add(work, seconds: spent) else { break }
            meter.add(job.kind, work: tally.work, seconds: seconds, isWhole: true)
        case .brokenOff: meter.add(job.kind, work: job.work, seconds: spent, isWhole: false)
        }
    }

    /// - Returns: Seconds that threads have had for it.
    private mutating func stop(_ turn: Turn, at now: ContinuousClock.Instant) -> Double {
        let help = running.removeValue(forKey: turn.number)?.help ?? 0
        queue.end(turn.item.job.caller, since: turn.start, at: seconds(now))
        return turn.item.spent + help + max(0, seconds(now) - turn.start)
    }

    /// Takes out a job that waits.
    ///
    /// - Returns: `nil` if it does not. One that was set aside stays, and is the next.
    mutating func cancel(_ ticket: RenderPool.Ticket) -> RenderJob? {
        guard let place = places[ticket] else { return nil }
        if place.isParked {
            queue.hurry(place.number, of: ticket.caller)
            return nil
        }
        places[ticket] = nil
        return queue.remove(place.number, of: ticket.caller)?.job
    }

    // MARK: Setting aside

    /// Whether what runs is to be set aside for another's work.
    func mustYield(_ turn: Turn, at now: ContinuousClock.Instant) -> Bool {
        let time = seconds(now)
        guard running.count >= limits.threads, let next = queue.peek(at: time) else { return false }
        // To go on with one that is set aside makes room for this one.
        guard next.key != turn.item.job.caller, next.element.parked != nil || parkedCount < limits.parked else {
            return false
        }
        return queue.time(of: turn.item.job.caller, at: time) - queue.time(of: next.key, at: time) > Self.quantum
    }

    /// Sets it aside: it waits for its caller's turn, before all else of that one.
    mutating func park(_ turn: Turn, _ place: Parked, at now: ContinuousClock.Instant) {
        var item = turn.item
        item.spent = stop(turn, at: now)
        item.parked = place
        parkedCount += 1
        places[item.job.ticket] = (queue.addContinuing(item, of: item.job.caller, at: seconds(now)), true)
    }

    // MARK: Help

    /// One more thread works for a caller.
    mutating func beginHelp(of caller: Caller, at now: ContinuousClock.Instant) {
        queue.begin(caller, at: seconds(now))
    }

    /// It has done so since `start`, for this turn, which may have ended meanwhile.
    mutating func endHelp(
        of caller: Caller,
        in turn: UInt64?,
        since start: ContinuousClock.Instant,
        at now: ContinuousClock.Instant
    ) {
        queue.end(caller, since: seconds(start), at: seconds(now))
        if let turn { running[turn]?.help += (now - start).seconds }
    }

    /// Seconds that a caller has had, in comparison to others.
    func time(of caller: Caller, at now: ContinuousClock.Instant) -> Double { queue.time(of: caller, at: seconds(now)) }
}

extension Duration {
    /// As a number, for sums.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
