import EffectCoding
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering

/// Prices of pictures that stand still or fade: frames that repeat the one before cost little, and others do not.
struct RepeatPriceTests {
    /// Work to encode a gradient as a lossless WebP.
    private static func work(_ frames: Int, effort: String = "balanced", fadingFrom opacity: Double = 1) throws
        -> Double
    {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 512, "height": 512}, "timing": {"duration": \#(Double(frames) / 20), "fps": 20},
                 "output": {"quality": "lossless", "effort": "\#(effort)"},
                 "layers": [{"type": "sprite", "size": [512, 512], "contents": {"size": [512, 512], "gradient": {
                   "type": "conic", "colors": ["gold", "navy", "red", "lime", "gold"], "startPoint": [0.5, 0.5], "endPoint": [1, 0.5]}},
                   "animations": [{"keyPath": "opacity", "values": [\#(opacity), 1], "duration": "100%"}]}]}
                """#
        )
        let price = RenderPrice(of: spec.prepared(for: .webp))
        return price.parts.filter { "\($0.stage)".hasPrefix("lossless") }.reduce(0) { $0 + $1.work }
    }

    /// Regression: what stays in its place was taken for unchanged, whatever its opacity did, and took up to ten times its price.
    @Test(arguments: ["fast", "balanced", "small"])
    func `a picture that fades is encoded in each frame`(_ effort: String) throws {
        let (still, fading) = (try Self.work(20, effort: effort), try Self.work(20, effort: effort, fadingFrom: 0.9))
        #expect(fading > 4 * still, "\(fading) and \(still)")
        // Less than a step of 8 bits shows nowhere, but is mixed.
        let faint = try Self.work(20, effort: effort, fadingFrom: 0.999)
        #expect(faint < fading / 2, "\(faint), \(fading) and \(still)")
    }

    /// Regression: frames too few to be compared were priced as if they were, at a fifteenth of their time.
    @Test func `of few frames, those that repeat the one before are encoded, too`() throws {
        let works = try [2, 4, 7, 8].map { try Self.work($0, effort: "small") }
        #expect(works[1] > 1.8 * works[0] && works[2] > 3 * works[0], "\(works)")
        #expect(works[3] < works[2] / 2, "\(works)")
    }
}
