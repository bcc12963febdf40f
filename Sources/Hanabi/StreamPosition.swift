internal import EffectRendering
internal import Synchronization

/// Number of the next piece of a file. Used by one job at a time.
final class StreamPosition: Sendable {
    private let position = Atomic(0)

    var number: Int { position.load(ordering: .relaxed) }

    func advance() { position.wrappingAdd(1, ordering: .relaxed) }
}

extension RenderSession {
    /// Bytes of the canvases that idle drawing state holds.
    func heldBytes(_ workers: FrameWorkers) -> Int { workers.count * animation.canvasBytes }
}
