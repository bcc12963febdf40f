import Dispatch
import SystemSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A pool of worker threads shared by all callers. As many jobs run as there are threads; a bounded number is queued
/// fairly, and further jobs are refused at once. A thread without a job of its own draws frames of other threads'
/// renders.
///
/// A render that has used much time while another caller waits is parked between two frames until its caller's next
/// turn. A caller therefore waits for another's frame at most, not for another's render.
///
/// ``Schedule`` makes the decisions; the pool adds a lock and the threads. Connections never use these threads:
/// they run on queues of their own and stay responsive under any load.
public final class WorkerPool: @unchecked Sendable {
    // @unchecked: every mutable stored property is read and written only while holding `lock`.
    private let lock = Monitor()
    private var schedule: Schedule<Suspension>
    private var runs: [any SharedTasks] = []
    /// Number of threads at work, on jobs or on frames of others' renders.
    private var active = 0
    private var endedTurns = 0
    /// Semaphores of idle threads. The thread that went idle last is woken first, while its caches are warm. Each
    /// thread has its own semaphore: with a shared one, every frame would wake all threads, all but one in vain.
    private var idle: [DispatchSemaphore] = []
    /// Whether an idle thread was signalled and has not run yet.
    private var isRousing = false
    /// The current turn of each thread.
    private var turns: [pthread_t: Schedule<Suspension>.Turn] = [:]
    private var stopped = false

    /// Number of threads that work at once, and so of renders in flight.
    public let threadCount: Int

    /// Suspends the thread of a parked job.
    private final class Suspension {
        let bell = DispatchSemaphore(value: 0)
        /// The turn in which the job resumes; `nil` until then.
        var turn: Schedule<Suspension>.Turn?
    }

    /// Starts the threads. Without any, only the callers of ``inOrder(_:scratch:produce:reclaim:consume:)`` work.
    ///
    /// - Parameters:
    ///   - threads: Number of jobs that run at once.
    ///   - maximumWaiting: Upper bound of queued jobs.
    ///   - maximumWaitingWork: Upper bound of predicted units of work queued.
    ///   - maximumWaitingBytes: Upper bound of memory held by queued jobs.
    ///   - maximumSetAside: Upper bound of renders parked for other callers' work. Each has a suspended thread of its
    ///     own.
    ///   - niceness: Niceness of the threads, 0...19, as in `nice`.
    public convenience init(
        threads: Int,
        maximumWaiting: Int,
        maximumWaitingWork: Double = .infinity,
        maximumWaitingBytes: Int = .max,
        maximumSetAside: Int = 0,
        niceness: Int = 0
    ) {
        self.init(
            Schedule.Limits(
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

    /// A pool of threads that parse requests. A unit of their work is a byte.
    ///
    /// - Parameter maximumBytes: Upper bound of bytes in queued requests.
    package convenience init(readingThreads threads: Int, maximumWaiting: Int, maximumBytes: Int) {
        let limits = Schedule<Suspension>.Limits(
            threads: max(1, threads),
            waiting: max(0, maximumWaiting),
            bytes: maximumBytes,
            isReading: true
        )
        self.init(limits, .reading, name: "read", niceness: 0)
    }

    private init(_ limits: Schedule<Suspension>.Limits, _ meter: WorkMeter, name: String, niceness: Int) {
        threadCount = limits.threads
        schedule = Schedule(limits, meter)
        for number in 0..<limits.threads + limits.parked {
            let isStarted = startThread("\(name)-\(number)", stackBytes: 2 << 20) { [self] in
                #if os(Linux)
                    // On Linux `setpriority` acts on the calling thread alone. If refused, all threads keep their priority.
                    if niceness > 0 {
                        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(clamping: niceness))
                    }
                #endif
                work()
            }
            // A pool without threads would let all callers wait forever.
            precondition(isStarted, "the system failed to start a thread")
        }
    }

    /// Queues a job.
    ///
    /// - Throws: ``Busy``, at once, if there is no room. The job's functions are not called then.
    public func submit(_ job: Job) throws(Busy) {
        let displaced = try locked { () throws(Busy) in
            let now = ContinuousClock.now
            if stopped { throw schedule.busy(.stopping, found: 0, limit: 0, at: now) }
            defer { wakeUp() }
            return try schedule.submit(job, at: now)
        }
        for (job, reason) in displaced { job.drop(reason) }
    }

    /// Cancels a job: a queued one is removed, and its `drop` is called. A running job has to notice the cancellation
    /// itself.
    public func cancel(_ ticket: Ticket) {
        let job = locked {
            defer { wakeUp() }
            return schedule.cancel(ticket)
        }
        job?.drop(CancellationError())
    }

    /// Notes that a running job only has to deliver its result. The receiver of the result may ask for the next one
    /// before the job has ended, and would be refused for the predicted rest of the job.
    public func settle(_ ticket: Ticket) { locked { schedule.settle(ticket) } }

    /// Number of turns ended so far if nothing is running or queued; otherwise `nil`.
    package var turnsBeforeQuiet: Int? { locked { active == 0 && schedule.isEmpty ? endedTurns : nil } }

    /// Whether the queue is at one of its limits.
    package var isFull: Bool {
        locked { () -> Bool in
            let (found, limits) = (schedule.figures(at: .now), schedule.limits)
            // With a limit of 0, a count of 0 queued jobs is no sign of load.
            guard found.waiting > 0 else { return false }
            return found.waiting >= limits.waiting || found.waitingWork >= limits.work
                || found.waitingBytes >= limits.bytes
        }
    }

    /// A snapshot of the pool's load.
    public var figures: Figures { locked { schedule.figures(at: ContinuousClock.now) } }

    /// An error for a reason that the queue does not measure, with the queue's drain time.
    package func busy(_ reason: Busy.Reason, found: Double, limit: Double) -> Busy {
        locked { schedule.busy(reason, found: found, limit: limit, at: ContinuousClock.now) }
    }

    /// Lets the threads end once the queue is empty.
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

    /// Wakes an idle thread if there is work; that thread wakes the next. Called with the lock held, after every change
    /// that frees a thread or adds work.
    private func wakeUp() {
        guard !isRousing, active < threadCount, !idle.isEmpty,
            !schedule.isEmpty || runs.contains(where: \.hasFrames)
        else { return }
        isRousing = true
        idle.removeLast().signal()
    }

    /// Wakes all idle threads. Called with the lock held.
    private func rouseAll() {
        for bell in idle { bell.signal() }
        idle.removeAll()
    }

    /// Waits for a semaphore with the lock released.
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
                    // The parked job resumes on its own thread.
                    parking.turn = turn
                    parking.bell.signal()
                } else {
                    wakeUp()
                    run(turn)
                }
            } else if active < threadCount, let (frames, claim) = claimFrame() {
                active += 1
                wakeUp()
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

    /// Runs a turn. Called with the lock held, which is released while the job runs.
    private func run(_ turn: Schedule<Suspension>.Turn) {
        let (job, now, thread) = (turn.item.job, ContinuousClock.now, pthread_self())
        let waited = now - turn.item.arrival
        turns[thread] = turn
        var outcome = Job.Outcome.brokenOff
        let late = job.deadline.flatMap { deadline -> Busy? in
            guard now >= deadline else { return nil }
            return schedule.busy(.waitedTooLong, found: waited.seconds, limit: waited.seconds, at: now)
        }
        lock.unlock()
        if let late {
            job.drop(late)
        } else if let clock = job.clock {
            outcome = clock.spend { job.run(waited) }
        } else {
            outcome = job.run(waited)
        }
        lock.lock()
        // A job that was parked and resumed ends in another turn than it began in.
        schedule.end(turns.removeValue(forKey: thread) ?? turn, outcome, at: ContinuousClock.now)
        active -= 1
        endedTurns += 1
    }

    /// Draws a claimed frame of another thread's render. Called with the lock held, which is released meanwhile.
    private func help(_ frames: any SharedTasks, _ claim: () -> (() -> Void)) {
        let (start, caller, turn, clock) = (ContinuousClock.now, frames.caller, frames.turn, frames.clock)
        schedule.beginHelp(of: caller, at: start)
        lock.unlock()
        let finish = clock?.spend(claim) ?? claim()
        lock.lock()
        finish()
        schedule.endHelp(of: caller, in: turn, since: start, at: ContinuousClock.now)
        active -= 1
    }

    /// Claims a frame of a render in flight: first of the caller with the least service time, then of the oldest
    /// render. Called with the lock held.
    private func claimFrame() -> (any SharedTasks, () -> (() -> Void))? {
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

    /// Parks this render between two frames if a caller with less service time is waiting, and blocks until its next
    /// turn. Called with the lock held.
    ///
    /// - Returns: The new turn if the render was parked; otherwise `nil`.
    private func yield() -> Schedule<Suspension>.Turn? {
        let (thread, now) = (pthread_self(), ContinuousClock.now)
        guard let turn = turns[thread], schedule.mustYield(turn, at: now) else { return nil }
        let parking = Suspension()
        schedule.park(turn, parking, at: now)
        // A parked job that is next has to be resumed here: all threads that could resume it may be suspended with jobs
        // of their own.
        if let next = schedule.nextParked(at: now) {
            next.item.parked?.turn = next
            next.item.parked?.bell.signal()
        } else {
            active -= 1
            wakeUp()
        }
        while parking.turn == nil { wait(for: parking.bell) }
        turns[thread] = parking.turn
        return parking.turn
    }

    // MARK: Frames

    /// Makes `count` values, several at a time where threads are free, and passes them to `consume` in order.
    ///
    /// Runs on the calling thread (a job of this pool, or any other), helped by the pool's idle threads. Holds at most
    /// a few more values than there are threads. The result does not depend on which thread makes which value.
    ///
    /// - Parameters:
    ///   - scratch: Creates state that a thread reuses from value to value. Each state is used by one thread at a time.
    ///   - produce: A function of the number alone.
    ///   - reclaim: Receives each state when it is no longer used.
    /// - Throws: The first error of `produce` in order, or the error of `consume`.
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

    /// Makes values until `isEnough` returns true, `count` at most. Values already started are still delivered.
    ///
    /// - Parameter isEnough: Consumes a value, and returns whether to start no more.
    /// - Returns: Number of values delivered.
    package func inOrder<Scratch: AnyObject, Value: Sendable>(
        upTo count: Int,
        scratch: @escaping @Sendable () throws -> Scratch,
        produce: @escaping @Sendable (Scratch, Int) throws -> Value,
        reclaim: @escaping @Sendable (Scratch) -> Void = { _ in },
        isEnough: (Value) throws -> Bool
    ) throws -> Int {
        lock.lock()
        let turn = turns[pthread_self()]
        let frames = OrderedTasks(
            count: count,
            window: 2 * threadCount + 2,
            caller: turn?.item.job.caller ?? .other,
            clock: turn?.item.job.clock,
            scratch: scratch,
            produce: produce,
            reclaim: reclaim
        )
        frames.turn = turn?.number
        runs.append(frames)
        wakeUp()
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
            // Consuming may take longer than producing, as when one thread encodes what others draw.
            if next != nil, let turn = yield() { frames.turn = turn.number }
            while next == nil, !frames.isDone {
                if let turn = yield() {
                    // Other threads may have made the next value while this render was parked.
                    frames.turn = turn.number
                } else if let claim = frames.claim() {
                    lock.unlock()
                    let finish = claim()
                    lock.lock()
                    finish()
                } else if frames.mustWait() {
                    // A helper is drawing the next frame in order.
                    wait(for: frames.arrival)
                }
                next = frames.takeNext()
            }
            // A slot in the window is free again.
            wakeUp()
            lock.unlock()
            guard let next else { return frames.count }
            if try isEnough(next.get()) { locked { frames.close() } }
        }
    }
}
