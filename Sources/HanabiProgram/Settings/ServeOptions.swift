import ArgumentParser
import AssetFiles
import EffectModel
import EffectService
import SmallHTTP
import Video

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
    @OptionGroup(title: "Videos")
    var videos: VideoOptions
    @OptionGroup(title: "Connections")
    var connections: ConnectionOptions
    @OptionGroup(title: "Limits of one render")
    var limits: LimitOptions

    /// Checks conditions between settings.
    func checkTogether() throws(Failure) {
        // Otherwise the largest image could only be sent to clients that take it at once.
        let (found, allowed) = (connections.maxUnsentBytes.value, limits.maxOutputBytes.value)
        guard found >= allowed else {
            throw Failure("--max-unsent-bytes is \(found); allowed: at least --max-output-bytes, which is \(allowed)")
        }
    }

    /// The server's configuration.
    ///
    /// - Parameters:
    ///   - library: Images and fonts loaded from ``assets``.
    ///   - video: The program found by ``videos``.
    func configuration(
        library: LocalAssets,
        video: VideoProgram? = nil
    ) throws(Failure) -> EffectServer.Configuration {
        var configuration = EffectServer.Configuration()
        service.apply(to: &configuration)
        queue.apply(to: &configuration)
        connections.apply(to: &configuration)
        configuration.limits = limits.limits
        configuration.library = library
        configuration.video = video
        configuration.http.host = service.listen.host
        configuration.http.port = service.listen.port
        configuration.operations = service.metricsListen.address.map { ($0.host, $0.port) }
        configuration.publicAddress = service.publicUrl.address
        configuration.caching.tagField = service.cacheTags.field
        configuration.trustedProxies = queue.trustedProxies.blocks
        configuration.access = try access.policy()
        configuration.errorForm = access.onError
        return configuration
    }
}

/// A setting that is a member of the server's configuration.
typealias ServiceSetting<Value: ExpressibleByArgument & Sendable> = Setting<EffectServer.Configuration, Value>

extension EffectServer.Configuration: DefaultConfiguration {}
