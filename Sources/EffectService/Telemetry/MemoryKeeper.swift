internal import CMalloc
import Dispatch

/// Gives memory back to the system that a burst of renders has left behind: the allocator keeps it for more to come, which in a container
/// looks like a leak.
///
/// Looks once a second, and does something when all is quiet and was not before.
///
/// `@unchecked Sendable`: the timer is made and cancelled, and touched by nobody in between.
final class MemoryKeeper: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - isIdle: Whether nothing is rendered.
    ///   - count: How many renders have ended so far.
    init(isIdle: @escaping @Sendable () -> Bool, count: @escaping @Sendable () -> Int) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        self.timer = timer
        nonisolated(unsafe) var seen = 0
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        // One timer's calls come one after another.
        timer.setEventHandler {
            let now = count()
            guard now != seen, isIdle() else { return }
            seen = now
            malloc_trim(0)
        }
        timer.resume()
    }

    deinit { timer.cancel() }
}
