import Synchronization

/// A clock that a test advances, so that slow machines do not hit deadlines.
final class ManualClock: Sendable {
    private let state = Mutex((now: UInt64(1_000_000_000), looks: 0))

    /// Returns the current time in nanoseconds.
    @Sendable func now() -> UInt64 {
        state.withLock { state in
            state.looks += 1
            return state.now
        }
    }

    /// Number of times the clock was read.
    var looks: Int { state.withLock { $0.looks } }

    /// Advances time in steps until `condition` holds; gives up after a minute of real time.
    ///
    /// For deadlines that start at an instant the test cannot observe.
    func pass(_ step: Duration, until condition: () -> Bool) -> Bool {
        TestServer.eventually {
            advance(by: step)
            return condition()
        }
    }

    func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        state.withLock { $0.now += UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000) }
    }
}
