import Synchronization

/// Time limit of work done piece by piece. The time runs while a piece is queued or made, and stands still between
/// pieces, while the work waits for a reader.
package final class RenderClock: Sendable {
    private enum State {
        case running(until: ContinuousClock.Instant)
        case stopped(left: Duration)
    }

    private let state: Mutex<State>

    /// Creates a running clock.
    package init(until deadline: ContinuousClock.Instant) { state = Mutex(.running(until: deadline)) }

    /// Starts the clock; no effect on a running one.
    package func start() {
        state.withLock { state in
            if case .stopped(let left) = state { state = .running(until: .now + left) }
        }
    }

    /// Stops the clock; no effect on a stopped one.
    package func stop() {
        state.withLock { state in
            if case .running(let deadline) = state { state = .stopped(left: deadline - .now) }
        }
    }

    /// Whether no time is left.
    package var isOver: Bool {
        state.withLock { state in
            switch state {
            case .running(let deadline): ContinuousClock.now > deadline
            case .stopped(let left): left < .zero
            }
        }
    }
}
