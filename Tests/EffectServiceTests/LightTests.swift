import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import EffectService
@testable import EffectSimulation
@testable import SoftwareRaster
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
                #expect(
                    pointer == place && layer == (canvas.isEmpty ? "s" : nil)
                        && instead == "the ending of an image, such as .png"
                )
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
        for blur in ["", #""blur": 0.9,"#] {
            let error = try #require(throws: SpecError.self) { _ = try spec(layer: #""alphaThreshold": 0.5,"# + blur) }
            #expect(error.faults.map(\.pointer) == ["/layers/0/alphaThreshold"])
        }
    }

    private func alpha(_ members: String, _ x: Int, _ y: Int) throws -> Int {
        let spec = try EffectSpec(
            text: #"{"canvas": {"width": 80, "height": 60}, "layers": [{\#(members)}]}"#
        )
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: 80,
            height: 60,
            background: .transparent,
            sprites: simulation.sprites,
            sumsLight: spec.sumsLight
        )
        rasterizer.draw(simulation.drawList(at: 0))
        return Int(rasterizer.bitmap.pixels[y * 80 + x] >> 24)
    }

    /// Regression: the opacity of a layer came before its threshold, so that it shrank and vanished in place of fading.
    @Test func `opacity, mask and shadow apply to a layer that is cut`() throws {
        let drop = #""type": "sprite", "contents": {"shape": "circle", "size": 40}, "blur": 4, "alphaThreshold": 0.4"#
        #expect(try alpha(drop, 40, 30) == 255)
        #expect(try abs(alpha(drop + #", "opacity": 0.3"#, 40, 30) - 77) <= 1)
        let mask = #", "mask": {"contents": {"shape": "square", "size": 20}}"#
        #expect(try alpha(drop + mask, 40, 30) == 255 && alpha(drop + mask, 40, 17) == 0)
        let group = """
            "type": "group", "blur": 4, "alphaThreshold": 0.4, "opacity": 0.5, "shadowOpacity": 0.5, "shadowRadius": 0, "shadowOffset": [0, 8],
            "layers": [{"type": "sprite", "contents": {"shape": "circle", "size": 30}}]
            """
        let (inside, shade) = (try alpha(group, 40, 30), try alpha(group, 40, 50))
        #expect(inside > 127 && shade > 40 && shade < 100, "\(inside), \(shade)")
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
