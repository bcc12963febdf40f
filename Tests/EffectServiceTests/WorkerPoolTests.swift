import Foundation
import Synchronization
import Testing
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

struct RenderPoolTests {
    private final class Box { var uses = 0 }
    private struct Fault: Error, Equatable { let number: Int }

    @Test(arguments: [1, 2, 3, 8])
    func `values arrive in order for any number of threads`(_ threads: Int) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 0)
        defer { pool.stop() }
        var values: [Int] = []
        try pool.inOrder(200) {
            Box()
        } produce: { _, number in
            usleep(UInt32(number * 7919 % 300))
            return number
        } consume: {
            values.append($0)
        }
        #expect(values == Array(0..<200))
    }

    @Test func `the number of buffered values per thread is bounded`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        let ahead = Mutex((made: 0, taken: 0, most: 0))
        try pool.inOrder(100) {
            Box()
        } produce: { _, number in
            ahead.withLock {
                $0.made += 1
                $0.most = max($0.most, $0.made - $0.taken)
            }
            return number
        } consume: { _ in
            usleep(500)
            ahead.withLock { $0.taken += 1 }
        }
        #expect(ahead.withLock(\.most) <= 8)
    }

    @Test func `the first error in order ends the work`() throws {
        let pool = WorkerPool(threads: 3, maximumWaiting: 0)
        defer { pool.stop() }
        var values: [Int] = []
        #expect(throws: Fault(number: 17)) {
            try pool.inOrder(1000) {
                Box()
            } produce: { _, number in
                if number >= 17 { throw Fault(number: number) }
                return number
            } consume: {
                values.append($0)
            }
        }
        #expect(values == Array(0..<17))
        #expect(throws: Fault(number: 3)) {
            try pool.inOrder(10) {
                Box()
            } produce: {
                $1
            } consume: {
                if $0 == 3 { throw Fault(number: 3) }
            }
        }
        #expect(throws: Fault(number: -1)) {
            try pool.inOrder(5) { () throws -> Box in
                throw Fault(number: -1)
            } produce: {
                $1
            } consume: { _ in
            }
        }
    }

    @Test func `a job beyond the queue limit is refused immediately, and the others run`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 3)
        defer { pool.stop() }
        let gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<5 {
            try pool.submit {
                gate.wait()
                done.signal()
            }
        }
        #expect(throws: WorkerPool.Busy.self) { try pool.submit {} }
        // A continuation of a started response is never refused.
        try pool.submit(continues: true) { done.signal() }
        for _ in 0..<5 { gate.signal() }
        for _ in 0..<6 { done.wait() }
        pool.awaitIdle()
        try pool.submit { done.signal() }
        done.wait()
    }

    @Test func `a cancelled job leaves the queue immediately`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 1)
        defer { pool.stop() }
        let release = try pool.hold()
        let dropped = Mutex<[any Error]>([])
        let job = Job { error in
            dropped.withLock { $0.append(error) }
        } run: { _ in
            Issue.record("it ran")
            return .whole
        }
        try pool.submit(job)
        #expect(throws: WorkerPool.Busy.self) { try pool.submit {} }
        pool.cancel(job.ticket)
        #expect(dropped.withLock { $0.first is CancellationError } && pool.figures.waiting == 0)
        // The slot is free, and the job is not dropped twice.
        let done = DispatchSemaphore(value: 0)
        try pool.submit { done.signal() }
        pool.cancel(job.ticket)
        release()
        done.wait()
        #expect(dropped.withLock(\.count) == 1)
    }

    @Test func `a job whose deadline passes in the queue never runs`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 2)
        defer { pool.stop() }
        let gate = DispatchSemaphore(value: 0)
        try pool.submit { gate.wait() }
        let dropped = DispatchSemaphore(value: 0)
        let reason = Mutex<(any Error)?>(nil)
        let deadline = ContinuousClock.now + .milliseconds(30)
        try pool.submit(
            Job(deadline: deadline) { error in
                reason.withLock { $0 = error }
                dropped.signal()
            } run: { _ in
                Issue.record("it ran")
                return .whole
            }
        )
        while ContinuousClock.now < deadline { usleep(5000) }
        gate.signal()
        dropped.wait()
        #expect(reason.withLock { ($0 as? WorkerPool.Busy)?.reason } == .waitedTooLong)
    }

    /// A long render must yield between two frames until other callers' jobs are done.
    @Test(arguments: [1, 2]) func `a render is set aside between two frames for a caller that had less time`(
        _ threads: Int
    ) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 9, maximumSetAside: 2)
        defer { pool.stop() }
        let others = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let values = Mutex<[Int]>([])
        let before = Mutex<[Int]>([])
        for _ in 0..<threads {
            try pool.submit(.version4(1)) {
                var own: [Int] = []
                try? pool.inOrder(5000) {
                    Box()
                } produce: { _, number in
                    if others.withLock({ $0 }) < 3 { usleep(2000) }
                    return number
                } consume: {
                    own.append($0)
                }
                values.withLock { $0 += own }
                before.withLock { $0.append(others.withLock { $0 }) }
                done.signal()
            }
        }
        for number in 2..<5 {
            try pool.submit(.version4(UInt32(number))) {
                var sum = 0
                try? pool.inOrder(10) {
                    Box()
                } produce: {
                    $1
                } consume: {
                    sum += $0
                }
                others.withLock { $0 += sum == 45 ? 1 : 0 }
                done.signal()
            }
        }
        for _ in 0..<threads + 3 { done.wait() }
        #expect(before.withLock { $0 } == Array(repeating: 3, count: threads))
        #expect(values.withLock { $0.sorted() } == (0..<5000).flatMap { Array(repeating: $0, count: threads) })
        pool.awaitIdle()
        #expect(pool.figures.callers == 0 && pool.figures.setAside == 0)
    }

    /// A render's own thread may take longer to encode each value than other threads to draw it.
    @Test func `a render is set aside even if its next values are ready`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 9, maximumSetAside: 2)
        defer { pool.stop() }
        let made = Mutex(0)
        let wasThirdFirst = Mutex(false)
        let hasThirdEnded = Mutex(false)
        let ready = DispatchSemaphore(value: 0)
        let submitted = DispatchSemaphore(value: 0)
        let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = DispatchSemaphore(value: 0)
        try pool.submit(.version4(1)) {
            try? pool.inOrder(100) {
                Box()
            } produce: { _, number in
                made.withLock { $0 += 1 }
                return number
            } consume: { number in
                if number == 0 {
                    // Until the other thread has made more.
                    while made.withLock({ $0 }) < 4 { usleep(500) }
                    ready.signal()
                    submitted.wait()
                    // Longer than the service time that a caller may have in advance.
                    usleep(300_000)
                }
                if number == 1 { wasThirdFirst.withLock { $0 = hasThirdEnded.withLock { $0 } } }
            }
            done.signal()
        }
        ready.wait()
        try pool.submit(.version4(2)) {
            began.signal()
            gate.wait()
            done.signal()
        }
        began.wait()
        try pool.submit(.version4(3)) {
            hasThirdEnded.withLock { $0 = true }
            gate.signal()
            done.signal()
        }
        submitted.signal()
        for _ in 0..<3 { done.wait() }
        #expect(wasThirdFirst.withLock { $0 })
        pool.awaitIdle()
    }

    /// More callers than suspension slots and threads.
    @Test(arguments: [1, 2], [1, 2]) func `renders of many callers take turns and all finish`(
        _ threads: Int,
        _ setAside: Int
    ) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 99, maximumSetAside: setAside)
        defer { pool.stop() }
        let done = DispatchSemaphore(value: 0)
        for caller: UInt32 in 0..<8 {
            try pool.submit(.version4(caller)) {
                try? pool.inOrder(40) {
                    Box()
                } produce: { _, number in
                    usleep(2000)
                    return number
                } consume: { _ in
                }
                done.signal()
            }
        }
        for number in 0..<8 {
            try #require(done.wait(timeout: .now() + 60) == .success, "\(number) of 8 ended")
        }
        pool.awaitIdle()
        #expect(pool.figures.setAside == 0)
    }

    @Test func `the caller with less service time is next, regardless of arrival order`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 99)
        defer { pool.stop() }
        let gate = DispatchSemaphore(value: 0)
        let order = Mutex<[UInt32]>([])
        let done = DispatchSemaphore(value: 0)
        try pool.submit(.version4(1)) {
            gate.wait()
            usleep(2000)
        }
        for caller: UInt32 in [1, 1, 1, 1, 2] {
            try pool.submit(.version4(caller)) {
                order.withLock { $0.append(caller) }
                done.signal()
            }
        }
        gate.signal()
        for _ in 0..<5 { done.wait() }
        #expect(order.withLock { $0.first } == 2)
    }

    /// Each value waits until as many values are in progress as there are threads, so an idle thread would be detected.
    @Test(arguments: [2, 3, 5]) func `idle threads are woken for another render's frames`(_ threads: Int) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 9, maximumSetAside: 2)
        defer { pool.stop() }
        for round in 0..<100 {
            let done = DispatchSemaphore(value: 0)
            let all = DispatchSemaphore(value: 0)
            let begun = Mutex(0)
            let alone = Mutex(0)
            try pool.submit {
                try? pool.inOrder(threads) {
                    Box()
                } produce: { _, _ in
                    let isLast = begun.withLock {
                        $0 += 1
                        return $0 == threads
                    }
                    if isLast { for _ in 0..<threads { all.signal() } }
                    if all.wait(timeout: .now() + 60) != .success { alone.withLock { $0 += 1 } }
                } consume: {
                }
                done.signal()
            }
            done.wait()
            try #require(alone.withLock { $0 } == 0, "round \(round)")
            // All threads are idle first in half of the rounds.
            if round % 2 == 0 { pool.awaitIdle() }
        }
    }

    /// A waiter is woken once, and never waits for a frame that was made meanwhile.
    @Test func `a frame is awaited only until it is available`() throws {
        let frames = OrderedTasks(
            count: 3,
            window: 3,
            caller: .other,
            scratch: { Box() },
            produce: { _, number in number },
            reclaim: { _ in }
        )
        let claims = try (0..<3).map { _ in try #require(frames.claim()) }
        #expect(frames.claim() == nil && !frames.hasFrames)
        claims[1]()()
        #expect(frames.mustWait())
        // The finished frame is not the next one in order.
        #expect(frames.arrival.wait(timeout: .now()) == .timedOut)
        claims[0]()()
        #expect(frames.arrival.wait(timeout: .now()) == .success)
        #expect(!frames.mustWait())
        #expect(try frames.takeNext()?.get() == 0)
        #expect(!frames.mustWait())
        #expect(try frames.takeNext()?.get() == 1)
        claims[2]()()
        #expect(frames.arrival.wait(timeout: .now()) == .timedOut)
        #expect(!frames.mustWait())
        #expect(try frames.takeNext()?.get() == 2)
        #expect(frames.isDone)
    }

    /// A render of many short frames is repeatedly set aside for jobs of a few milliseconds. Sometimes another thread
    /// makes frames of the resumed render before its own thread wakes.
    @Test(arguments: [2, 3]) func `a resumed render keeps the frames made meanwhile`(
        _ threads: Int
    ) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 99, maximumSetAside: 4)
        defer { pool.stop() }
        for round in 0..<12 {
            let done = DispatchSemaphore(value: 0)
            let sum = Mutex(0)
            try pool.submit(.version4(1)) {
                try? pool.inOrder(80 + round) {
                    Box()
                } produce: { _, number in
                    usleep(600)
                    return number
                } consume: { number in
                    sum.withLock { $0 += number }
                }
                done.signal()
            }
            usleep(UInt32(30_000 + round % 10 * 1000))
            for other in 0..<threads {
                try pool.submit(.version4(UInt32(2 + other))) {
                    usleep(UInt32(1000 + (round * 7 + other * 5) % 12 * 1000))
                    done.signal()
                }
            }
            for number in 0...threads {
                try #require(
                    done.wait(timeout: .now() + 60) == .success,
                    "round \(round), \(number) ended: \(pool.figures)"
                )
            }
            #expect(sum.withLock { $0 } == (0..<80 + round).reduce(0, +))
        }
        pool.awaitIdle()
    }

    /// Many jobs arrive at once while others end; every idle thread must be woken for them.
    @Test(arguments: [1, 2, 4]) func `every queued job runs`(_ threads: Int) throws {
        let pool = WorkerPool(threads: threads, maximumWaiting: 5000, maximumSetAside: 3)
        defer { pool.stop() }
        let done = DispatchSemaphore(value: 0)
        let count = 2000
        for number in 0..<count {
            try pool.submit(.version4(UInt32(number % 5)), continues: number % 3 == 0) {
                if number % 4 == 0 {
                    try? pool.inOrder(number % 7) {
                        Box()
                    } produce: {
                        $1
                    } consume: { _ in
                    }
                }
                done.signal()
            }
            if number % 50 == 0 { usleep(UInt32(number % 11 * 100)) }
        }
        for number in 0..<count {
            try #require(done.wait(timeout: .now() + 60) == .success, "\(number) of \(count) ended")
        }
        pool.awaitIdle()
    }

    @Test func `concurrent renders each get their own values`() throws {
        let pool = WorkerPool(threads: 3, maximumWaiting: 100)
        defer { pool.stop() }
        let sums = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)
        for render in 0..<20 {
            try pool.submit {
                var sum = 0
                try? pool.inOrder(50) {
                    Box()
                } produce: {
                    $1 * render
                } consume: {
                    sum += $0
                }
                sums.withLock { $0.append(sum) }
                done.signal()
            }
        }
        for _ in 0..<20 { done.wait() }
        #expect(sums.withLock { $0.sorted() } == (0..<20).map { 1225 * $0 })
    }
}

extension WorkerPool {
    /// Submits a job that runs `body`.
    func submit(
        _ caller: Caller = .other,
        continues: Bool = false,
        _ body: @escaping @Sendable () -> Void
    ) throws(Busy) {
        try submit(
            Job(Ticket(caller), continues: continues) { _ in
                body()
                return .whole
            }
        )
    }

    /// Returns when no job waits or runs.
    func awaitIdle() { wait { $0.running + $0.waiting + $0.continuing + $0.setAside == 0 } }

    /// Returns when `figures` satisfy the condition; records an issue after a minute.
    func wait(until isSo: (Figures) -> Bool) {
        for _ in 0..<30_000 {
            if isSo(figures) { return }
            usleep(2000)
        }
        Issue.record("in vain: \(figures)")
    }

    /// Blocks every thread, and returns when all are blocked. The result unblocks them.
    func hold() throws -> () -> Void {
        let (held, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<threadCount {
            try submit {
                held.signal()
                gate.wait()
            }
        }
        for _ in 0..<threadCount { held.wait() }
        return { [threadCount] in
            for _ in 0..<threadCount { gate.signal() }
        }
    }
}
