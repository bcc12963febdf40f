import Foundation
import Synchronization
import Testing
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// The two clocks of a render.
struct StageTimesTests {
    private static let work: Int64 = 20_000_000

    private static func processorTime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Keeps the calling thread busy until its own clock says so.
    private static func compute() {
        let end = processorTime() + work
        while processorTime() < end {}
    }

    @Test func `whoever waits for others takes time, but no processor`() {
        let times = StageTimes()
        times.measure(.raster) {
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                Self.compute()
                isDone.signal()
            }
            isDone.wait()
        }
        let spent = times[.raster]
        #expect(spent.elapsed >= Self.work)
        #expect(spent.processor < spent.elapsed / 2)
        #expect(times[.simulation] == StageTimes.Spent() && times[.encoding] == StageTimes.Spent())
    }

    @Test func `the processor time of all threads is added up`() {
        let times = StageTimes()
        DispatchQueue.concurrentPerform(iterations: 3) { number in
            times.measure(number == 0 ? .simulation : .encoding) { Self.compute() }
        }
        #expect(times[.simulation].processor >= Self.work)
        #expect(times[.encoding].processor >= 2 * Self.work)
        #expect(times.processor == times[.simulation].processor + times[.encoding].processor)
        #expect(times.unstaged == 0)
    }

    @Test func `what belongs to no stage counts as well, and nothing counts twice`() {
        let times = StageTimes()
        let start = Self.processorTime()
        times.spend {
            Self.compute()
            times.measure(.raster) { Self.compute() }
            // Whoever asks in the middle sees what is spent by then.
            times.settle()
            #expect(times.processor >= 2 * Self.work && times.unstaged >= Self.work)
            Self.compute()
        }
        let spent = Self.processorTime() - start
        #expect((3 * Self.work...spent).contains(times.processor))
        #expect(times.unstaged == times.processor - times[.raster].processor)
        times.settle()
        #expect(times.processor <= spent)
    }

    @Test func `a pool counts the frames that other threads have made for a render`() async {
        let pool = WorkerPool(threads: 2, maximumWaiting: 4)
        defer { pool.stop() }
        let times = StageTimes()
        await withCheckedContinuation { continuation in
            // Both threads hold a frame at a time: the first ones wait for each other.
            let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
            let job = Job(WorkerPool.Ticket(.other), kind: .apng, work: 1, pixels: 1, clock: times) { _ in
            } run: { _ in
                try? pool.inOrder(2) {
                    Scratch()
                } produce: { _, number in
                    arrived[number].signal()
                    arrived[1 - number].wait()
                    Self.compute()
                } consume: {
                }
                times.settle()
                continuation.resume()
                return .whole
            }
            #expect(throws: Never.self) { try pool.submit(job) }
        }
        #expect(times.processor >= 2 * Self.work)
    }

    private final class Scratch {}
}
