import AssetFiles
import EffectModel
import Logging
import SmallHTTP
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// The service's parts, set up as `hanabi serve` does without any flag.
enum Service {
    static let limits = RenderLimits()
    static let library: any AssetLibrary = LocalAssets(fontDirectories: LocalAssets.systemFonts)
    /// Without threads of its own: who asks for a picture draws it.
    static let pool = WorkerPool(threads: 0, maximumWaiting: 0)
    static let renderer = EffectRenderer(pool: pool, limits: limits)

    static let handler: EffectHandler = {
        var configuration = EffectServer.Configuration()
        configuration.library = library
        // So that errors are drawn, where a request says nothing else.
        configuration.errorForm = .image
        return EffectHandler(
            configuration,
            pool: pool,
            reading: pool,
            metrics: ServiceMetrics(configuration.metrics),
            state: ServiceState(),
            logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        )
    }()
}
