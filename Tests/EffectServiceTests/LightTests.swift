import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import EffectService
@testable import WorkScheduling

/// Blur and bloom in forms without pixels.
struct LightTests {
    private func spec(canvas: String = "", layer: String) throws -> EffectSpec {
        try EffectSpec(
            text: """
                {"canvas": {"width": 60, "height": 40\(canvas)}, "timing": {"duration": 0.5, "fps": 4},
                 "layers": [{\(layer) "type": "sprite", "name": "s", "contents": "star"}]}
                """
        )
    }

    private func render(_ spec: EffectSpec, as format: OutputFormat) throws -> [UInt8] {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        var bytes: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).render(RenderPlan(frames: spec, as: format)) {
            bytes += $0
        }
        return bytes
    }

    @Test(arguments: [OutputFormat.svg, .lottie, .tracks, .tgs])
    func `a vector refuses what it has no words for, by its place`(_ format: OutputFormat) throws {
        for (canvas, layer, place) in [
            ("", #""blur": 2,"#, "/layers/0/blur"), ("", #""bloom": {},"#, "/layers/0/bloom"),
            (#", "bloom": {}"#, "", "/canvas/bloom"), (#", "tile": true"#, "", "/canvas/tile"),
        ] {
            let spec = try spec(canvas: canvas, layer: layer)
            do {
                _ = try render(spec, as: format)
                Issue.record("\(place) is no fault")
            } catch RenderError.notAVector(_, let layer, let pointer, _, let instead) {
                #expect(pointer == place && layer == (canvas.isEmpty ? "s" : nil) && instead == ".png")
            }
            // The sentence names a layer only if the cause is in one.
            do {
                _ = try render(spec, as: format)
            } catch {
                #expect(Problem(error).detail.contains(" in layer ") == canvas.isEmpty, "\(Problem(error).detail)")
            }
        }
        #expect(try render(spec(layer: ""), as: format).count > 100)
    }

    /// Regression: a vector was refused for light that nobody sees.
    @Test func `a bloom without strength is none`() throws {
        let none = #""bloom": {"strength": 0}"#
        let (dark, plain) = (try spec(canvas: ", " + none, layer: none + ","), try spec(layer: ""))
        #expect(!dark.hasLight && !dark.sumsLight)
        for format in [OutputFormat.svg, .lottie, .tracks, .png] {
            #expect(try render(dark, as: format) == render(plain, as: format), "\(format)")
        }
    }

    @Test func `a frame dump has both with the layer, in pixels`() throws {
        var spec = try spec(layer: #""blur": 2, "bloom": {"threshold": 0.25, "radius": 3, "strength": 2},"#)
        spec.canvas.multiplyScale(by: 2)
        let dump = try JSONParser.parse(render(spec, as: .json))
        let layer = dump.value(at: ["frames", "0", "layers", "0"])
        #expect(layer?["blur"] == 4 && layer?["bloom"] == ["threshold": 0.25, "deviation": 6, "strength": 2])
        #expect(layer?.value(at: ["layers", "0", "count"]) == 1)
    }

    @Test func `a frame dump has the threshold of a blur`() throws {
        let dump = try JSONParser.parse(render(try spec(layer: #""blur": 2, "alphaThreshold": 0.25,"#), as: .json))
        let layer = dump.value(at: ["frames", "0", "layers", "0"])
        #expect(layer?["blur"] == 2 && layer?["alphaThreshold"] == 0.25)
    }

    @Test func `a threshold needs a blur`() throws {
        let error = try #require(throws: SpecError.self) { _ = try spec(layer: #""alphaThreshold": 0.5,"#) }
        #expect(error.faults.map(\.pointer) == ["/layers/0/alphaThreshold"])
    }

    @Test(arguments: [
        "\"blur\": 51,", "\"blur\": -1,", "\"bloom\": {\"radius\": 0},", "\"bloom\": {\"strength\": 5},",
        "\"bloom\": {\"glow\": 1},",
        "\"blur\": 2, \"alphaThreshold\": 0,", "\"blur\": 2, \"alphaThreshold\": 1,",
    ])
    func `light out of range is refused`(_ layer: String) throws {
        #expect(throws: SpecError.self) { _ = try spec(layer: layer) }
    }
}
