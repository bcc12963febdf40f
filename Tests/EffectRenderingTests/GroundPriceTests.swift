import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing

@testable import EffectRendering

/// Prices of gradients behind an effect.
struct GroundPriceTests {
    private func spec(colors: Int, frames: Int) throws -> EffectSpec {
        let list = (0..<colors).map { JSONValue.string($0 % 2 == 0 ? "#102040" : "#e0a030") }
        let background: JSONValue =
            colors < 2 ? "#102040" : ["gradient": ["type": "axial", "colors": .array(list), "startPoint": [0, 0.2]]]
        return try EffectSpec(
            json: [
                "canvas": ["width": 1000, "height": 1000, "background": background],
                "timing": ["duration": .number(Double(frames) / 10), "fps": 10],
                "layers": [["emitterCells": [["contents": "dot", "birthRate": 1, "lifetime": 1]]]],
            ]
        ).prepared(for: .avif)
    }

    private func work(_ spec: EffectSpec, _ job: RenderPrice.Job = .animation) -> Double {
        RenderPrice(of: spec, job).work
    }

    /// Regression: a frame of a million pixels over 64 colors took a tenth of a second by its price, and half a second.
    @Test func `the first frame of an AVIF costs more over a gradient, the more colors it has`() throws {
        let works = try [1, 2, 5, 64].map { work(try spec(colors: $0, frames: 1)) }
        #expect(works == works.sorted() && works[3] > 4 * works[0], "\(works)")
        // Nanoseconds for each of a million pixels, measured.
        #expect(works[3] / 1e6 > 350)
        let stills = try [1, 64].map { work(try spec(colors: $0, frames: 1), .best) }
        #expect(stills[1] > 4 * stills[0], "\(stills)")
        // Later frames refer to the first.
        let first = try work(spec(colors: 64, frames: 1)) - work(spec(colors: 1, frames: 1))
        let all = try work(spec(colors: 64, frames: 20)) - work(spec(colors: 1, frames: 20))
        #expect(all < 3 * first, "\(first) \(all)")
    }

    @Test func `the gradient of an AVIF is a part of its price, and of no other form's`() throws {
        let spec = try spec(colors: 5, frames: 4)
        let part = try #require(RenderPrice(of: spec).parts.first { $0.stage == .avifGround })
        #expect(part.tally[.canvas] == 500_000 && part.times == 1)
        let others = RenderPrice(of: spec.prepared(for: .webp)).parts
        #expect(!others.contains { $0.stage == .avifGround })
    }

    /// Regression: frames that differ in a small box were priced as if each had the whole background. Milliseconds are those of
    /// `hanabi-benchmarks prices scenes`.
    @Test(
        arguments: [
            (#""palette": "off""#, 6.8), (#""palette": "auto", "effort": "small""#, 20.8),
            (#""format": "webp", "quality": "lossless", "palette": "off""#, 9.5),
        ] as [(String, Double)]
    )
    func `a background is priced once where only a small part of it changes`(
        _ output: String,
        _ time: Double
    ) throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 800, "height": 600, "background": "#102040"}, "timing": {"duration": 1, "fps": 25},
                 "output": {\(output)}, "layers": [{"emitterPosition": [400, 300], "emitterCells": [
                   {"contents": {"shape": "dot", "size": 12}, "birthRate": 20, "lifetime": 1, "velocity": 10, "emissionRange": "1turn"}]}]}
                """
        )
        let ratio = RenderPrice(of: spec).work / 1e6 / time
        #expect((0.7...4).contains(ratio), "\(ratio)")
    }
}
