internal import CMalloc
import Dispatch

/// Returns memory to the system after a burst of renders. Libraries and the allocator retain memory for further work,
/// which looks like a leak in a container.
///
/// Trims the heap after one idle second that follows activity. Between two close requests nothing is released, since
/// the next one would have to allocate it again.
///
/// `@unchecked Sendable`: the timer is set in the initializer, cancelled in the deinitializer, and not accessed in
/// between.
final class IdleMemoryTrimmer: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - interval: Time between checks.
    ///   - workBeforeQuiet: Returns the number of jobs ended so far; `nil` while any is running or queued.
    ///   - tidy: Releases everything kept only for further work of the same kind.
    init(
        every interval: DispatchTimeInterval = .seconds(1),
        workBeforeQuiet: @escaping @Sendable () -> Int?,
        tidy: @escaping @Sendable () -> Void
    ) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        self.timer = timer
        var state = IdleDetector()
        // Calls of one timer never overlap.
        nonisolated(unsafe) let look = { state.isTime(workBeforeQuiet()) }
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.setEventHandler {
            guard look() else { return }
            tidy()
            malloc_trim(0)
        }
        timer.resume()
    }

    deinit { timer.cancel() }
}

/// Detects the first idle interval after activity.
struct IdleDetector {
    private var last: Int?
    private var handled = 0

    /// - Parameter work: Number of jobs ended so far; `nil` while any is running or queued.
    /// - Returns: Whether no job has begun or ended since the previous call, but some have since the last call that
    ///   returned true.
    mutating func isTime(_ work: Int?) -> Bool {
        defer { last = work }
        guard let work, work == last, work != handled else { return false }
        handled = work
        return true
    }
}
