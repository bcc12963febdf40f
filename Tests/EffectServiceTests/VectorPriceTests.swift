import AssetFiles
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Predicted times of vectors against measured ones.
struct VectorPriceTests {
    /// Regression: trails of vectors were priced up to nine times too high, and turbulence not at all. Milliseconds are
    /// processor time of whole requests on a shared machine.
    @Test(arguments: [
        ("willow", 90.0), ("meteors", 25), ("checkmark", 12.5), ("shooting-stars", 48), ("confetti", 53),
        ("galaxy", 161), ("firework", 5.7), ("snowfall", 97), ("blizzard", 147), ("candle", 20.6),
    ])
    func `vectors are priced at one to four times their real cost`(_ name: String, _ milliseconds: Double) throws {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: .svg, limits: RenderLimits()), .vector).work
        #expect((1...4).contains(work / 1e6 / milliseconds), "\(work / 1e6) ms predicted for \(milliseconds)")
    }
}
