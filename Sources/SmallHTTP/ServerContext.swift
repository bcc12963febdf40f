import HTTPTypes
import Logging
import Synchronization

/// What all parts of one server share. Immutable but for the count of connections.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let limits: RequestLimits
    let timeouts: Timeouts
    let handler: any HTTPHandler
    let logger: Logger
    let connections = ConnectionCounter()
    let serverName: HTTPField?

    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler, logger: Logger) {
        self.configuration = configuration
        limits = RequestLimits(configuration)
        timeouts = Timeouts(configuration)
        self.handler = handler
        self.logger = logger
        serverName = configuration.serverName.map { HTTPField(name: .server, value: $0) }
    }
}

/// The configured durations in nanoseconds.
struct Timeouts: Sendable {
    let head: UInt64
    let reservedHead: UInt64
    let body: UInt64
    let bodyRate: UInt64
    let idle: UInt64
    let writeStall: UInt64
    let linger: UInt64
    /// How often deadlines are looked at: 4 times within the shortest, within 10...250 ms.
    let tick: UInt64

    init(_ configuration: HTTPServerConfiguration) {
        head = configuration.headTimeout.nanoseconds
        reservedHead = min(head, configuration.reservedHeadTimeout.nanoseconds)
        body = configuration.bodyTimeout.nanoseconds
        bodyRate = UInt64(max(1, configuration.minimumBodyRate))
        idle = configuration.idleTimeout.nanoseconds
        writeStall = configuration.writeStallTimeout.nanoseconds
        linger = configuration.lingerTimeout.nanoseconds
        let shortest = min(reservedHead, body, idle, writeStall, linger)
        tick = min(max(shortest / 4, 10_000_000), 250_000_000)
    }
}

/// How many connections there are, and who wants to know when there are none.
final class ConnectionCounter: Sendable {
    private struct State {
        var count = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var count: Int {
        state.withLock { $0.count }
    }

    func enter() {
        state.withLock { $0.count += 1 }
    }

    func leave() {
        let waiting = state.withLock { state in
            state.count -= 1
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
