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
    /// Pixels of the last frame that can be seen: with a channel above 5 %, since what fades is not quite gone one frame before the end.
    private func ink(_ spec: EffectSpec) -> Int {
        let simulation = Simulation(spec)
        let last = drawn(simulation.drawList(ofFrame: spec.timing.frameCount - 1), of: simulation)
        return last.pixels.reduce(0) { count, pixel in
            let channels = (0..<4).map { UInt32(pixel) >> (8 * $0) & 255 }
            return count + (channels.contains { $0 > 12 } ? 1 : 0)
        }
    }

    @Test func `a preset of particles alone stops on an empty frame`() throws {
        var names: [String] = []
        for one in Preset.inOrder where one.document["timing"]?["loop"] == nil {
            let stopped = try preset(one.name, ["loop": "once"])
            guard one.document["canvas"]?["background"] == nil,
                stopped.layers.allSatisfy({ $0.content.emitter != nil })
            else { continue }
            names.append(one.name)
            #expect(ink(stopped) == 0, "\(one.name)")
            #expect(
                try preset(one.name, ["loop": "3"]).timing.duration == stopped.timing.duration
            )
        }
        #expect(names.count > 10 && names.contains("explode"), "\(names)")
    }

    @Test(arguments: [("life", "6"), ("life", "0.4"), ("ticks", "300"), ("w", "600")])
    func `an end moves with the lifetime of particles`(_ name: String, _ value: String) throws {
        let own = try preset("explode", ["loop": "once"]).timing.duration
        let other = try preset("explode", ["loop": "once", name: value])
        #expect(ink(other) == 0)
        let life = ["life": Double(value), "ticks": Double(value).map { $0 / 60 }][name] ?? nil
        #expect(abs(other.timing.duration - own - ((life ?? 2.9) - 2.9)) < 1e-6)
        // What falls out of sight ends when it did.
        let fallen = try preset("vortex-confetti", ["loop": "once", "life": "6"]).timing.duration
        #expect(try preset("vortex-confetti", ["loop": "once"]).timing.duration == fallen)
    }

    @Test func `a duration of one's own, and loops, are as they were`() throws {
        let own = try #require(Preset.all["explode"]?.document["timing"]?["duration"]?.double)
        #expect(try preset("explode", [:]).timing.duration == own)
        #expect(try preset("explode", ["loop": "seamless"]).timing.duration == own)
        #expect(try preset("explode", ["loop": "once"]).timing.duration > own)
        for name in ["d", "timing.duration"] {
            #expect(try preset("explode", ["loop": "once", name: "1.25"]).timing.duration == 1.25)
        }
        #expect(ink(try preset("explode", ["loop": "once", "d": "1.25"])) > 0)
    }
}
