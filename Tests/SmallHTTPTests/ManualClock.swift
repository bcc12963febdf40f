import Synchronization

/// A clock that goes when a test says so: no deadline passes because a machine is slow.
final class ManualClock: Sendable {
    private let state = Mutex((now: UInt64(1_000_000_000), looks: 0))

    /// Nanoseconds.
    @Sendable func now() -> UInt64 {
        state.withLock { state in
            state.looks += 1
            return state.now
        }
    }

    /// How often somebody has looked at it.
    var looks: Int { state.withLock { $0.looks } }

    /// Lets time pass in steps until `condition` holds; gives up after a minute of the machine's own.
    ///
    /// For deadlines that count from something the test cannot see to the instant.
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
