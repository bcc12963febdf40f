import Synchronization

/// A bounded number of places, each free again when its holder lets go of it. No caller takes more of them than it leaves free: alone
/// it may have half, rounded up, and whoever comes always finds some, until many callers share them.
final class Places: Sendable {
    /// How many there are in all.
    let count: Int
    private let state: Mutex<State>

    private struct State {
        var free: Int
        /// Of those who have any.
        var held: [Caller: Int] = [:]
    }

    init(_ count: Int) {
        self.count = max(0, count)
        state = Mutex(State(free: max(0, count)))
    }

    /// How many are taken.
    var taken: Int { state.withLock { count - $0.free } }

    /// A place; `nil` if too few are free.
    func take(for caller: Caller) -> Place? {
        let isFree = state.withLock { state in
            guard state.free > state.held[caller, default: 0] else { return false }
            state.free -= 1
            state.held[caller, default: 0] += 1
            return true
        }
        return isFree ? Place(of: self, caller) : nil
    }

    private func giveBack(_ caller: Caller) {
        state.withLock { state in
            state.free += 1
            let held = state.held[caller, default: 1] - 1
            state.held[caller] = held > 0 ? held : nil
        }
    }

    /// One place, taken for as long as this lives.
    final class Place: Sendable {
        private let places: Places
        private let caller: Caller

        fileprivate init(of places: Places, _ caller: Caller) { (self.places, self.caller) = (places, caller) }

        deinit { places.giveBack(caller) }
    }
}
