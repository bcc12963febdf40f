import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Pieces that `dry=1` counts, against those of the file.
struct VectorCountTests {
    private func rendering(_ opacities: String, count: Int, at time: Double) throws -> VectorRendering {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 2, "fps": 20}, "layers": [
                  {"emitterPosition": [100, 100], "emitterCells": [
                    {"contents": "square", "burst": {"count": \(count)}, "lifetime": 5, "velocity": [5, 20], "emissionRange": "1turn"}],
                   "animations": [{"keyPath": "opacity", "values": \(opacities), "duration": 2}]}]}
                """
        )
        var limits = RenderLimits()
        limits.maximumPieces = 40
        return VectorRendering(Simulation(spec), still: .times([time]), format: .svg, limits: limits) { false }
    }

    /// Regression: light of a scene that is placed as a whole was added to what is behind it. Layers that add to the canvas
    /// are not.
    @Test(arguments: [("comet", false), ("star-reveal", true)]) func `a placed scene keeps its light`(
        _ name: String,
        _ isolates: Bool
    ) throws {
        let spec = try preset(name, ["w": "200", "h": "100", "fit": "contain"])
        let svg = VectorRendering(Simulation(spec), still: .times([1]), format: .svg, limits: RenderLimits()) { false }
        let text = String(decoding: try svg.file().bytes, as: UTF8.self)
        #expect(text.contains("plus-lighter") && text.contains("isolation:isolate") == isolates)
    }

    /// Regression: a count saw the first sample of an opacity, whatever the moment.
    @Test(arguments: [("[0, 1, 1]", 60, 1.5, true), ("[0, 1, 1]", 30, 1.5, false), ("[1, 1, 1]", 60, 0.5, true)])
    func `a still has as many pieces as its count`(_ opacities: String, _ count: Int, _ time: Double, _ isTooMuch: Bool)
        throws
    {
        let rendering = try rendering(opacities, count: count, at: time)
        func isRefused(_ body: () throws -> Void) -> Bool {
            do { try body() } catch { return true }
            return false
        }
        #expect(isRefused { try rendering.checkPieces(in: 1) } == isTooMuch)
        #expect(isRefused { _ = try rendering.file() } == isTooMuch)
    }
}
