import ArgumentParser
import EffectService
import Glibc
import SmallHTTP

/// Limits on connections and messages.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "Maximum number of open connections.")
    var maxConnections = HTTPServerConfiguration().maximumConnections
    @Option(
        help:
            "Maximum number of open connections from one address (IPv6: /64); none sets no limit. Not for use behind a proxy."
    )
    var maxConnectionsPerAddress = Maximum(nil)
    @Option(help: "Connections accepted beyond --max-connections for health checks and metrics.")
    var reservedConnections = HTTPServerConfiguration().reservedConnections
    @Option(help: "File descriptors that connections leave to the rest of the process.")
    var spareDescriptors = HTTPServerConfiguration().spareDescriptors
    @Option(help: "Maximum unsent bytes over all connections; beyond it the slowest connections are closed.")
    var maxUnsentBytes = HTTPServerConfiguration().maximumUnsentBytes
    @Option(help: "Maximum bytes of a request's target.")
    var maxTargetBytes = HTTPServerConfiguration().maximumTargetBytes
    @Option(help: "Maximum bytes of a request's head.")
    var maxHeadBytes = HTTPServerConfiguration().maximumHeadBytes
    @Option(help: "Maximum number of header fields in a request.")
    var maxFields = HTTPServerConfiguration().maximumFieldCount
    @Option(help: "Maximum bytes of a POSTed spec.")
    var maxBodyBytes = EffectServer.Configuration().maximumBodyBytes
    @Option(help: "Number of threads that serve connections.")
    var eventLoops = Processors.count
    @Option(help: "Seconds for a complete request head.")
    var headTimeout = HTTPServerConfiguration().headTimeout.seconds
    @Option(help: "Seconds for a complete request head on a reserved connection.")
    var reservedHeadTimeout = HTTPServerConfiguration().reservedHeadTimeout.seconds
    @Option(
        help: "Seconds without a complete request head after which a connection may be closed in favor of a new one."
    )
    var evictableAfter = HTTPServerConfiguration().evictableAfter.seconds
    @Option(help: "Seconds for a complete request body, beyond which --min-body-rate applies.")
    var bodyTimeout = HTTPServerConfiguration().bodyTimeout.seconds
    @Option(help: "Bytes per second that a body must average after --body-timeout.")
    var minBodyRate = HTTPServerConfiguration().minimumBodyRate
    @Option(help: "Seconds that a connection may be idle between requests.")
    var idleTimeout = HTTPServerConfiguration().idleTimeout.seconds
    @Option(help: "Seconds within which a client must read --min-write-bytes.")
    var writeTimeout = HTTPServerConfiguration().writeStallTimeout.seconds
    @Option(help: "Bytes that a client must read within --write-timeout.")
    var minWriteBytes = HTTPServerConfiguration().minimumWriteBytes
    @Option(help: "Seconds that a client has to close its side after the last response.")
    var lingerTimeout = HTTPServerConfiguration().lingerTimeout.seconds
    @Option(help: "Seconds without accepting connections after file descriptors or memory ran out.")
    var acceptPause = HTTPServerConfiguration().acceptPause.seconds
    @Option(help: "Seconds that a shutdown waits for requests in flight.")
    var drainTimeout = HTTPServerConfiguration().drainTimeout.seconds

    func validate() throws {
        let counts = [
            ("--max-connections", maxConnections), ("--max-target-bytes", maxTargetBytes),
            ("--max-head-bytes", maxHeadBytes), ("--max-body-bytes", maxBodyBytes), ("--min-body-rate", minBodyRate),
            ("--min-write-bytes", minWriteBytes),
            ("--max-connections-per-address", maxConnectionsPerAddress.value ?? 1),
        ]
        for (name, value) in counts where !(1...1 << 30).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 1...\(1 << 30)")
        }
        let numbers = [("--reserved-connections", reservedConnections), ("--spare-descriptors", spareDescriptors)]
        for (name, value) in numbers where !(0...1_000_000).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0...1000000")
        }
        guard (1...1024).contains(eventLoops) else {
            throw ValidationError("--event-loops is \(eventLoops); allowed 1...1024")
        }
        guard (1...10_000).contains(maxFields) else {
            throw ValidationError("--max-fields is \(maxFields); allowed 1...10000")
        }
        guard (1...1 << 50).contains(maxUnsentBytes) else {
            throw ValidationError("--max-unsent-bytes is \(maxUnsentBytes); allowed 1...\(1 << 50)")
        }
        let times = [
            ("--head-timeout", headTimeout), ("--reserved-head-timeout", reservedHeadTimeout),
            ("--evictable-after", evictableAfter),
            ("--body-timeout", bodyTimeout), ("--idle-timeout", idleTimeout), ("--write-timeout", writeTimeout),
            ("--linger-timeout", lingerTimeout), ("--accept-pause", acceptPause), ("--drain-timeout", drainTimeout),
        ]
        for (name, value) in times where !(0.001...86_400).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0.001...86400")
        }
    }

    var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.maximumConnections = maxConnections
        configuration.maximumConnectionsPerAddress = maxConnectionsPerAddress.value
        configuration.reservedConnections = reservedConnections
        configuration.spareDescriptors = spareDescriptors
        configuration.maximumUnsentBytes = maxUnsentBytes
        configuration.maximumTargetBytes = maxTargetBytes
        configuration.maximumHeadBytes = maxHeadBytes
        configuration.maximumFieldCount = maxFields
        configuration.eventLoops = eventLoops
        configuration.headTimeout = .seconds(headTimeout)
        configuration.reservedHeadTimeout = .seconds(reservedHeadTimeout)
        configuration.evictableAfter = .seconds(evictableAfter)
        configuration.bodyTimeout = .seconds(bodyTimeout)
        configuration.minimumBodyRate = minBodyRate
        configuration.idleTimeout = .seconds(idleTimeout)
        configuration.writeStallTimeout = .seconds(writeTimeout)
        configuration.minimumWriteBytes = minWriteBytes
        configuration.lingerTimeout = .seconds(lingerTimeout)
        configuration.acceptPause = .seconds(acceptPause)
        configuration.drainTimeout = .seconds(drainTimeout)
        return configuration
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
