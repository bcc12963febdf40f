import AssetFiles
import EffectModel
import Logging
import SmallHTTP
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// The service's parts, configured like `hanabi serve` without flags.
enum Service {
    static let limits = RenderLimits()
    static let library: any AssetLibrary = LocalAssets(fontDirectories: LocalAssets.systemFonts)
<<<<<<< HEAD
    /// Without threads of its own: who asks for a picture draws it.
    static let pool = WorkerPool(threads: 0, maximumWaiting: 0)
=======
    /// A pool without threads: the calling thread renders.
    static let pool = RenderPool(threads: 0, maximumWaiting: 0)
>>>>>>> e30fffb222b7d2d3c8a03126131149261882ad89
    static let renderer = EffectRenderer(pool: pool, limits: limits)

    static let handler: EffectHandler = {
        var configuration = EffectServer.Configuration()
        configuration.library = library
        // Draws errors by default.
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
