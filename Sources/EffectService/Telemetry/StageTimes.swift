import Synchronization

/// What a render has cost so far, by stage, over all threads.
final class StageTimes: Sendable {
    /// The parts of the road from a spec to bytes.
    enum Stage: String, CaseIterable, Sendable {
        case simulation = "sim"
        case raster
        case encoding = "encode"
    }

    private let simulation = Atomic<Int64>(0)
    private let raster = Atomic<Int64>(0)
    private let encoding = Atomic<Int64>(0)
    private let frames = Atomic<Int64>(0)

    /// Does `work` and adds what it took.
    func measure<Result>(_ stage: Stage, _ work: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { add(ContinuousClock.now - start, to: stage) }
        return try work()
    }

    /// A frame is made.
    func countFrame() { frames.wrappingAdd(1, ordering: .relaxed) }

    var frameCount: Int { Int(frames.load(ordering: .relaxed)) }

    /// In nanoseconds.
    subscript(stage: Stage) -> Int64 {
        switch stage {
        case .simulation: simulation.load(ordering: .relaxed)
        case .raster: raster.load(ordering: .relaxed)
        case .encoding: encoding.load(ordering: .relaxed)
        }
    }

    private func add(_ duration: Duration, to stage: Stage) {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
        switch stage {
        case .simulation: simulation.wrappingAdd(nanoseconds, ordering: .relaxed)
        case .raster: raster.wrappingAdd(nanoseconds, ordering: .relaxed)
        case .encoding: encoding.wrappingAdd(nanoseconds, ordering: .relaxed)
        }
    }
}
