import Foundation
import SmallHTTP

/// An observer that records events, for tests to wait for.
///
/// `@unchecked Sendable`: `state` is accessed under the condition's lock only.
final class Recorder: ServerObserver, @unchecked Sendable {
    struct Seen {
        var began = 0
        var ended: [ConnectionSummary] = []
        var refused: [ConnectionRefusal] = []
        /// Time and error of each failed `accept`.
        var acceptFailures: [(at: UInt64, errno: Int32)] = []
        var received = 0
        var sent: [Int] = []
        var failures: [HTTPFailure] = []
        var requests: [RequestSummary] = []
    }

    private let condition = NSCondition()
    private var state = Seen()

    var seen: Seen {
        condition.withLock { state }
    }

    /// Waits until `isReached` returns true, for a minute at most.
    ///
    /// - Returns: Whether the condition was reached.
    func wait(until isReached: (Seen) -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: 60)
        return condition.withLock {
            while !isReached(state) {
                guard condition.wait(until: end) else { return isReached(state) }
            }
            return true
        }
    }

    private func note(_ edit: (inout Seen) -> Void) {
        condition.withLock {
            edit(&state)
            condition.broadcast()
        }
    }

    func connectionBegan() { note { $0.began += 1 } }
    func connectionEnded(_ summary: ConnectionSummary) { note { $0.ended.append(summary) } }
    func connectionRefused(_ refusal: ConnectionRefusal) { note { $0.refused.append(refusal) } }
    func acceptFailed(errno: Int32) {
        note { $0.acceptFailures.append((DispatchTime.now().uptimeNanoseconds, errno)) }
    }
    func received(bytes: Int) { note { $0.received += bytes } }
    func sent(bytes: Int) { note { $0.sent.append(bytes) } }
    func requestFailed(_ failure: HTTPFailure) { note { $0.failures.append(failure) } }
    func requestEnded(_ summary: RequestSummary) { note { $0.requests.append(summary) } }
}
