internal import CMalloc
import Dispatch

/// Gives memory back to the system that a burst of renders has left behind: libraries and the allocator keep it for more to come, which in a
/// container looks like a leak.
///
/// Looks once a second, and does something when nothing was done for a whole one after there was work: not between two requests, of which
/// the next would have to make again what was let go.
///
/// `@unchecked Sendable`: the timer is made and cancelled, and touched by nobody in between.
final class MemoryKeeper: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - interval: From look to look.
    ///   - workBeforeQuiet: How much work of any kind has ended so far; `nil` while there is any.
    ///   - tidy: Lets go of what is only kept for work like the last.
    init(
        every interval: DispatchTimeInterval = .seconds(1),
        workBeforeQuiet: @escaping @Sendable () -> Int?,
        tidy: @escaping @Sendable () -> Void
    ) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        self.timer = timer
        var state = QuietTimes()
        // One timer's calls come one after another.
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

/// When it is quiet for the first time since there was work.
struct QuietTimes {
    private var last: Int?
    private var handled = 0

    /// - Parameter work: How much has ended so far; `nil` while there is any.
    /// - Returns: Whether nothing has ended or begun since the look before, but something since it was true for the last time.
    mutating func isTime(_ work: Int?) -> Bool {
        defer { last = work }
        guard let work, work == last, work != handled else { return false }
        handled = work
        return true
    }
}
