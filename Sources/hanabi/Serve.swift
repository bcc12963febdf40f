import ArgumentParser
import EffectService
import Foundation
import Logging
import ServiceLifecycle
import SmallHTTP
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve effects over HTTP.",
        discussion: """
            Listens until SIGTERM or SIGINT, then finishes what is in flight and exits 0. TLS is for the proxy in front.

            Try:
              hanabi serve --port 8080
              curl -o confetti.png 'http://localhost:8080/v1/effects/confetti.png?seed=7&w=400&h=300'
              curl http://localhost:8080/openapi.yaml
            """
    )

    @Option(help: "Address to listen on. 0.0.0.0 is every IPv4 address, :: every address.")
    var host = "127.0.0.1"
    @Option(name: .shortAndLong, help: "TCP port; 0 takes any free one and logs it.")
    var port: UInt16 = 8080
    @Option(help: "Threads that render, and so renders in flight.")
    var renderThreads = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "Renders that may wait for a thread; the one too many gets 503.")
    var maxWaiting = 64
    @Option(help: "Frame dumps being sent at once; the one too many gets 503.")
    var maxStreams = EffectServer.Configuration().maximumStreams
    @Option(help: "Bytes of finished answers that are kept in memory; 0 for none.")
    var cacheBytes = EffectServer.Configuration().cacheBytes
    @Option(
        help: "Bytes of one answer that are kept, and up to which those who ask for the same at once share one render."
    )
    var maxCachedBytes = EffectServer.Configuration().maximumCachedBytes
    @Option(help: "Seconds that a picture may take, waiting included; longer gets 503.")
    var renderTimeout = EffectServer.Configuration().renderTimeout.seconds
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = Level.info

    @OptionGroup(title: "Pictures")
    var assets: AssetOptions
    @OptionGroup(title: "Connections")
    var connections: ConnectionOptions
    @OptionGroup(title: "Limits of one render")
    var limits: LimitOptions

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case trace, debug, info, notice, warning, error, critical

        var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
    }

    func validate() throws {
        guard (1...256).contains(renderThreads) else {
            throw ValidationError("--render-threads is \(renderThreads); allowed 1...256")
        }
        guard (0...100_000).contains(maxWaiting) else {
            throw ValidationError("--max-waiting is \(maxWaiting); allowed 0...100000")
        }
        guard (1...100_000).contains(maxStreams) else {
            throw ValidationError("--max-streams is \(maxStreams); allowed 1...100000")
        }
        guard (0.001...86_400).contains(renderTimeout) else {
            throw ValidationError("--render-timeout is \(renderTimeout); allowed 0.001...86400")
        }
        try validateTogether()
    }

    private func validateTogether() throws {
        // Otherwise no reader of the largest picture would ever have it, but for those who take it at once.
        guard connections.maxUnsentBytes >= limits.maxOutputBytes else {
            let (found, allowed) = (connections.maxUnsentBytes, limits.maxOutputBytes)
            throw ValidationError(
                "--max-unsent-bytes is \(found); allowed: at least --max-output-bytes, which is \(allowed)"
            )
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "hanabi")
        logger.logLevel = logLevel.level

        var configuration = EffectServer.Configuration()
        configuration.http = connections.configuration
        configuration.http.host = host
        configuration.http.port = port
        configuration.limits = limits.limits
        configuration.library = try assets.library()
        configuration.renderThreads = renderThreads
        configuration.maximumWaiting = maxWaiting
        configuration.maximumStreams = maxStreams
        configuration.renderTimeout = .seconds(renderTimeout)
        configuration.maximumBodyBytes = connections.maxBodyBytes

        let server = EffectServer(configuration, logger: logger)
        do throws(SocketError) {
            try server.start()
        } catch {
            throw Failure("Can't listen on \(host), port \(port): \(error)")
        }
        let shown = host.contains(":") ? "[\(host)]" : host
        logger.notice("listening on http://\(shown):\(server.port ?? port)", metadata: ["version": "\(hanabiVersion)"])

        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: Listening(server: server, logger: logger))],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await group.run()
    }

    /// The server as a service with a life: it runs until it is asked to stop, and is gone when it has drained.
    private struct Listening: Service {
        let server: EffectServer
        let logger: Logger

        func run() async throws {
            try? await gracefulShutdown()
            logger.notice("draining")
            await server.drain()
            logger.notice("stopped")
        }
    }
}

/// Limits on connections and messages.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "Connections open at once.")
    var maxConnections = HTTPServerConfiguration().maximumConnections
    @Option(help: "Connections open at once from one address (IPv6: /64); none is no limit. Not for behind a proxy.")
    var maxConnectionsPerAddress: Int?
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
    @Option(help: "Seconds for a request's head to arrive, in all.")
    var headTimeout = HTTPServerConfiguration().headTimeout.seconds
    @Option(help: "The same on a reserved connection.")
    var reservedHeadTimeout = HTTPServerConfiguration().reservedHeadTimeout.seconds
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
            ("--min-write-bytes", minWriteBytes), ("--max-connections-per-address", maxConnectionsPerAddress ?? 1),
        ]
        for (name, value) in counts where !(1...1 << 30).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 1...\(1 << 30)")
        }
        let numbers = [("--reserved-connections", reservedConnections), ("--spare-descriptors", spareDescriptors)]
        for (name, value) in numbers where !(0...1_000_000).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0...1000000")
        }
        guard (1...10_000).contains(maxFields) else {
            throw ValidationError("--max-fields is \(maxFields); allowed 1...10000")
        }
        guard (1...1 << 50).contains(maxUnsentBytes) else {
            throw ValidationError("--max-unsent-bytes is \(maxUnsentBytes); allowed 1...\(1 << 50)")
        }
        let times = [
            ("--head-timeout", headTimeout), ("--reserved-head-timeout", reservedHeadTimeout),
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
        configuration.maximumConnectionsPerAddress = maxConnectionsPerAddress
        configuration.reservedConnections = reservedConnections
        configuration.spareDescriptors = spareDescriptors
        configuration.maximumUnsentBytes = maxUnsentBytes
        configuration.maximumTargetBytes = maxTargetBytes
        configuration.maximumHeadBytes = maxHeadBytes
        configuration.maximumFieldCount = maxFields
        configuration.headTimeout = .seconds(headTimeout)
        configuration.reservedHeadTimeout = .seconds(reservedHeadTimeout)
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
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
