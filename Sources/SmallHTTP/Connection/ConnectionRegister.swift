import Synchronization

/// Number of open connections, in total and by address, with callbacks for when none is left.
final class ConnectionRegister: Sendable {
    /// Maximum numbers of open connections.
    struct Limits: Sendable {
        let served: Int
        let reserved: Int
        /// Limit per address; `nil` for none.
        let perAddress: Int?
    }

    enum Admission: Equatable {
        case served
        /// Admitted over the limit, to read its request's head.
        case reserved
        case refused(ConnectionRefusal)
    }

    private struct State {
        var count = 0
        /// Number of connections whose slots are free, and whose ends are still being reported.
        var leaving = 0
        /// Number of connections by address; empty without a limit per address, never longer than `count`.
        var byAddress: [SocketAddress.Client: Int] = [:]
        var waiting: [@Sendable () -> Void] = []

        var isEmpty: Bool { count + leaving == 0 }
    }

    private let state = Mutex(State())

    var count: Int {
        state.withLock { $0.count }
    }

    /// Counts a connection, unless it is refused.
    func enter(from client: SocketAddress.Client, _ limits: Limits) -> Admission {
        state.withLock { state in
            if let perAddress = limits.perAddress, state.byAddress[client, default: 0] >= perAddress {
                return .refused(.fullForAddress)
            }
            guard state.count < limits.served || state.count - limits.served < limits.reserved else {
                return .refused(.full)
            }
            state.count += 1
            if limits.perAddress != nil { state.byAddress[client, default: 0] += 1 }
            return state.count <= limits.served ? .served : .reserved
        }
    }

    /// Frees a connection's slot, then reports its end, so that observers find the slot free.
    func leave(from client: SocketAddress.Client, report: () -> Void = {}) {
        state.withLock { state in
            state.count -= 1
            state.leaving += 1
            if let count = state.byAddress[client] { state.byAddress[client] = count > 1 ? count - 1 : nil }
        }
        report()
        let waiting = state.withLock { state in
            state.leaving -= 1
            guard state.isEmpty else { return [@Sendable () -> Void]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for action in waiting { action() }
    }

    /// Calls `action` once no connection is left and every end has been reported; immediately if that is already so.
    func whenNone(_ action: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            if !state.isEmpty { state.waiting.append(action) }
            return state.isEmpty
        }
        if isNow { action() }
    }
}
