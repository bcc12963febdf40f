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
    /// processor time on the machine of `Benchmarks/README.md`, and one for the rest of the request.
    @Test(arguments: [
        ("willow", 83.0), ("meteors", 14), ("checkmark", 9), ("shooting-stars", 40), ("confetti", 47), ("galaxy", 118),
        ("firework", 3), ("snowfall", 68), ("blizzard", 115), ("candle", 16), ("spark", 27), ("ts-fireworks", 72),
        ("whirlpool", 183), ("bouncing-fountain", 20),
    ])
    func `vectors are priced at one to four times their real cost`(_ name: String, _ milliseconds: Double) throws {
        let work = RenderPrice(of: try preset(name, [:]).prepared(for: .svg, limits: RenderLimits()), .vector).work
        #expect((1...4).contains(work / 1e6 / milliseconds), "\(work / 1e6) ms predicted for \(milliseconds)")
    }
}
