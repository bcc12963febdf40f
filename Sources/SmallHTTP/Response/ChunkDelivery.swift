import Synchronization

/// The single delivery that a ``BodySource`` owes for a call of `next`: later ones are ignored, a missing one is a
/// failure.
final class ChunkDelivery: Sendable {
    private let isDelivered = Mutex(false)
    private let forward: @Sendable (BodyChunk) -> Void

    init(_ forward: @escaping @Sendable (BodyChunk) -> Void) {
        self.forward = forward
    }

    deinit {
        deliver(.failed)
    }

    func deliver(_ chunk: BodyChunk) {
        let isFirst = isDelivered.withLock { isDelivered in
            defer { isDelivered = true }
            return !isDelivered
        }
        if isFirst { forward(chunk) }
    }
}
