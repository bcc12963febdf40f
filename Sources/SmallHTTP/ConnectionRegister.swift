import Synchronization

/// How many connections there are, in all and by address, and who wants to know when there are none.
final class ConnectionRegister: Sendable {
    /// What may be open at once.
    struct Limits: Sendable {
        let served: Int
        let reserved: Int
        /// `nil`: as many as are served.
        let perAddress: Int?
    }

    enum Admission: Equatable {
        case served
        /// Over the limit, but let in to say what it wants.
        case reserved
        case refused(ConnectionRefusal)
    }

    private struct State {
        var count = 0
        /// Empty without a limit per address; never longer than `count`.
        var byAddress: [SocketAddress.Client: Int] = [:]
        var waiting: [@Sendable () -> Void] = []
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

    func leave(from client: SocketAddress.Client) {
        let waiting = state.withLock { state in
            state.count -= 1
            if let count = state.byAddress[client] { state.byAddress[client] = count > 1 ? count - 1 : nil }
            guard state.count == 0 else { return [@Sendable () -> Void]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for action in waiting { action() }
    }

    /// Calls `action` once, when there is no connection; at once if there is none now.
    func whenNone(_ action: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            if state.count > 0 { state.waiting.append(action) }
            return state.count == 0
        }
        if isNow { action() }
    }
}
