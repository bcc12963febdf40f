internal import SmallHTTP
import Synchronization

/// Whether the service takes work, and how its connections stand: what the routes for operators tell.
final class ServiceState: Sendable {
    private let draining = Atomic(false)
    private let fullSince = Mutex<ContinuousClock.Instant?>(nil)
    private let server = Mutex<(@Sendable () -> (ConnectionCounts, unsentBytes: Int))?>(nil)

    /// From now on it says that it takes no more work, and takes what comes all the same.
    func beginDraining() { draining.store(true, ordering: .relaxed) }

    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Called whenever somebody asks whether the service is ready.
    ///
    /// - Returns: For how long the queue was full each time; `nil` if it is not now.
    func noteQueue(isFull: Bool, now: ContinuousClock.Instant = .now) -> Duration? {
        fullSince.withLock { since in
            since = isFull ? since ?? now : nil
            return since.map { now - $0 }
        }
    }

    /// - Parameter figures: Asked whenever somebody wants to know.
    func watch(_ figures: @escaping @Sendable () -> (ConnectionCounts, unsentBytes: Int)) {
        server.withLock { $0 = figures }
    }

    var connections: (ConnectionCounts, unsentBytes: Int) {
        server.withLock { $0 }?() ?? (ConnectionCounts(), 0)
    }
}
