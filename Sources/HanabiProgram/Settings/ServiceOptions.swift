import ArgumentParser
import EffectService
import Logging
import Telemetry

/// Settings of the service as a whole.
struct ServiceOptions: SettingGroup {
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
        help: ArgumentHelp(
            "Address under which visitors reach the service, such as https://effects.example.org, for the picture and the address of a shared link. none leaves them without a host.",
            valueName: "url"
        )
    )
    var publicUrl = PublicURL(nil)
    @Option(
        help:
            "Bytes of memory for finished answers, an eighth of them for the index of requests; 0 disables the cache."
    )
    var cacheBytes = ServiceSetting(\.cacheBytes, in: 0...1 << 40)
    @Option(
        help: "Maximum bytes of a cached answer, and of an animation whose render later requests can join."
    )
    var maxCachedBytes = ServiceSetting(\.maximumCachedBytes, in: 0...1 << 40)
    @Option(
        help: ArgumentHelp(
            "Seconds for which caches may keep an effect without revalidation (max-age of Cache-Control).",
            valueName: "seconds"
        )
    )
    var maxAge = ServiceSetting(\.caching.maximumAge, in: 0...31_536_000)
    @Option(
        help: ArgumentHelp(
            "Seconds after --max-age for which caches may serve a stale effect while they revalidate.",
            valueName: "seconds"
        )
    )
    var staleWhileRevalidate = ServiceSetting(\.caching.staleWhileRevalidate, in: 0...31_536_000)
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
    var drainDelay = ServiceSetting(5, in: 0...86_400)
    @Option(help: "Seconds for which all readiness checks must find a queue full before /readyz answers 503.")
    var unreadyAfter = ServiceSetting(seconds: \.unreadyAfter, in: 0...86_400)
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
}

/// A public address, or `none`.
struct PublicURL: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var address: PublicAddress?

    init(_ address: PublicAddress?) { self.address = address }

    init?(argument: String) {
        guard argument != "none" else {
            address = nil
            return
        }
        guard let address = PublicAddress(argument) else { return nil }
        self.address = address
    }

    var description: String { address?.text ?? "none" }
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
