import EffectCoding
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing

/// Mirroring of specs mirrors their images.
struct MirrorTests {
    /// - Parameter sign: −1 mirrors the spec horizontally.
    private func bitmap(_ sign: Double) throws -> Bitmap {
        let heading = sign > 0 ? "-60deg" : "-120deg"
        let members: [JSONValue.Member] = [
            .init("emitterPosition", [.number(75 - sign * 30), 100]),
            .init(
                "emitterBehaviors",
                [
                    ["type": "drag", "drag": 0.7],
                    [
                        "type": "vortex", "position": [.number(75 - sign * 10), 60], "strength": .number(90 * sign),
                        "radius": 20,
                    ],
                ]
            ),
        ]
        let cell: [JSONValue.Member] = [
            .init("contents", "star"), .init("birthRate", 30), .init("lifetime", 2), .init("velocity", [60, 140]),
            .init("emissionLongitude", .string(heading)), .init("xAcceleration", .number(25 * sign)),
            .init("yAcceleration", 60), .init("spin", .number(2 * sign)), .init("scaleSpeed", 0.6), .init("trail", 0.2),
            .init("drift", [.number(4 * sign), 1]), .init("redRange", 0.5), .init("color", "#80c0ffc0"),
        ]
        let json = Specs.one(emitter: members, cell: cell, canvas: ["width": 150, "height": 150], seed: 3)
        let simulation = Simulation(try EffectSpec(json: json))
        var rasterizer = Rasterizer(width: 150, height: 150, background: .transparent, sprites: simulation.sprites)
        rasterizer.draw(simulation.drawList(at: 1.5))
        return rasterizer.bitmap
    }

    /// - Parameter layer: Members added to a layer with an emitter near the center of a canvas of 120 × 100.
    private func bitmap(_ layer: [JSONValue.Member], contents: JSONValue) throws -> Bitmap {
        let members: [JSONValue.Member] = [
            .init("emitterPosition", [60, 45]), .init("emitterShape", "line"), .init("emitterSize", [50, 0]),
        ]
        let cell: [JSONValue.Member] = [
            .init("contents", contents), .init("birthRate", 60), .init("lifetime", 2), .init("velocity", [10, 70]),
            .init("emissionRange", "360deg"), .init("yAcceleration", 30), .init("spin", 2), .init("trail", 0.2),
        ]
        let json = Specs.one(
            emitter: Specs.merged(members, layer),
            cell: cell,
            canvas: ["width": 120, "height": 100],
            seed: 3
        )
        let simulation = Simulation(try EffectSpec(json: json))
        var rasterizer = Rasterizer(width: 120, height: 100, background: .transparent, sprites: simulation.sprites)
        rasterizer.draw(simulation.drawList(at: 1.5))
        return rasterizer.bitmap
    }

    @Test func `a flipped layer with symmetric contents is the image upside down`() throws {
        let box: JSONValue = ["shape": "rectangle", "size": [14, 6]]
        let plain = try bitmap([], contents: box)
        let flipped = try bitmap([.init("geometryFlipped", true)], contents: box)
        var (different, shown) = (0, 0)
        for y in 0..<100 {
            for x in 0..<120 {
                let (a, b) = (plain.pixels[y * 120 + x], flipped.pixels[(99 - y) * 120 + x])
                if a != 0 { shown += 1 }
                for shift: UInt32 in [0, 8, 16, 24] where abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) > 4 {
                    different += 1
                }
            }
        }
        #expect(shown > 2000)
        #expect(different == 0)
    }

    @Test func `a layer that masks to its bounds is clipped exactly there`() throws {
        let moved: [JSONValue.Member] = [.init("position", [25, 10]), .init("transform", ["scale": 0.5])]
        let open = try bitmap(moved, contents: "star")
        let shut = try bitmap(moved + [.init("masksToBounds", true)], contents: "star")
        // Half size about the center at (85, 60): 55...115 across, 35...85 down.
        var (inside, outside) = (0, 0)
        for y in 0..<100 {
            for x in 0..<120 {
                let (a, b) = (open.pixels[y * 120 + x], shut.pixels[y * 120 + x])
                if (55..<115).contains(x), (35..<85).contains(y) {
                    if a != 0 { inside += 1 }
                    // Light of a clipped layer is rounded once more.
                    for shift: UInt32 in [0, 8, 16, 24] {
                        #expect(abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) <= 3)
                    }
                } else {
                    if a != 0 { outside += 1 }
                    #expect(b == 0)
                }
            }
        }
        #expect(inside > 500 && outside > 20)
    }

    @Test func `a mirrored spec renders the mirrored image`() throws {
        let (plain, mirrored) = (try bitmap(1), try bitmap(-1))
        var (different, shown) = (0, 0)
        for y in 0..<150 {
            for x in 0..<150 {
                let (a, b) = (plain.pixels[y * 150 + x], mirrored.pixels[y * 150 + 149 - x])
                if a != 0 { shown += 1 }
                // Coordinates are rounded to 1/256 pixel and areas are rounded down: a level or two at edges.
                for shift: UInt32 in [0, 8, 16, 24] where abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) > 3 {
                    different += 1
                }
            }
        }
        #expect(shown > 2000)
        #expect(different == 0)
    }
}
