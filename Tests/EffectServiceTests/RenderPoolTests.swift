import EffectService
import Foundation
import Synchronization
import Testing

struct RenderPoolTests {
    private final class Box { var uses = 0 }
    private struct Fault: Error, Equatable { let number: Int }

    @Test(arguments: [1, 2, 3, 8])
    func `values come in order, whatever the number of threads`(_ threads: Int) throws {
        let pool = RenderPool(threads: threads, maximumWaiting: 0)
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

    @Test func `no more values are held than a few for each thread`() throws {
        let pool = RenderPool(threads: 2, maximumWaiting: 0)
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
        let pool = RenderPool(threads: 3, maximumWaiting: 0)
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

    @Test func `the one too many is told so at once, and the rest is done`() throws {
        let pool = RenderPool(threads: 2, maximumWaiting: 3)
        defer { pool.stop() }
        let gate = DispatchSemaphore(value: 0)
        let done = Mutex(0)
        for _ in 0..<5 {
            try pool.submit {
                gate.wait()
                done.withLock { $0 += 1 }
            }
        }
        #expect(throws: RenderPool.Busy.self) { try pool.submit {} }
        // The next piece of an answer that has begun is never refused.
        try pool.submit(continues: true) { done.withLock { $0 += 1 } }
        // It takes no place in the queue either: with one render done, another is taken.
        gate.signal()
        for _ in 0..<500 where done.withLock({ $0 }) < 1 { usleep(10_000) }
        var taken = false
        for _ in 0..<100 where !taken {
            taken = (try? pool.submit { done.withLock { $0 += 1 } }) != nil
            usleep(1000)
        }
        #expect(taken)
        for _ in 0..<4 { gate.signal() }
        for _ in 0..<500 where done.withLock({ $0 }) < 7 { usleep(10_000) }
        #expect(done.withLock { $0 } == 7)
        #expect(pool.load == (0, 0))
    }

    @Test func `several renders at once each get their own values`() throws {
        let pool = RenderPool(threads: 3, maximumWaiting: 100)
        defer { pool.stop() }
        let sums = Mutex<[Int]>([])
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
            }
        }
        for _ in 0..<1000 where sums.withLock(\.count) < 20 { usleep(10_000) }
        #expect(sums.withLock { $0.sorted() } == (0..<20).map { 1225 * $0 })
    }
}
