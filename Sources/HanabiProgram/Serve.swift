import ArgumentParser
import AssetFiles
import EffectRendering
import EffectService
import Glibc
import Logging
import SmallHTTP
import Telemetry
import Video

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve effects over HTTP.",
        discussion: """
            Runs until SIGTERM or SIGINT, then finishes requests in flight and exits 0; a second signal ends the process at once. SIGHUP \
            reloads the key files. TLS is left to a proxy in front.

            Every option in the groups below is also an environment variable (HANABI_MAX_SIDE=800), and a member of the JSON file named \
            by --config or HANABI_CONFIG ({"max-side": 800}). Flags override environment variables, which override the file.

            Try:
              hanabi serve --port 8080
              hanabi config
              curl -o confetti.png 'http://localhost:8080/v1/effects/confetti.png?seed=7&w=400&h=300'
              curl http://localhost:8080/openapi.yaml
            """
    )

    @OptionGroup var shorthands: ListenShorthands
    @OptionGroup var options: ServeOptions

    func run() async throws {
        AllocatorBounds.apply()
        let resolved = try shorthands.resolved(command: "serve")
        let options = resolved.options
        // A closed pipe of a log reader or a client must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let handler = LineLogHandler(
            options.service.logFormat.format,
            omittedInText: ["method", "path", "status"]
        )
        LoggingSystem.bootstrap { _ in handler }
        var logger = Logger(label: "hanabi")
        logger.logLevel = options.service.logLevel.level
        defer { LogSink.standardError.flush() }

        let registry = PrometheusRegistry(MetricNames.help.mapValues { .init($0) })
        let library = try options.assets.library()
        let video = try options.videos.program()
        var configuration = try options.configuration(library: library, video: video)
        configuration.metrics = registry
        configuration.metricsPage = .init(type: PrometheusRegistry.mediaType) { Array(registry.page().utf8) }

        let server = EffectServer(configuration, logger: logger)
        let signals = await GracefulShutdown.trapSignals()
        do throws(EffectServer.StartFailure) {
            try server.start()
        } catch {
            throw Failure("Can't listen on \(ListenAddress(host: error.host, port: error.port)): \(error.reason)")
        }
        server.prepare()
        logger.notice(
            "listening on http://\(server.address ?? options.service.listen.description)",
            metadata: [
                "version": "\(hanabiVersion)", "settings": "\(resolved.changes)", "vectors": "\(EffectServer.vectors)",
            ]
        )
        let families = library.fontFamilies
        if families.isEmpty {
            logger.warning("no fonts found: text and emoji are refused")
        } else {
            logger.notice(
                "fonts found",
                metadata: ["families": "\(families.joined(separator: ", "))", "from": "\(options.assets.fonts)"]
            )
        }
        if let video { logger.notice("videos found", metadata: Self.metadata(of: video)) }
        let delay = Duration.seconds(options.service.drainDelay.value)
        for warning in configuration.access.warnings { logger.warning("\(warning)") }
        let access = options.access
        await GracefulShutdown(server: server, delay: delay, logger: logger, signals: signals) { [server, logger] in
            Self.readKeys(access, for: server, logger)
        }.wait()
    }

    /// The program that encodes videos, and what it can't encode.
    private static func metadata(of video: VideoProgram) -> Logger.Metadata {
        let found = VideoCodec.allCases.filter { video.codecs.contains($0) }
        let missing = VideoCodec.allCases.filter { !video.codecs.contains($0) }
        return [
            "ffmpeg": "\(video.version)", "path": "\(video.path)",
            "codecs": "\(found.map(\.rawValue).joined(separator: ", "))",
            "missing": "\(missing.isEmpty ? "none" : missing.map(\.rawValue).joined(separator: ", "))",
        ]
    }

    /// Replaces the keys by those in the key files. If a file is unreadable or invalid, all keys stay as they are.
    private static func readKeys(_ access: AccessOptions, for server: EffectServer, _ logger: Logger) {
        guard access.hasKeyFiles else {
            return logger.notice("SIGHUP: no key file to reload; other settings need a restart")
        }
        do throws(Failure) {
            let policy = try access.policy()
            server.exchangeKeys(policy)
            logger.notice(
                "SIGHUP: keys reloaded",
                metadata: [
                    "signing_keys": .stringConvertible(policy.signingKeys.count),
                    "bearer_keys": .stringConvertible(policy.bearerKeys.count),
                ]
            )
        } catch {
            logger.error("SIGHUP: keys unchanged", metadata: ["error": "\(error)"])
        }
    }
}

/// Shorthands for frequent settings, and the path of the settings file.
struct ListenShorthands: ParsableArguments {
    @Option(help: ArgumentHelp("JSON file with settings; overrides HANABI_CONFIG.", valueName: "file"))
    var config: String?
    @Option(
        help:
            "Address to listen on; overrides the address in --listen. 0.0.0.0 is all IPv4 addresses, :: all addresses."
    )
    var host: String?
    @Option(name: .shortAndLong, help: "Port to listen on; overrides the port in --listen.")
    var port: UInt16?

    /// The settings in effect for a command with these options.
    ///
    /// - Parameters:
    ///   - command: Name of the command; `nil` if it takes no other flags.
    ///   - others: Flags that are not settings.
    func resolved(command: String?, besides others: Set<String> = []) throws -> SettingSources.Resolved {
        let arguments = CommandLine.arguments
        let flags = command.flatMap { arguments.firstIndex(of: $0) }.map { Array(arguments[($0 + 1)...]) } ?? []
        return try resolved(SettingSources(flags: Self.without(flags).filter { !others.contains($0) }))
    }

    /// - Parameter sources: Sources whose flags do not include the shorthands.
    func resolved(_ sources: SettingSources) throws -> SettingSources.Resolved {
        var sources = sources
        sources.file = config ?? sources.file
        guard host != nil || port != nil else { return try sources.resolved() }
        var listen = try sources.resolved().options.service.listen
        listen.host = host ?? listen.host
        listen.port = port ?? listen.port
        sources.flags.append("--listen=\(listen)")
        return try sources.resolved()
    }

    /// Removes the shorthands from the flags.
    static func without(_ flags: [String]) -> [String] {
        var rest: [String] = []
        var skips = false
        for flag in flags {
            if skips {
                skips = false
            } else if ["--config", "--host", "--port", "-p"].contains(flag) {
                skips = true
            } else if !["--config=", "--host=", "--port=", "-p="].contains(where: flag.hasPrefix) {
                rest.append(flag)
            }
        }
        return rest
    }
}
