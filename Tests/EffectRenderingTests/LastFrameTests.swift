import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Frames that stay on the page when a preset stops.
struct LastFrameTests {
    private func spec(_ name: String, _ parameters: (String, String)...) throws -> EffectSpec {
        try PresetRequest.spec(
            preset: name,
            parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
    }

    /// Pixels of the last frame that can be seen: with a channel above 5 %, since what fades is not quite gone one frame before the end.
    private func ink(_ spec: EffectSpec) -> Int {
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: spec.canvas.pixelWidth,
            height: spec.canvas.pixelHeight,
            background: spec.canvas.background,
            sprites: simulation.sprites
        )
        rasterizer.draw(simulation.drawList(ofFrame: spec.timing.frameCount - 1))
        return rasterizer.bitmap.pixels.reduce(0) { count, pixel in
            let channels = (0..<4).map { UInt32(pixel) >> (8 * $0) & 255 }
            return count + (channels.contains { $0 > 12 } ? 1 : 0)
        }
    }

    @Test func `a preset of particles alone stops on an empty frame`() throws {
        var names: [String] = []
        for preset in Preset.inOrder where preset.document["timing"]?["loop"] == nil {
            let stopped = try spec(preset.name, ("loop", "once"))
            guard preset.document["canvas"]?["background"] == nil,
                stopped.layers.allSatisfy({ $0.content.emitter != nil })
            else { continue }
            names.append(preset.name)
            #expect(ink(stopped) == 0, "\(preset.name)")
            #expect(try spec(preset.name, ("loop", "3")).timing.duration == stopped.timing.duration)
        }
        #expect(names.count > 10 && names.contains("explode"), "\(names)")
    }

    @Test(arguments: [("life", "6"), ("life", "0.4"), ("ticks", "300"), ("w", "600")])
    func `an end moves with the lifetime of particles`(_ name: String, _ value: String) throws {
        let own = try spec("explode", ("loop", "once")).timing.duration
        let other = try spec("explode", ("loop", "once"), (name, value))
        #expect(ink(other) == 0)
        let life = ["life": Double(value), "ticks": Double(value).map { $0 / 60 }][name] ?? nil
        #expect(abs(other.timing.duration - own - ((life ?? 2.9) - 2.9)) < 1e-6)
        // What falls out of sight ends when it did.
        let fallen = try spec("vortex-confetti", ("loop", "once"), ("life", "6")).timing.duration
        #expect(try spec("vortex-confetti", ("loop", "once")).timing.duration == fallen)
    }

    @Test func `a duration of one's own, and loops, are as they were`() throws {
        let own = try #require(Preset.all["explode"]?.document["timing"]?["duration"]?.double)
        #expect(try spec("explode").timing.duration == own)
        #expect(try spec("explode", ("loop", "seamless")).timing.duration == own)
        #expect(try spec("explode", ("loop", "once")).timing.duration > own)
        for name in ["d", "timing.duration"] {
            #expect(try spec("explode", ("loop", "once"), (name, "1.25")).timing.duration == 1.25)
        }
        #expect(ink(try spec("explode", ("loop", "once"), ("d", "1.25"))) > 0)
    }
}
