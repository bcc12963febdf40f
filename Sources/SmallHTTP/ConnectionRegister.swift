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
        /// Connections whose places are free, and whose end is still being reported.
        var leaving = 0
        /// Empty without a limit per address; never longer than `count`.
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

    /// Frees a connection's place, then has its end reported: whoever hears of it finds the place free.
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

    /// Calls `action` once, when there is no connection and each one's end has been reported; at once if that is so now.
    func whenNone(_ action: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            if !state.isEmpty { state.waiting.append(action) }
            return state.isEmpty
        }
        if isNow { action() }
    }
}
