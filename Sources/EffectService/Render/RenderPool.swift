import Foundation

/// The threads that render. As many renders run as there are threads, a bounded number waits, and the one too many is
/// told so at once. A thread with no render of its own draws frames of another's.
///
/// Never used by connections: they live on queues of their own and stay responsive whatever happens here.
public final class RenderPool: @unchecked Sendable {
    // @unchecked: every stored property below `condition` is read and written only while holding it.
    private let condition = NSCondition()
    private var waiting: [@Sendable () -> Void] = []
    /// Next pieces of answers that have begun: done first, since a client is in the middle of reading.
    private var continuing: [@Sendable () -> Void] = []
    private var runs: [any SharedFrames] = []
    private var running = 0
    private var stopped = false

    /// Number of threads, and so of renders in flight.
    public let threadCount: Int
    /// Renders that may wait.
    public let maximumWaiting: Int

    /// Starts `threads` threads. With none, only the callers of ``inOrder(_:scratch:produce:consume:)`` work.
    public init(threads: Int, maximumWaiting: Int) {
        threadCount = max(0, threads)
        self.maximumWaiting = max(0, maximumWaiting)
        for number in 0..<threadCount {
            let thread = Thread { [self] in work() }
            thread.name = "render-\(number)"
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    /// Why there is no room for more work just now.
    public enum Busy: Error {
        /// Every thread is rendering and every place in the queue is taken.
        case queueFull
        /// A place in the queue was not enough: the time was up before a thread was free.
        case waitedTooLong
        /// As many frame dumps are being sent as may be.
        case tooManyStreams
    }

    /// Queues a render.
    ///
    /// - Parameter continues: For the next piece of an answer that has begun: it takes no place in the bounded queue,
    ///   since its number is bounded by the connections that have one.
    /// - Throws: ``Busy``, at once, when too many wait.
    public func submit(continues: Bool = false, _ job: @escaping @Sendable () -> Void) throws(Busy) {
        condition.lock()
        defer { condition.unlock() }
        if stopped { throw .queueFull }
        if continues {
            continuing.append(job)
        } else {
            if running + waiting.count >= threadCount + maximumWaiting { throw .queueFull }
            waiting.append(job)
        }
        condition.broadcast()
    }

    /// Renders running and waiting now.
    public var load: (running: Int, waiting: Int) {
        condition.lock()
        defer { condition.unlock() }
        return (running, waiting.count)
    }

    /// Lets the threads end once nothing waits.
    public func stop() {
        condition.lock()
        stopped = true
        condition.broadcast()
        condition.unlock()
    }

    private func work() {
        condition.lock()
        while true {
            if let job = nextJob() {
                running += 1
                condition.unlock()
                job()
                condition.lock()
                running -= 1
            } else if let claim = claimFrame() {
                condition.unlock()
                let finish = claim()
                condition.lock()
                finish()
                condition.broadcast()
            } else if stopped {
                break
            } else {
                condition.wait()
            }
        }
        condition.unlock()
    }

    /// Called with the lock held.
    private func nextJob() -> (@Sendable () -> Void)? {
        if !continuing.isEmpty { return continuing.removeFirst() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// A frame of any render in flight, the oldest first. Called with the lock held.
    private func claimFrame() -> (() -> (() -> Void))? {
        for run in runs {
            if let claim = run.claim() { return claim }
        }
        return nil
    }

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
        let frames = OrderedFrames(
            count: count,
            window: 2 * threadCount + 2,
            scratch: scratch,
            produce: produce,
            reclaim: reclaim
        )
        condition.lock()
        runs.append(frames)
        condition.broadcast()
        condition.unlock()
        defer {
            condition.lock()
            frames.abandon()
            runs.removeAll { $0 === frames }
            condition.unlock()
        }
        while true {
            condition.lock()
            var next = frames.takeNext()
            while next == nil, !frames.isDone {
                if let claim = frames.claim() {
                    condition.unlock()
                    let finish = claim()
                    condition.lock()
                    finish()
                } else {
                    condition.wait()  // A helper has the frame that comes next.
                }
                next = frames.takeNext()
            }
            // A place in the window is free again.
            condition.broadcast()
            condition.unlock()
            guard let next else { return }
            try consume(next.get())
        }
    }
}

/// Frames that any thread of a pool may draw. Every method is called with the pool's lock held.
private protocol SharedFrames: AnyObject {
    /// A frame to draw: run the first function without the lock, its result with it. `nil` if there is none to take.
    func claim() -> (() -> (() -> Void))?
}

/// The state of one ``RenderPool/inOrder(_:scratch:produce:consume:)``.
private final class OrderedFrames<Scratch: AnyObject, Value>: SharedFrames {
    private let count: Int
    private let window: Int
    private let makeScratch: () throws -> Scratch
    private let produce: (Scratch, Int) throws -> Value
    private let reclaim: (Scratch) -> Void
    private var idleScratch: [Scratch] = []
    private var finished: [Int: Result<Value, any Error>] = [:]
    private var claimed = 0
    private var taken = 0

    init(
        count: Int,
        window: Int,
        scratch: @escaping () throws -> Scratch,
        produce: @escaping (Scratch, Int) throws -> Value,
        reclaim: @escaping (Scratch) -> Void
    ) {
        self.count = count
        self.window = window
        self.makeScratch = scratch
        self.produce = produce
        self.reclaim = reclaim
    }

    deinit {
        for scratch in idleScratch { reclaim(scratch) }
    }

    var isDone: Bool { taken == count }

    /// No more frames are handed out.
    func abandon() { claimed = count }

    func takeNext() -> Result<Value, any Error>? {
        guard let result = finished.removeValue(forKey: taken) else { return nil }
        taken += 1
        return result
    }

    func claim() -> (() -> (() -> Void))? {
        guard claimed < min(count, taken + window) else { return nil }
        let number = claimed
        claimed += 1
        let ready = idleScratch.popLast()
        return { [self] in
            var scratch = ready
            let result = Result {
                let own = try ready ?? makeScratch()
                scratch = own
                return try produce(own, number)
            }
            return { [self] in
                if let scratch { idleScratch.append(scratch) }
                finished[number] = result
            }
        }
    }
}
