internal import CMalloc
import Dispatch

/// Gives memory back to the system that a burst of renders has left behind: libraries and the allocator keep it for more to come, which in a
/// container looks like a leak.
///
/// Looks once a second, and does something when all is quiet and was not before.
///
/// `@unchecked Sendable`: the timer is made and cancelled, and touched by nobody in between.
final class MemoryKeeper: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - workBeforeQuiet: How much work of any kind has ended so far; `nil` while there is any.
    ///   - tidy: Lets go of what is only kept for work like the last.
    init(workBeforeQuiet: @escaping @Sendable () -> Int?, tidy: @escaping @Sendable () -> Void) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        self.timer = timer
        nonisolated(unsafe) var seen = 0
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(200))
        // One timer's calls come one after another.
        timer.setEventHandler {
            guard let now = workBeforeQuiet(), now != seen else { return }
            seen = now
            tidy()
            malloc_trim(0)
        }
        timer.resume()
    }

    deinit { timer.cancel() }
}
