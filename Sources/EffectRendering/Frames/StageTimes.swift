import Synchronization
internal import WorkScheduling

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Elapsed and processor time of a render over all threads: by stage, and in total.
package final class StageTimes: WorkClock {
    /// Stages between a spec and its bytes.
    package enum Stage: String, CaseIterable, Sendable {
        case simulation = "sim"
        case raster
        case encoding = "encode"
    }

    /// Elapsed and processor time of one stage, in nanoseconds.
    package struct Spent: Sendable, Equatable {
        /// Wall-clock time, which grows with the load of the machine.
        package var elapsed: Int64 = 0
        /// Processor time of the thread.
        package var processor: Int64 = 0
    }

    private struct Tally: ~Copyable, Sendable {
        let elapsed = Atomic<Int64>(0)
        let processor = Atomic<Int64>(0)

        func add(_ spent: Spent) {
            elapsed.wrappingAdd(spent.elapsed, ordering: .relaxed)
            processor.wrappingAdd(spent.processor, ordering: .relaxed)
        }

        var spent: Spent {
            Spent(elapsed: elapsed.load(ordering: .relaxed), processor: processor.load(ordering: .relaxed))
        }
    }

    private let simulation = Tally()
    private let raster = Tally()
    private let encoding = Tally()
    private let frames = Atomic<Int64>(0)
    private let whole = Atomic<Int64>(0)
    /// Threads working on the render, with their processor clocks when last added to the total.
    private let threads = Mutex<[pthread_t: Int64]>([:])

    /// No time spent yet.
    package init() {}

    /// Runs work of this render, in any stage or none, and adds the processor time of the calling thread to the total.
    func spend<Result>(_ work: () -> Result) -> Result {
        let start = Self.time(CLOCK_THREAD_CPUTIME_ID)
        threads.withLock { $0[pthread_self()] = start }
        defer {
            settle()
            threads.withLock { $0[pthread_self()] = nil }
        }
        return work()
    }

    /// Adds the calling thread's processor time so far, if the thread is working on this render.
    package func settle() {
        let now = Self.time(CLOCK_THREAD_CPUTIME_ID)
        let start = threads.withLock { threads in
            threads[pthread_self()].map { start in
                threads[pthread_self()] = now
                return start
            }
        }
        if let start { whole.wrappingAdd(now - start, ordering: .relaxed) }
    }

    /// Runs `work`, and adds its time on the calling thread to a stage.
    package func measure<Result>(_ stage: Stage, _ work: () throws -> Result) rethrows -> Result {
        let (start, processor) = (Self.time(CLOCK_MONOTONIC), Self.time(CLOCK_THREAD_CPUTIME_ID))
        defer {
            let spent = Spent(
                elapsed: Self.time(CLOCK_MONOTONIC) - start,
                processor: Self.time(CLOCK_THREAD_CPUTIME_ID) - processor
            )
            switch stage {
            case .simulation: simulation.add(spent)
            case .raster: raster.add(spent)
            case .encoding: encoding.add(spent)
            }
        }
        return try work()
    }

    /// Counts a finished frame.
    package func countFrame() { frames.wrappingAdd(1, ordering: .relaxed) }

    package var frameCount: Int { Int(frames.load(ordering: .relaxed)) }

    package subscript(stage: Stage) -> Spent {
        switch stage {
        case .simulation: simulation.spent
        case .raster: raster.spent
        case .encoding: encoding.spent
        }
    }

    /// Processor time in nanoseconds: of all stages, and of work outside stages such as choosing colors.
    package var processor: Int64 { max(ofStages, whole.load(ordering: .relaxed)) }

    /// Processor time outside all stages, in nanoseconds.
    package var unstaged: Int64 { processor - ofStages }

    private var ofStages: Int64 { Stage.allCases.reduce(0) { $0 + self[$1].processor } }

    private static func time(_ clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
