import Dispatch
import HTTPTypes
import Logging
import SystemSupport

/// State shared by all parts of one server. Immutable except for the counts.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    let limits: RequestLimits
    let timeouts: Timeouts
    let handler: any HTTPHandler
    let observer: any ServerObserver
    let logger: Logger
    /// Monotonic clock for deadlines, in nanoseconds; tests may replace it.
    let clock: @Sendable () -> UInt64
    let connections = ConnectionRegister()
    /// Gauges, one for each loop.
    let gauges: [ConnectionGauge]
    let unsent: UnsentBytes
    let serverName: HTTPField?

    init(
        configuration: HTTPServerConfiguration,
        handler: any HTTPHandler,
        observer: any ServerObserver,
        logger: Logger,
        clock: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.configuration = configuration
        limits = RequestLimits(configuration)
        timeouts = Timeouts(configuration)
        gauges = (0..<max(1, configuration.eventLoops)).map { _ in ConnectionGauge() }
        unsent = UnsentBytes(maximum: max(0, configuration.maximumUnsentBytes))
        self.handler = handler
        self.observer = observer
        self.logger = logger
        self.clock = clock
        serverName = configuration.serverName.map { HTTPField(name: .server, value: $0) }
    }
}

/// Configured durations in nanoseconds.
struct Timeouts: Sendable {
    let head: UInt64
    let reservedHead: UInt64
    let evictable: UInt64
    let body: UInt64
    let bodyRate: UInt64
    let idle: UInt64
    let writeStall: UInt64
    let linger: UInt64
    let acceptPause: UInt64
    /// Interval between checks of deadlines: a quarter of the shortest timeout, within 10...250 ms.
    let tick: UInt64

    init(_ configuration: HTTPServerConfiguration) {
        head = configuration.headTimeout.nanoseconds
        reservedHead = min(head, configuration.reservedHeadTimeout.nanoseconds)
        evictable = configuration.evictableAfter.nanoseconds
        body = configuration.bodyTimeout.nanoseconds
        bodyRate = UInt64(max(1, configuration.minimumBodyRate))
        idle = configuration.idleTimeout.nanoseconds
        writeStall = configuration.writeStallTimeout.nanoseconds
        linger = configuration.lingerTimeout.nanoseconds
        acceptPause = max(1_000_000, configuration.acceptPause.nanoseconds)
        let shortest = min(reservedHead, body, idle, writeStall, linger)
        tick = min(max(shortest / 4, 10_000_000), 250_000_000)
    }
}
