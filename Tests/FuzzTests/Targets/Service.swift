import AssetFiles
import EffectCost
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
    /// A pool without threads: the calling thread renders.
    static let pool = WorkerPool(threads: 0, maximumWaiting: 0)
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
