import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectRendering

/// Pieces that `dry=1` counts, against those of the file.
struct VectorCountTests {
    private func rendering(_ opacities: String, at time: Double) throws -> VectorRendering {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 2, "fps": 20}, "layers": [
                  {"emitterPosition": [100, 100], "emitterCells": [
                    {"contents": "square", "burst": {"count": 60}, "lifetime": 5, "velocity": [5, 20], "emissionRange": "1turn"}],
                   "animations": [{"keyPath": "opacity", "values": \(opacities), "duration": 2}]}]}
                """
        )
        var limits = RenderLimits()
        limits.maximumPieces = 40
        return VectorRendering(Simulation(spec), still: .times([time]), format: .svg, limits: limits) { false }
    }

    /// Regression: light in a group was added to what is behind the group.
    @Test(arguments: [("normal", false), ("additive", true)]) func `a group keeps its light`(
        _ mode: String,
        _ isolates: Bool
    ) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 1, "fps": 10}, "layers": [
                  {"type": "group", "size": [100, 100], "position": [50, 50], "layers": [
                    {"emitterPosition": [50, 50], "renderMode": "\(mode == "normal" ? "unordered" : mode)", "emitterCells": [
                      {"contents": "circle", "burst": {"count": 5}, "lifetime": 1, "velocity": 20, "emissionRange": "1turn"}]}]}]}
                """
        )
        let svg = try VectorRendering(Simulation(spec), still: nil, format: .svg, limits: RenderLimits()) { false }
            .file()
        let text = String(decoding: svg.bytes, as: UTF8.self)
        #expect(text.contains("isolation:isolate") == isolates)
    }

    /// Regression: a count saw the first sample of an opacity, whatever the moment.
    @Test(arguments: [("[0, 1, 1]", 1.5, true), ("[1, 0, 0]", 1.5, false), ("[1, 1, 1]", 0.5, true)])
    func `a still has as many pieces as its count`(_ opacities: String, _ time: Double, _ isTooMuch: Bool) throws {
        let rendering = try rendering(opacities, at: time)
        func isRefused(_ body: () throws -> Void) -> Bool {
            do { try body() } catch { return true }
            return false
        }
        #expect(isRefused { try rendering.checkPieces(in: 1) } == isTooMuch)
        #expect(isRefused { _ = try rendering.file() } == isTooMuch)
    }
}
