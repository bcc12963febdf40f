import ArgumentParser
import EffectService
import Glibc
import SmallHTTP

/// Limits on connections and messages.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "Connections open at once.")
    var maxConnections = HTTPServerConfiguration().maximumConnections
    @Option(help: "Connections open at once from one address (IPv6: /64); none is no limit. Not for behind a proxy.")
    var maxConnectionsPerAddress = Maximum(nil)
    @Option(help: "Connections beyond those, which are let in to ask for health.")
    var reservedConnections = HTTPServerConfiguration().reservedConnections
    @Option(help: "Descriptors that connections leave to the rest of the process.")
    var spareDescriptors = HTTPServerConfiguration().spareDescriptors
    @Option(help: "Bytes that wait for readers, over all connections; over it the slowest are closed.")
    var maxUnsentBytes = HTTPServerConfiguration().maximumUnsentBytes
    @Option(help: "Bytes of a request's target.")
    var maxTargetBytes = HTTPServerConfiguration().maximumTargetBytes
    @Option(help: "Bytes of a request's head.")
    var maxHeadBytes = HTTPServerConfiguration().maximumHeadBytes
    @Option(help: "Fields of a request's head.")
    var maxFields = HTTPServerConfiguration().maximumFieldCount
    @Option(help: "Bytes of a POSTed spec.")
    var maxBodyBytes = EffectServer.Configuration().maximumBodyBytes
    @Option(help: "Threads that serve connections.")
    var eventLoops = Processors.count
    @Option(help: "Seconds for a request's head to arrive, in all.")
    var headTimeout = HTTPServerConfiguration().headTimeout.seconds
    @Option(help: "The same on a reserved connection.")
    var reservedHeadTimeout = HTTPServerConfiguration().reservedHeadTimeout.seconds
    @Option(help: "Seconds without a complete head after which a connection may lose its place to another.")
    var evictableAfter = HTTPServerConfiguration().evictableAfter.seconds
    @Option(help: "Seconds for a request's body to arrive, before its rate counts.")
    var bodyTimeout = HTTPServerConfiguration().bodyTimeout.seconds
    @Option(help: "Bytes a second that a longer body must keep up.")
    var minBodyRate = HTTPServerConfiguration().minimumBodyRate
    @Option(help: "Seconds that a connection may stay without a request.")
    var idleTimeout = HTTPServerConfiguration().idleTimeout.seconds
    @Option(help: "Seconds within which a reader must take some bytes.")
    var writeTimeout = HTTPServerConfiguration().writeStallTimeout.seconds
    @Option(help: "How many bytes those are.")
    var minWriteBytes = HTTPServerConfiguration().minimumWriteBytes
    @Option(help: "Seconds that a client has to end its side after the last answer.")
    var lingerTimeout = HTTPServerConfiguration().lingerTimeout.seconds
    @Option(help: "Seconds without accepting after descriptors or memory ran out.")
    var acceptPause = HTTPServerConfiguration().acceptPause.seconds
    @Option(help: "Seconds that a shutdown waits for what is in flight.")
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
