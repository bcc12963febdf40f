import Foundation
import Synchronization
import Testing
import SystemSupport

struct ThreadTests {
    @Test func `a thread has its name and its stack size`() throws {
        let name = Mutex("")
        let done = DispatchSemaphore(value: 0)
        let isStarted = startThread("a-name-of-more-than-15-bytes", stackBytes: 8 << 20) {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.withLock { $0 = text ?? "" }
            // Larger than a default stack allows.
            let bytes = withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
                buffer.initializeMemory(as: UInt8.self, repeating: 1)
                return buffer.reduce(0) { $0 + Int($1) }
            }
            #expect(bytes == 1 << 20)
            done.signal()
        }
        #expect(isStarted)
        done.wait()
        #expect(name.withLock { $0 } == "a-name-of-more-\n")
    }

    @Test func `a lock is exclusive, and waiting threads are woken`() {
        let monitor = Monitor()
        nonisolated(unsafe) var count = 0
        let done = DispatchGroup()
        for number in 0..<8 {
            done.enter()
            startThread("count-\(number)", stackBytes: 1 << 20) {
                for _ in 0..<1000 {
                    monitor.lock()
                    // Threads take turns, so that each waits for the others.
                    while count % 8 != number { monitor.wait() }
                    count += 1
                    monitor.broadcast()
                    monitor.unlock()
                }
                done.leave()
            }
        }
        done.wait()
        #expect(count == 8000)
    }
}
