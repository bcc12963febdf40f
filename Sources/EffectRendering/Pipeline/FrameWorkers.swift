internal import EffectSimulation
import Synchronization

/// Idle drawing state of the threads that render one animation, for reuse by later calls.
package final class FrameWorkers: Sendable {
    private let idle = Mutex<[FrameWorker]>([])

    /// No idle state.
    package init() {}

    func take() -> FrameWorker? { idle.withLock { $0.popLast() } }

    func give(_ worker: FrameWorker) { idle.withLock { $0.append(worker) } }

    /// Releases all idle state.
    package func clear() { idle.withLock { $0.removeAll() } }

    /// Number of idle states.
    package var count: Int { idle.withLock { $0.count } }
}

/// Drawing state that a thread reuses from frame to frame. Used by one thread at a time, and handed over under a lock.
final class FrameWorker: @unchecked Sendable {
    // @unchecked: painter and coder are only touched by the thread that took the worker.
    let painter: FramePainter
    let coder: any FrameCoder

    init(_ simulation: Simulation, _ format: any AnimationFormat) {
        painter = FramePainter(
            simulation,
            recordsStraightColors: format.readsStraightColors,
            keepsLast: format.comparesBitmaps
        )
        coder = format.makeCoder()
    }
}
