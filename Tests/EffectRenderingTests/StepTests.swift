import AssetFiles
import EffectCoding
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing

/// Layers drawn in several steps, which must not depend on the canvas content in between.
struct StepTests {
    private func pixels(_ layers: String, _ size: (Int, Int), at time: Double) throws -> [UInt32] {
        let text = #"""
            {"canvas": {"width": \#(size.0), "height": \#(size.1), "background": "#808080"},
             "timing": {"duration": 1, "fps": 10}, "layers": [\#(layers)]}
            """#
        let spec = try EffectSpec(
            json: JSONParser.parse(Array(text.utf8)),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let simulation = Simulation(spec)
        var rasterizer = Rasterizer(
            width: size.0,
            height: size.1,
            background: simulation.spec.canvas.background,
            sprites: simulation.sprites
        )
        rasterizer.draw(simulation.drawList(at: time))
        return rasterizer.bitmap.pixels
    }

    /// A sprite between the sparks below and above: on the canvas, just outside, or far away.
    @Test(arguments: [#""opacity": 0.4"#, #""blend": "screen""#, #""mask": {"contents": "circle", "scale": 4}"#])
    func `a sprite between two steps changes only the pixels it covers`(_ look: String) throws {
        func pixels(_ x: Double) throws -> [UInt32] {
            let firework = #"{"type": "firework", "name": "f", "origin": [40, 40], "scale": 20, \#(look)}"#
            let sprite =
                #"{"type": "sprite", "name": "s", "contents": "circle", "size": [4, 4], "position": [\#(x), 40]}"#
            return try self.pixels("\(firework), \(sprite)", (80, 80), at: 0.2)
        }
        let far = try pixels(-300)
        #expect(Set(far).count > 20)
        for x in [-10.0, -3, -2.1] {
            let isSame = try pixels(x) == far
            #expect(isSame, "at \(x)")
        }
    }

    @Test(arguments: [1, 0.5])
    func `emoji look the same with and without a counter`(_ opacity: Double) throws {
        func pixels(_ counter: String) throws -> [UInt32] {
            let cell = #"{"birthRate": 6, "lifetime": 1, "velocity": 60, "scale": 0.4, "yAcceleration": 0}"#
            let like = #"""
                {"type": "like", "origin": [100, 180], "press": 1, "emoji": ["circle"], "opacity": \#(opacity),
                 "counter": \#(counter), "cell": \#(cell)}
                """#
            return try self.pixels(like, (200, 240), at: 0.3)
        }
        let shown = try pixels(#"{"offset": [-90, -170], "words": [], "fontSize": 8}"#)
        let without = try pixels("null")
        // The counter is at the top.
        let isSame = shown[(200 * 60)...] == without[(200 * 60)...]
        #expect(isSame && Set(without[(200 * 60)...]).count > 20)
    }

    @Test func `the dump marks steps that are composited together`() throws {
        func runs(_ layers: String) throws -> [Int?] {
            Simulation(try EffectSpec(text: #"{"canvas": {"width": 80, "height": 80}, "layers": [\#(layers)]}"#))
                .drawList(at: 0.2).groups.map(\.run)
        }
        let firework = #"{"type": "firework", "origin": [40, 40], "scale": 20}"#
        let sprite = #"{"type": "sprite", "contents": "circle", "size": [4, 4], "position": [40, 40]}"#
        #expect(try runs(firework) == [0, 0])
        #expect(try runs("\(firework), \(sprite)") == [nil, nil, nil])
        #expect(try runs(sprite) == [nil])
        let reveal = #"{"type": "reveal", "from": "white", "to": "black", "duration": 1}"#
        #expect(try runs(reveal) == [nil, nil])
    }
}
