import EffectCoding
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of still images that are mostly empty.
struct StillPriceTests {
    /// Effort, and measured milliseconds.
    ///
    /// Regression: a still WebP was priced like a frame of an animated one, which leaves out what is empty.
    @Test(arguments: [("fast", 110), ("balanced", 98), ("small", 188)] as [(String, Double)])
    func `a still WebP is priced for its whole canvas`(_ effort: String, _ time: Double) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 1500, "height": 1500}, "timing": {"duration": 0.5, "fps": 2}, "output": {"effort": "\#(effort)"},
                 "layers": [{"type": "sprite", "contents": "dot", "size": [20, 20]}]}
                """#
        )
        let still = spec.prepared(for: .webp, isStill: true)
        for job in [RenderPrice.Job.best, .times([0.2])] {
            let predicted = RenderPrice(of: still, job).work / 1e6
            #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
        }
    }
}
