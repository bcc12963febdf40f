import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectRendering

/// Contents that vectors do without, and what they say about it.
struct VectorLossTests {
    private func reduced(timing: String = "", layer: String = "", as format: OutputFormat = .svg) throws -> String? {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 120, "height": 120}, "timing": {"duration": 2, "fps": 30\(timing)}, "layers": [
                {"emitterPosition": [60, 60]\(layer), "emitterCells": [{
                 "contents": {"shape": "square", "size": 6}, "burst": {"count": 20}, "lifetime": 2, "velocity": [5, 20],
                 "emissionSpace": "cone", "emissionRange": "1turn"}]}]}
                """
        )
        return try VectorRendering(Simulation(spec), still: nil, format: format, limits: RenderLimits()) { false }
            .file()
            .reduced
    }

    /// Regression: motion blur was left out in silence.
    @Test(arguments: [OutputFormat.svg, .lottie, .tracks])
    func `vectors say that they have no shutter`(_ format: OutputFormat) throws {
        #expect(try reduced(timing: #", "shutter": 0.5"#, as: format) == "shutter=0")
        #expect(try reduced(as: format) == nil)
    }

    /// Regression: pieces kept the order in which they were first seen.
    @Test func `vectors say that an order by depth does not change`() throws {
        let turning =
            #", "renderMode": "backToFront", "emitterBehaviors": [{"type": "valueOverLife", "keyPath": "position.z", "values": [1, -1], "operation": "multiply"}]"#
        #expect(try reduced(layer: turning) == "renderMode=unordered")
        #expect(try reduced(layer: #", "renderMode": "backToFront""#) == nil)
    }

    /// Regression: wide trails that narrow had steps, in silence.
    @Test(arguments: [(3, false), (40, true)])
    func `vectors say that wide trails narrow in steps`(_ width: Int, _ isStepped: Bool) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 120, "height": 120}, "timing": {"duration": 1, "fps": 30}, "layers": [
                {"emitterPosition": [60, 60], "emitterCells": [{
                 "contents": {"shape": "circle", "size": 6}, "burst": {"count": 3}, "lifetime": 1, "velocity": 50,
                 "emissionRange": "1turn", "trail": {"duration": 0.5, "width": \(width)}}]}]}
                """
        )
        for format in [OutputFormat.svg, .lottie, .tracks] {
            let vector = VectorRendering(Simulation(spec), still: nil, format: format, limits: RenderLimits()) { false }
            let expected = isStepped && format != .tracks ? "trails=stepped" : nil
            #expect(try vector.file().reduced == expected)
        }
    }
}
