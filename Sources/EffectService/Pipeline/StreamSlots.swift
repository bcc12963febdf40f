import Synchronization
internal import WorkScheduling

/// A bounded number of slots, each released when its holder is deallocated. A caller may not hold more slots than it
/// leaves free: a single caller may take half of them, rounded up, and a newcomer finds a free one until many callers
/// share them.
final class StreamSlots: Sendable {
    /// Total number of slots.
    let count: Int
    private let state: Mutex<State>

    private struct State {
        var free: Int
        /// Number of slots held by each caller that holds any.
        var held: [Caller: Int] = [:]
    }

    init(_ count: Int) {
        self.count = max(0, count)
        state = Mutex(State(free: max(0, count)))
    }

    /// Number of slots taken.
    var taken: Int { state.withLock { count - $0.free } }

    /// Takes a slot; `nil` if too few are free for the caller.
    func take(for caller: Caller) -> Slot? {
        let isFree = state.withLock { state in
            guard state.free > state.held[caller, default: 0] else { return false }
            state.free -= 1
            state.held[caller, default: 0] += 1
            return true
        }
        return isFree ? Slot(of: self, caller) : nil
    }

    private func release(_ caller: Caller) {
        state.withLock { state in
            state.free += 1
            let held = state.held[caller, default: 1] - 1
            state.held[caller] = held > 0 ? held : nil
        }
    }

    /// A slot, taken for the lifetime of the object.
    final class Slot: Sendable {
        private let slots: StreamSlots
        private let caller: Caller

        fileprivate init(of slots: StreamSlots, _ caller: Caller) { (self.slots, self.caller) = (slots, caller) }

        deinit { slots.release(caller) }
    }
}
