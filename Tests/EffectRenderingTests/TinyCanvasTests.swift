import AssetFiles
import EffectCost
import EffectModel
import TestSupport
import Testing

@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Canvases of a few points: eight presets with a word and one with a thin shape were refused there, since a share of the
/// canvas was below the least value.
struct TinyCanvasTests {
    @Test(arguments: [["w": "1"], ["h": "1"], ["w": "1", "h": "1"], ["w": "8", "h": "8"], ["w": "2", "h": "2048"]])
    func `every preset renders on a tiny canvas`(_ size: [String: String]) throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let library = LocalAssets(fontDirectories: TestFonts.directories)
        for preset in Preset.inOrder {
            let parameters = (size.map { ($0.key, $0.value) } + [("fps", "2")]).map { PresetRequest.Parameter($0, $1) }
            do {
                let spec = try PresetRequest.spec(
                    preset: preset.name,
                    parameters,
                    limits: RenderLimits(),
                    library: library
                )
                #expect(try renderer.renderSnapshot(.times([0.5]), of: spec).count > 60, "\(preset.name)")
            } catch {
                Issue.record("\(preset.name) at \(size): \(error)")
            }
        }
    }
}
