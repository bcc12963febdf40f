import Foundation
import Synchronization
import Testing
@testable import EffectRendering
@testable import WorkScheduling

/// Elapsed and processor time of a render's stages.
struct StageTimesTests {
    private static let work: Int64 = 20_000_000

    private static func processorTime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Keeps the calling thread busy for `work` nanoseconds of its processor time.
    private static func compute() {
        let end = processorTime() + work
        while processorTime() < end {}
    }

    @Test func `a waiting thread accumulates elapsed time but no processor time`() {
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

    @Test func `processor times of all threads are added up`() {
        let times = StageTimes()
        DispatchQueue.concurrentPerform(iterations: 3) { number in
            times.measure(number == 0 ? .simulation : .encoding) { Self.compute() }
        }
        #expect(times[.simulation].processor >= Self.work)
        #expect(times[.encoding].processor >= 2 * Self.work)
        #expect(times.processor == times[.simulation].processor + times[.encoding].processor)
        #expect(times.unstaged == 0)
    }

    @Test func `time outside any stage is counted, and no time is counted twice`() {
        let times = StageTimes()
        let start = Self.processorTime()
        times.spend {
            Self.compute()
            times.measure(.raster) { Self.compute() }
            // `settle()` includes the time up to the call.
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

    @Test func `a pool counts frames that other threads render`() async {
        let pool = WorkerPool(threads: 2, maximumWaiting: 4)
        defer { pool.stop() }
        let times = StageTimes()
        await withCheckedContinuation { continuation in
            // Each thread holds one frame: the first two wait for each other.
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
