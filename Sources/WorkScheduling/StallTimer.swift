import Synchronization

/// A timeout that is renewed as long as there is progress.
package final class StallTimer: Sendable {
    private let timeout: Duration
    private let end: Mutex<ContinuousClock.Instant>

    package init(_ timeout: Duration) {
        self.timeout = timeout
        end = Mutex(.now + timeout)
    }

    package func renew() { end.withLock { $0 = .now + timeout } }

    package var isOver: Bool { ContinuousClock.now > end.withLock { $0 } }
}
