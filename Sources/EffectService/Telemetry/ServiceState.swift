internal import SmallHTTP
import Synchronization

/// State reported to operators: whether the service accepts work, and its connections.
final class ServiceState: Sendable {
    private let draining = Atomic(false)
    private let fullSince = Mutex<ContinuousClock.Instant?>(nil)
    private let server = Mutex<(@Sendable () -> (ConnectionCounts, unsentBytes: Int))?>(nil)

    /// Reports the service as not ready from now on. Requests are still accepted.
    func beginDraining() { draining.store(true, ordering: .relaxed) }

    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Notes the state of the queues at each readiness check.
    ///
    /// - Returns: Time since the first of consecutive checks that found a queue full; `nil` if none is full now.
    func noteQueue(isFull: Bool, now: ContinuousClock.Instant = .now) -> Duration? {
        fullSince.withLock { since in
            since = isFull ? since ?? now : nil
            return since.map { now - $0 }
        }
    }

    /// - Parameter figures: Called for each request for the metrics page.
    func watch(_ figures: @escaping @Sendable () -> (ConnectionCounts, unsentBytes: Int)) {
        server.withLock { $0 = figures }
    }

    var connections: (ConnectionCounts, unsentBytes: Int) {
        server.withLock { $0 }?() ?? (ConnectionCounts(), 0)
    }
}
