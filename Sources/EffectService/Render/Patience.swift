import Synchronization

/// A timeout that is renewed as long as there is progress.
final class Patience: Sendable {
    private let timeout: Duration
    private let end: Mutex<ContinuousClock.Instant>

    init(_ timeout: Duration) {
        self.timeout = timeout
        end = Mutex(.now + timeout)
    }

    func renew() { end.withLock { $0 = .now + timeout } }

    var isOver: Bool { ContinuousClock.now > end.withLock { $0 } }
}
