import Glibc
import Synchronization

/// What a render has cost so far, over all threads: by stage, and in all.
final class StageTimes: Sendable {
    /// The parts of the road from a spec to bytes.
    enum Stage: String, CaseIterable, Sendable {
        case simulation = "sim"
        case raster
        case encoding = "encode"
    }

    /// Two clocks of one stage, in nanoseconds.
    struct Spent: Sendable, Equatable {
        /// Of the clock on the wall: grows with whatever else the machine does.
        var elapsed: Int64 = 0
        /// Of the processor, while it was at this work.
        var processor: Int64 = 0
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
    /// Threads that are at work for it, with their clocks when they were last counted.
    private let threads = Mutex<[pthread_t: Int64]>([:])

    /// Does work of this render, of whatever stage or none, and adds the processor time of the calling thread.
    func spend<Result>(_ work: () -> Result) -> Result {
        let start = Self.time(CLOCK_THREAD_CPUTIME_ID)
        threads.withLock { $0[pthread_self()] = start }
        defer {
            settle()
            threads.withLock { $0[pthread_self()] = nil }
        }
        return work()
    }

    /// Adds what the calling thread has spent so far, if it is at work for this render.
    func settle() {
        let now = Self.time(CLOCK_THREAD_CPUTIME_ID)
        let start = threads.withLock { threads in
            threads[pthread_self()].map { start in
                threads[pthread_self()] = now
                return start
            }
        }
        if let start { whole.wrappingAdd(now - start, ordering: .relaxed) }
    }

    /// Does `work` and adds what it took of the calling thread.
    func measure<Result>(_ stage: Stage, _ work: () throws -> Result) rethrows -> Result {
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

    /// A frame is made.
    func countFrame() { frames.wrappingAdd(1, ordering: .relaxed) }

    var frameCount: Int { Int(frames.load(ordering: .relaxed)) }

    subscript(stage: Stage) -> Spent {
        switch stage {
        case .simulation: simulation.spent
        case .raster: raster.spent
        case .encoding: encoding.spent
        }
    }

    /// Processor time in nanoseconds: of all stages, and of what is none, as choosing colors.
    var processor: Int64 { max(ofStages, whole.load(ordering: .relaxed)) }

    /// Processor time that no stage has.
    var unstaged: Int64 { processor - ofStages }

    private var ofStages: Int64 { Stage.allCases.reduce(0) { $0 + self[$1].processor } }

    private static func time(_ clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
