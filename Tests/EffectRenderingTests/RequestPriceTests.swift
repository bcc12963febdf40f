import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
import WorkScheduling
@testable import EffectRendering

/// Prices of whole requests, of budgets, and of what stays as it is.
struct RequestPriceTests {
    private static let few = #"""
        {"canvas": {"width": 100, "height": 80}, "timing": {"duration": 1, "fps": 10}, "layers": [
          {"emitterPosition": [50, 40], "emitterCells": [{"contents": "square", "burst": {"count": 5}, "lifetime": 2, "velocity": 9}]}]}
        """#

    /// Regression: any byte budget was priced as a search, also where the first file keeps it.
    @Test func `a budget that a vector keeps at once is no search`() throws {
        func work(_ budget: Int?) throws -> Double {
            var spec = try EffectSpec(text: Self.few).prepared(for: .svg)
            spec.output.maxBytes = budget
            return RenderPrice(of: spec, .vector).parts.filter { $0.stage == .vector }.reduce(0) { $0 + $1.work }
        }
        let once = try work(nil)
        #expect(try work(1 << 20) < 2 * once)
        #expect(try work(2000) > 3 * once)
    }

    /// Regression: a still sky behind something that moves was encoded in each frame.
    @Test(arguments: [("avif", "75"), ("webp", #""lossless""#)])
    func `what stays as it is costs little after the first frame`(_ format: String, _ quality: String) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 200, "height": 100}, "timing": {"duration": 2, "fps": 20},
                 "output": {"format": "\#(format)", "quality": \#(quality), "palette": "off"},
                 "layers": [
                  {"type": "sprite", "contents": {"gradient": {"colors": ["#102040", "#c06030"]}}},
                  {"emitterPosition": [50, 40], "emitterCells": [{"contents": "square", "burst": {"count": 5}, "lifetime": 2, "velocity": 9}]}]}
                """#
        )
        let encoded = try #require(RenderPrice(of: spec).parts.last)
        #expect(encoded.stage == .avif || encoded.stage == .lossless, "\(encoded.stage)")
        #expect(encoded.tally[.touched] < 0.3 * encoded.tally[.canvas], "\(encoded.tally[.touched])")
    }

    /// Regression: too many particles were said to be fewer on a smaller canvas or in fewer frames.
    @Test func `advice lowers what is too much`() throws {
        let cost = RenderCost(of: try EffectSpec(text: Self.few))
        var limits = RenderLimits()
        (limits.maximumPixels, limits.maximumBirths, limits.maximumLiveParticles) = (1, 1, 1)
        let advice = cost.excesses(over: limits).map(\.allowed)
        #expect(advice.count == 3)
        #expect(advice[0].contains("canvas") && !advice[0].contains("particles"))
        for text in advice.dropFirst() {
            #expect(!text.contains("canvas") && !text.contains("frames") && text.contains("birth rate"))
        }
    }

    /// Regression: `dry=1` wrote the outlines of a vector to count its pieces.
    @Test(arguments: [OutputFormat.svg, .tracks])
    func `a count of pieces writes no outlines`(_ format: OutputFormat) throws {
        let spec = try EffectSpec(
            text: #"""
                {"assets": {"a": {"path": "M0 0\#(String(repeating: "l3 1l-2 2", count: 900))Z"}},
                 "layers": [{"type": "sprite", "contents": "a"}, {"type": "sprite", "contents": "a"}]}
                """#
        )
        var limits = RenderLimits()
        limits.maximumOutputBytes = 4000
        let renderer = EffectRenderer(pool: WorkerPool(threads: 0, maximumWaiting: 0), limits: limits)
        let plan = RenderPlan(frames: spec, as: format)
        try renderer.checkPieces(of: plan)
        #expect(throws: RenderError.self) { try renderer.render(plan) { _ in } }
    }
}
