import ArgumentParser
import AssetFiles
import EffectModel
import EffectService
import Glibc
import Logging
import SmallHTTP
import Telemetry

/// All settings of the service. Each is a flag, an environment variable and a member of the settings file, under the
/// same name.
struct ServeOptions: ParsableArguments {
    @OptionGroup(title: "Service")
    var service: ServiceOptions
    @OptionGroup(title: "Queues and threads")
    var queue: QueueOptions
    @OptionGroup(title: "Access")
    var access: AccessOptions
    @OptionGroup(title: "Images and fonts")
    var assets: AssetOptions
    @OptionGroup(title: "Connections")
    var connections: ConnectionOptions
    @OptionGroup(title: "Limits of one render")
    var limits: LimitOptions

    /// Checks conditions between settings.
    func checkTogether() throws(Failure) {
        // Otherwise the largest image could only be sent to clients that take it at once.
        guard connections.maxUnsentBytes >= limits.maxOutputBytes else {
            let (found, allowed) = (connections.maxUnsentBytes, limits.maxOutputBytes)
            throw Failure("--max-unsent-bytes is \(found); allowed: at least --max-output-bytes, which is \(allowed)")
        }
    }

    /// The server's configuration.
    ///
    /// - Parameter library: Images and fonts loaded from ``assets``.
    func configuration(library: LocalAssets) throws(Failure) -> EffectServer.Configuration {
        var configuration = EffectServer.Configuration()
        configuration.http = connections.configuration
        configuration.http.host = service.listen.host
        configuration.http.port = service.listen.port
        configuration.limits = limits.limits
        configuration.library = library
        configuration.maximumBodyBytes = connections.maxBodyBytes
        service.apply(to: &configuration)
        queue.apply(to: &configuration)
        configuration.access = try access.policy()
        configuration.errorForm = access.onError
        return configuration
    }
}

/// Settings of the service as a whole.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Address and port to listen on. Port 0 chooses a free port and logs it; an empty address means all addresses. PORT in the environment overrides the port.",
            valueName: "address:port"
        )
    )
    var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    @Option(
        help: ArgumentHelp(
            "Separate address and port for /metrics, /healthz and /readyz; /metrics is then available nowhere else. none serves everything at --listen.",
            valueName: "address:port"
        )
    )
    var metricsListen = OperationsAddress(nil)
    @Option(
        help:
            "Bytes of memory for finished answers, an eighth of them for the index of requests; 0 disables the cache."
    )
    var cacheBytes = EffectServer.Configuration().cacheBytes
    @Option(
        help: "Maximum bytes of a cached answer, and of an animation whose render later requests can join."
    )
    var maxCachedBytes = EffectServer.Configuration().maximumCachedBytes
    @Option(
        help: ArgumentHelp(
            "Seconds for which caches may keep an effect without revalidation (max-age of Cache-Control).",
            valueName: "seconds"
        )
    )
    var maxAge = EffectServer.Configuration().caching.maximumAge
    @Option(
        help: ArgumentHelp(
            "Seconds after --max-age for which caches may serve a stale effect while they revalidate.",
            valueName: "seconds"
        )
    )
    var staleWhileRevalidate = EffectServer.Configuration().caching.staleWhileRevalidate
    @Option(
        help: ArgumentHelp(
            "Header field for the tags by which caches can be purged: Cache-Tag, Edge-Cache-Tag, Surrogate-Key or xkey. none sends no tags.",
            valueName: "field"
        )
    )
    var cacheTags = CacheTags(nil)
    @Option(
        help:
            "Seconds between SIGTERM, from which on /readyz answers 503, and the end of listening, so that load balancers notice."
    )
    var drainDelay = 5.0
    @Option(help: "Seconds for which all readiness checks must find a queue full before /readyz answers 503.")
    var unreadyAfter = EffectServer.Configuration().unreadyAfter.seconds
    @Option(help: "Lowest level of log messages: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Level.info
    @Option(help: "Format of the log on standard error, one line per request: text for people, json for programs.")
    var logFormat = LogFormat.text

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case trace, debug, info, notice, warning, error, critical

        var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
    }

    enum LogFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json

        var format: LineLogHandler.Format { self == .json ? .json : .text }
    }

    func validate() throws {
        let counts = [("--cache-bytes", cacheBytes), ("--max-cached-bytes", maxCachedBytes)]
        for (name, value) in counts where !(0...1 << 40).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0...\(1 << 40)")
        }
        for (name, value) in [("--max-age", maxAge), ("--stale-while-revalidate", staleWhileRevalidate)]
        where !(0...31_536_000).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0...31536000")
        }
        let times = [("--drain-delay", drainDelay), ("--unready-after", unreadyAfter)]
        for (name, value) in times where !(0...86_400).contains(value) {
            throw ValidationError("\(name) is \(value); allowed 0...86400")
        }
    }

    fileprivate func apply(to configuration: inout EffectServer.Configuration) {
        configuration.cacheBytes = cacheBytes
        configuration.maximumCachedBytes = maxCachedBytes
        configuration.caching.maximumAge = maxAge
        configuration.caching.staleWhileRevalidate = staleWhileRevalidate
        configuration.caching.tagField = cacheTags.field
        configuration.unreadyAfter = .seconds(unreadyAfter)
        configuration.operations = metricsListen.address.map { ($0.host, $0.port) }
    }
}

/// A header field for cache tags, or `none`.
struct CacheTags: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var field: CachePolicy.TagField?

    init(_ field: CachePolicy.TagField?) { self.field = field }

    init?(argument: String) {
        guard argument != "none" else {
            field = nil
            return
        }
        // Field names are case-insensitive.
        let found = CachePolicy.TagField.allCases.first { $0.rawValue.lowercased() == argument.lowercased() }
        guard let found else { return nil }
        field = found
    }

    var description: String { field?.rawValue ?? "none" }
    static var allValueStrings: [String] { ["none"] + CachePolicy.TagField.allCases.map(\.rawValue) }
}

/// An address, or `none`.
struct OperationsAddress: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var address: ListenAddress?

    init(_ address: ListenAddress?) { self.address = address }

    init?(argument: String) {
        guard argument != "none" else {
            address = nil
            return
        }
        guard let address = ListenAddress(argument: argument) else { return nil }
        self.address = address
    }

    var description: String { address.map(\.description) ?? "none" }
}
