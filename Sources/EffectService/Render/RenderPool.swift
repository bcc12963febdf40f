import Dispatch
import Glibc
import Threads

/// The threads that work for callers. As many jobs run as there are threads, a bounded number waits, in fair turns, and the one too
/// many is told so at once. A thread with nothing of its own to do draws frames of another's.
///
/// A render that has had much while another caller waits is set aside between two of its frames, until it is its caller's turn
/// again. So nobody waits for another's render, only for another's frame.
///
/// Who decides is ``RenderSchedule``; this is the lock around it, and the threads. Never used by connections: they live on queues of their
/// own and stay responsive whatever happens here.
public final class RenderPool: @unchecked Sendable {
    // @unchecked: every stored property that varies is read and written only while holding `lock`.
    private let lock = Monitor()
    private var schedule: RenderSchedule<Parking>
    private var runs: [any SharedFrames] = []
    /// Threads at work, on jobs or on others' frames.
    private var active = 0
    private var endedTurns = 0
    /// Where threads wait that have nothing to do; who came last is woken first, with what it needs still in its caches. Each waits
    /// alone: with one bell for all, every frame would wake all of them, and all but one in vain.
    private var idle: [DispatchSemaphore] = []
    /// Whether one of them was woken, and has not looked yet.
    private var isRousing = false
    /// What each thread is doing.
    private var turns: [pthread_t: RenderSchedule<Parking>.Turn] = [:]
    private var stopped = false

    /// Of animations that are made in parts.
    let shelf = ToolShelf()

    /// Number of threads that work at once, and so of renders in flight.
    public let threadCount: Int

    /// Where a thread waits whose job was set aside.
    private final class Parking {
        let bell = DispatchSemaphore(value: 0)
        /// The turn in which it goes on, once that has come.
        var turn: RenderSchedule<Parking>.Turn?
    }

    /// Starts threads. With none, only the callers of ``inOrder(_:scratch:produce:reclaim:consume:)`` work.
    ///
    /// - Parameters:
    ///   - threads: Jobs that run at once.
    ///   - maximumWaiting: Jobs that may wait.
    ///   - maximumWaitingWork: Predicted units that may wait.
    ///   - maximumWaitingBytes: Memory that what waits may hold.
    ///   - maximumSetAside: Renders that may be set aside for other callers' work. Each has a thread, which waits.
    ///   - niceness: How much less the system gives its threads than others, 0...19; as `nice` has it.
    public convenience init(
        threads: Int,
        maximumWaiting: Int,
        maximumWaitingWork: Double = .infinity,
        maximumWaitingBytes: Int = .max,
        maximumSetAside: Int = 0,
        niceness: Int = 0
    ) {
        self.init(
            RenderSchedule.Limits(
                threads: max(0, threads),
                waiting: max(0, maximumWaiting),
                work: maximumWaitingWork,
                bytes: maximumWaitingBytes,
                parked: threads > 0 ? max(0, maximumSetAside) : 0
            ),
            .rendering,
            name: "render",
            niceness: niceness
        )
    }

    /// Threads that take requests apart. A unit of their work is a byte.
    ///
    /// - Parameter maximumBytes: Of requests that wait.
    convenience init(readingThreads threads: Int, maximumWaiting: Int, maximumBytes: Int) {
        let limits = RenderSchedule<Parking>.Limits(
            threads: max(1, threads),
            waiting: max(0, maximumWaiting),
            bytes: maximumBytes,
            isReading: true
        )
        self.init(limits, .reading, name: "read", niceness: 0)
    }

    private init(_ limits: RenderSchedule<Parking>.Limits, _ meter: WorkMeter, name: String, niceness: Int) {
        threadCount = limits.threads
        schedule = RenderSchedule(limits, meter)
        for number in 0..<limits.threads + limits.parked {
            let isStarted = startThread("\(name)-\(number)", stackBytes: 2 << 20) { [self] in
                // On Linux, that is the calling thread's own. Where it is refused, all threads stay as they are.
                if niceness > 0 {
                    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(clamping: niceness))
                }
                work()
            }
            // A pool that has no threads would let everybody wait.
            precondition(isStarted, "the system has no room for a thread")
        }
    }

    /// Queues a job.
    ///
    /// - Throws: ``Busy``, at once, when there is no room for it. It is not called then.
    public func submit(_ job: RenderJob) throws(Busy) {
        let displaced = try locked { () throws(Busy) in
            let now = ContinuousClock.now
            if stopped { throw schedule.busy(.stopping, found: 0, limit: 0, at: now) }
            defer { rouse() }
            return try schedule.submit(job, at: now)
        }
        for (job, reason) in displaced { job.drop(reason) }
    }

    /// Nobody waits for this job any more: it is taken out of the queue, if it is there. What runs has to find out for itself.
    public func cancel(_ ticket: Ticket) {
        let job = locked {
            defer { rouse() }
            return schedule.cancel(ticket)
        }
        job?.drop(RenderError.cancelled)
    }

    /// How many turns have ended so far, if nothing runs and nothing waits; `nil` while anything does.
    var turnsBeforeQuiet: Int? { locked { active == 0 && schedule.isEmpty ? endedTurns : nil } }

    /// Whether as much waits as may, by one measure or another.
    var isFull: Bool {
        locked { () -> Bool in
            let (found, limits) = (schedule.figures(at: .now), schedule.limits)
            // Where nothing may wait, one who does not wait is no sign of load.
            guard found.waiting > 0 else { return false }
            return found.waiting >= limits.waiting || found.waitingWork >= limits.work
                || found.waitingBytes >= limits.bytes
        }
    }

    /// What there is to do just now.
    public var figures: Figures { locked { schedule.figures(at: ContinuousClock.now) } }

    /// A reason to refuse work that is not for the queue to know, with the time that all of it takes here.
    func busy(_ reason: Busy.Reason, found: Double, limit: Double) -> Busy {
        locked { schedule.busy(reason, found: found, limit: limit, at: ContinuousClock.now) }
    }

    /// Lets the threads end once nothing waits.
    public func stop() {
        locked {
            stopped = true
            rouseAll()
        }
    }

    private func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: Threads

    /// Wakes a thread if there is something for it to do; that one wakes the next. Called with the lock held, after whatever makes a
    /// thread free or gives it something to do.
    private func rouse() {
        guard !isRousing, active < threadCount, !idle.isEmpty,
            !schedule.isEmpty || runs.contains(where: \.hasFrames)
        else { return }
        isRousing = true
        idle.removeLast().signal()
    }

    /// Called with the lock held.
    private func rouseAll() {
        for bell in idle { bell.signal() }
        idle.removeAll()
    }

    /// Lets go of the lock while it waits.
    private func wait(for bell: DispatchSemaphore) {
        lock.unlock()
        bell.wait()
        lock.lock()
    }

    private func work() {
        let bell = DispatchSemaphore(value: 0)
        lock.lock()
        while true {
            if active < threadCount, let turn = schedule.next(at: ContinuousClock.now) {
                active += 1
                if let parking = turn.item.parked {
                    // Its own thread goes on with it.
                    parking.turn = turn
                    parking.bell.signal()
                } else {
                    rouse()
                    run(turn)
                }
            } else if active < threadCount, let (frames, claim) = claimFrame() {
                active += 1
                rouse()
                help(frames, claim)
            } else if stopped, schedule.isEmpty {
                break
            } else {
                idle.append(bell)
                wait(for: bell)
                isRousing = false
            }
        }
        rouseAll()
        lock.unlock()
    }

    /// Called with the lock held.
    private func run(_ turn: RenderSchedule<Parking>.Turn) {
        let (job, now, thread) = (turn.item.job, ContinuousClock.now, pthread_self())
        let waited = now - turn.item.arrival
        turns[thread] = turn
        var outcome = RenderJob.Outcome.brokenOff
        let late = job.deadline.flatMap { deadline -> Busy? in
            guard now >= deadline else { return nil }
            return schedule.busy(.waitedTooLong, found: waited.seconds, limit: waited.seconds, at: now)
        }
        lock.unlock()
        if let late {
            job.drop(late)
        } else if let times = job.times {
            outcome = times.spend { job.run(waited) }
        } else {
            outcome = job.run(waited)
        }
        lock.lock()
        // It may have been set aside meanwhile, and be in another turn now.
        schedule.end(turns.removeValue(forKey: thread) ?? turn, outcome, at: ContinuousClock.now)
        active -= 1
        endedTurns += 1
    }

    /// Called with the lock held.
    private func help(_ frames: any SharedFrames, _ claim: () -> (() -> Void)) {
        let (start, caller, turn, times) = (ContinuousClock.now, frames.caller, frames.turn, frames.times)
        schedule.beginHelp(of: caller, at: start)
        lock.unlock()
        let finish = times?.spend(claim) ?? claim()
        lock.lock()
        finish()
        schedule.endHelp(of: caller, in: turn, since: start, at: ContinuousClock.now)
        active -= 1
    }

    /// A frame of a render in flight: of the caller that has had the least, the oldest first. Called with the lock held.
    private func claimFrame() -> (any SharedFrames, () -> (() -> Void))? {
        let now = ContinuousClock.now
        let order = runs.enumerated().sorted { a, b in
            (schedule.time(of: a.element.caller, at: now), a.offset)
                < (schedule.time(of: b.element.caller, at: now), b.offset)
        }
        for (_, run) in order {
            if let claim = run.claim() { return (run, claim) }
        }
        return nil
    }

    /// Between two frames: lets somebody else go on who has had less, and waits for this render's next turn. Called with the lock held.
    ///
    /// - Returns: That turn, if it was set aside.
    private func yield() -> RenderSchedule<Parking>.Turn? {
        let (thread, now) = (pthread_self(), ContinuousClock.now)
        guard let turn = turns[thread], schedule.mustYield(turn, at: now) else { return nil }
        let parking = Parking()
        schedule.park(turn, parking, at: now)
        // One that is set aside goes on by our hand: all threads that could take it up may be asleep with their own.
        if let next = schedule.nextParked(at: now) {
            next.item.parked?.turn = next
            next.item.parked?.bell.signal()
        } else {
            active -= 1
            rouse()
        }
        while parking.turn == nil { wait(for: parking.bell) }
        turns[thread] = parking.turn
        return parking.turn
    }

    // MARK: Frames

    /// Makes `count` values, several at a time where threads are free, and hands them to `consume` in order.
    ///
    /// Runs on the calling thread (a job of this pool, or any other), helped by the pool's idle ones. At most a few more
    /// values than threads are held at a time. Which thread makes which value never shows in the result.
    ///
    /// - Parameters:
    ///   - scratch: Makes what a thread reuses from value to value; each is used by one thread at a time.
    ///   - produce: A function of the number alone.
    ///   - reclaim: Gets back what `scratch` made, once nobody uses it any more.
    /// - Throws: The first error of `produce` in order, or of `consume`.
    public func inOrder<Scratch: AnyObject, Value: Sendable>(
        _ count: Int,
        scratch: @escaping @Sendable () throws -> Scratch,
        produce: @escaping @Sendable (Scratch, Int) throws -> Value,
        reclaim: @escaping @Sendable (Scratch) -> Void = { _ in },
        consume: (Value) throws -> Void
    ) throws {
        _ = try inOrder(upTo: count, scratch: scratch, produce: produce, reclaim: reclaim) {
            try consume($0)
            return false
        }
    }

    /// The same of as many values as there is need for.
    ///
    /// - Parameter isEnough: Consumes a value, and says whether more are to be begun: those that already are, follow.
    /// - Returns: How many values that were.
    func inOrder<Scratch: AnyObject, Value: Sendable>(
        upTo count: Int,
        scratch: @escaping @Sendable () throws -> Scratch,
        produce: @escaping @Sendable (Scratch, Int) throws -> Value,
        reclaim: @escaping @Sendable (Scratch) -> Void = { _ in },
        isEnough: (Value) throws -> Bool
    ) throws -> Int {
        lock.lock()
        let turn = turns[pthread_self()]
        let frames = OrderedFrames(
            count: count,
            window: 2 * threadCount + 2,
            caller: turn?.item.job.caller ?? .other,
            times: turn?.item.job.times,
            scratch: scratch,
            produce: produce,
            reclaim: reclaim
        )
        frames.turn = turn?.number
        runs.append(frames)
        rouse()
        lock.unlock()
        defer {
            lock.lock()
            frames.abandon()
            runs.removeAll { $0 === frames }
            lock.unlock()
        }
        while true {
            lock.lock()
            var next = frames.takeNext()
            while next == nil, !frames.isDone {
                if let turn = yield() {
                    // Meanwhile others may have made what comes next.
                    frames.turn = turn.number
                } else if let claim = frames.claim() {
                    lock.unlock()
                    let finish = claim()
                    lock.lock()
                    finish()
                } else if frames.mustWait() {
                    // A helper has the frame that comes next.
                    wait(for: frames.arrival)
                }
                next = frames.takeNext()
            }
            // A place in the window is free again.
            rouse()
            lock.unlock()
            guard let next else { return frames.count }
            if try isEnough(next.get()) { locked { frames.close() } }
        }
    }
}
