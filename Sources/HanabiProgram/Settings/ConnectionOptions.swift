import ArgumentParser
import EffectService
import SmallHTTP

/// Limits on connections and messages.
struct ConnectionOptions: SettingGroup {
    @Option(help: "Maximum number of open connections.")
    var maxConnections = ServiceSetting(\.http.maximumConnections, in: 1...1 << 30)
    @Option(
        help:
            "Maximum number of open connections from one address (IPv6: /64); none sets no limit. Not for use behind a proxy."
    )
    var maxConnectionsPerAddress = ServiceSetting(\.http.maximumConnectionsPerAddress, in: 1...1 << 30)
    @Option(help: "Connections accepted beyond --max-connections for health checks and metrics.")
    var reservedConnections = ServiceSetting(\.http.reservedConnections, in: 0...1_000_000)
    @Option(help: "Maximum unsent bytes over all connections; beyond it the slowest connections are closed.")
    var maxUnsentBytes = ServiceSetting(\.http.maximumUnsentBytes, in: 1...1 << 50)
    @Option(help: "Maximum bytes of a request's target.")
    var maxTargetBytes = ServiceSetting(\.http.maximumTargetBytes, in: 1...1 << 30)
    @Option(help: "Maximum bytes of a request's head.")
    var maxHeadBytes = ServiceSetting(\.http.maximumHeadBytes, in: 1...1 << 30)
    @Option(help: "Maximum bytes of a POSTed spec.")
    var maxBodyBytes = ServiceSetting(\.maximumBodyBytes, in: 1...1 << 30)
    @Option(help: "Number of threads that serve connections.")
    var eventLoops = ServiceSetting(\.http.eventLoops, in: 1...1024, default: Processors.count)
    @Option(help: "Seconds for a complete request head.")
    var headTimeout = ServiceSetting(seconds: \.http.headTimeout, in: times)
    @Option(help: "Seconds for a complete request body, and one more for each 16 KiB of it.")
    var bodyTimeout = ServiceSetting(seconds: \.http.bodyTimeout, in: times)
    @Option(help: "Seconds that a connection may be idle between requests.")
    var idleTimeout = ServiceSetting(seconds: \.http.idleTimeout, in: times)
    @Option(help: "Seconds within which a client must read 8 KiB.")
    var writeTimeout = ServiceSetting(seconds: \.http.writeStallTimeout, in: times)
    @Option(help: "Seconds that a shutdown waits for requests in flight.")
    var drainTimeout = ServiceSetting(seconds: \.http.drainTimeout, in: times)

    private static let times = 0.001...86_400
}
