internal import CMalloc
import Dispatch

/// Returns memory to the system, under load and after it. Libraries and the allocator retain memory for further work,
/// which looks like a leak in a container.
///
/// Trims the heap every other second under load, and every second while much memory is resident: what many sizes of images leave
/// behind is free, but scattered, and would add up to half as much again. In the first idle second, releases what is kept for
/// further work, too. Between two close requests that stays, since the next one would have to make it again.
///
/// `@unchecked Sendable`: the timer is set in the initializer, cancelled in the deinitializer, and not accessed in
/// between.
final class MemoryTrimmer: @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - interval: Time between checks.
    ///   - residentBytes: Returns the resident memory of the process.
    ///   - workBeforeQuiet: Returns the number of jobs ended so far; `nil` while any is running or queued.
    ///   - tidy: Releases everything kept only for further work of the same kind.
    init(
        every interval: DispatchTimeInterval = .seconds(1),
        residentBytes: @escaping @Sendable () -> Int = { ProcessFigures()?.residentBytes ?? 0 },
        workBeforeQuiet: @escaping @Sendable () -> Int?,
        tidy: @escaping @Sendable () -> Void
    ) {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        self.timer = timer
        var schedule = TrimSchedule()
        // Calls of one timer never overlap.
        nonisolated(unsafe) let look = {
            schedule.step(workBeforeQuiet(), isLarge: residentBytes() > TrimSchedule.largeBytes)
        }
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        timer.setEventHandler {
            switch look() {
            case .nothing: return
            case .trim: break
            case .tidy: tidy()
            }
            malloc_trim(0)
        }
        timer.resume()
    }

    deinit { timer.cancel() }
}

/// Decides when memory is returned: in the first idle interval after activity, and now and then while it goes on.
struct TrimSchedule {
    enum Step {
        case nothing
        /// The heap is trimmed.
        case trim
        /// The heap is trimmed after releasing what is kept for further work.
        case tidy
    }

    /// Intervals of activity after which the heap is trimmed, unless much memory is resident.
    static let intervalsUnderLoad = 2
    /// Resident memory from which the heap is trimmed after each interval of activity.
    static let largeBytes = 140 << 20

    private var last: Int?
    private var handled = 0
    private var busyIntervals = 0

    /// The step for the interval that ends now. An interval is idle if no job has begun or ended since the previous call.
    ///
    /// - Parameters:
    ///   - work: Number of jobs ended so far; `nil` while any is running or queued.
    ///   - isLarge: Whether much memory is resident.
    mutating func step(_ work: Int?, isLarge: @autoclosure () -> Bool = false) -> Step {
        defer { last = work }
        if let work, work == last {
            busyIntervals = 0
            guard work != handled else { return .nothing }
            handled = work
            return .tidy
        }
        busyIntervals += 1
        guard busyIntervals >= (isLarge() ? 1 : Self.intervalsUnderLoad) else { return .nothing }
        busyIntervals = 0
        return .trim
    }
}
