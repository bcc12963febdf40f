import EffectCoding
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Contacts of particles and tiles with walls, and their rest.
struct WallTests {
    /// A square of 30 points that spins while it falls onto a floor 80 points below.
    private func debris(
        _ floor: String = #"{"type": "floor", "y": 580, "elasticity": 0.3, "friction": 0.6}"#,
        contents: JSONValue = ["shape": "square", "size": 30],
        _ cell: [JSONValue.Member] = []
    ) throws -> Lone {
        try Lone(
            "[\(floor)]",
            cell: Specs.merged(
                [
                    .init("contents", contents), .init("lifetime", 9), .init("velocity", 30),
                    .init("yAcceleration", 600), .init("spin", 5),
                ],
                cell
            )
        )
    }

    /// Distance from an item's center down to the lowest corner of its box.
    private func depth(of item: DrawList.Item, box: SIMD2<Double>) -> Double {
        let half = box / 2 * item.scale
        return abs(sin(item.rotation)) * half.x + abs(cos(item.rotation)) * half.y
    }

    @Test func `a resting particle lies on the floor and does not rotate`() throws {
        let lone = try debris()
        let rests = try (30...47).map { try #require(lone.item(at: Double($0) / 10)) }
        #expect(Set(rests.map(\.rotation)).count == 1 && Set(rests.map(\.position)).count == 1)
        #expect(rests[0].rotation != 0)
        let lowest = rests[0].position.y + depth(of: rests[0], box: [30, 30])
        #expect(abs(lowest - 580) < 0.02, "\(lowest)")
    }

    @Test(arguments: [[30.0, 30.0], [40, 8], [6, 60]])
    func `corners never go below the floor`(_ box: [Double]) throws {
        let contents: JSONValue = ["shape": "rectangle", "size": .array(box.map { .number($0) })]
        let lone = try debris(contents: contents, [.init("spin", 9), .init("scale", 0.7)])
        let lowest = try (0..<240).map { frame in
            let item = try #require(lone.item(at: Double(frame) / 60))
            return item.position.y + depth(of: item, box: [box[0], box[1]])
        }
        // A corner that turns toward the floor within a step ends slightly too deep.
        #expect(lowest.allSatisfy { $0 < 580.5 })
        #expect(abs(lowest[239] - 580) < 0.02)
    }

    @Test func `a bounce reduces the spin like the speed along the wall`() throws {
        let walls = #"{"type": "bounce", "bounds": [400, 0, 200, 1000], "elasticity": 1, "friction": 0.4}"#
        let lone = try debris(walls, contents: "circle", [.init("velocity", 188), .init("yAcceleration", 0)])
        func spin(_ time: Double) throws -> Double {
            let (now, then) = (try #require(lone.item(at: time)), try #require(lone.item(at: time + 0.1)))
            return (then.rotation - now.rotation) / 0.1
        }
        // The rim reaches the wall after 94 points in half a second, and the other wall a second later.
        for (time, expected) in [(0.2, 5.0), (0.8, 3), (1.7, 1.8)] {
            let found = try spin(time)
            #expect(abs(found - expected) < 1e-3)
        }
        let places = try (0..<300).map { try #require(lone.item(at: Double($0) / 100)).position.x }.sorted()
        #expect(abs(places[299] - 594) < 1.6 && abs(places[0] - 406) < 1.6)
    }

    @Test func `spin ends at rest even without friction`() throws {
        let lone = try debris(#"{"type": "floor", "y": 580, "elasticity": 0.3, "friction": 0}"#)
        let (first, second) = (try #require(lone.item(at: 3)), try #require(lone.item(at: 3.5)))
        #expect(first.rotation == second.rotation)
        #expect(abs(second.position.x - first.position.x - 15) < 0.01)
    }

    @Test(
        arguments: [
            // A triangle's tip, a ring's rim, a dot's radius at half intensity, and scaled contents.
            (#"{"shape": "triangle", "size": 24}"#, [], 12.0), (#"{"shape": "ring", "size": 24}"#, [], 12),
            (#"{"shape": "dot", "size": 24}"#, [], 6.3), (#""circle""#, [.init("scale", 2)], 12),
            (#""circle""#, [.init("contentsScale", 2)], 3), (#""circle""#, [.init("scaleSpeed", 0.25)], 12),
            (#""circle""#, [.init("particleType", "point"), .init("scale", -2)], 12),
        ] as [(String, [JSONValue.Member], Double)]
    )
    func `the edge in contact is the visible one`(
        _ contents: String,
        _ cell: [JSONValue.Member],
        _ reach: Double
    ) throws {
        let drop: [JSONValue.Member] = [.init("velocity", 0), .init("spin", 0)]
        let lone = try debris(contents: JSONParser.parse(Array(contents.utf8)), drop + cell)
        let rest = try #require(lone.item(at: 4)).position.y
        #expect(abs(rest - (580 - reach)) < 0.05, "\(rest)")
    }

    @Test func `a picture touches with its opaque part`() throws {
        // 16 × 16 pixels, of which the central 8 × 8 are opaque.
        let pixels = (0..<256).map { (4..<12).contains($0 % 16) && (4..<12).contains($0 / 16) ? UInt32.max : 0 }
        let library = OnePicture(picture: Picture(width: 16, height: 16, pixels: pixels))
        let spec = Specs.one(
            emitter: [
                .init("emitterPosition", [500, 500]), .init("emitterBehaviors", [["type": "floor", "y": 580]]),
            ],
            cell: [
                .init("contents", ["image": "p"]), .init("birthRate", 0), .init("burst", ["count": 1]),
                .init("lifetime", 9), .init("yAcceleration", 600),
            ],
            canvas: ["width": 1000, "height": 1000],
            timing: ["duration": 4, "fps": 10]
        )
        let simulation = Simulation(try EffectSpec(json: spec, library: library))
        let item = try #require(simulation.drawList(at: 3.5).groups.first?.items.first)
        #expect(item.position.y == 576)
    }

    @Test func `a plane in space touches with its projected edge`() throws {
        let plane: [JSONValue.Member] = [
            .init("particleType", "plane"), .init("orientationLongitude", 0), .init("velocity", 0), .init("spin", 0),
            // Rotated by 60° about a horizontal axis: half as high.
            .init("rotation", "60deg"),
        ]
        let lone = try debris(contents: ["shape": "square", "size": 40], plane)
        let rest = try #require(lone.item(at: 4)).position.y
        #expect(abs(rest - 570) < 0.05)
    }

    @Test func `walls touch the same edge in flipped geometry`() throws {
        func rest(_ emitter: [JSONValue.Member], _ pull: Double) throws -> Double {
            let box = #"[{"type": "bounce", "bounds": [0, 100, 1000, 800]}]"#
            let lone = try Lone(
                box,
                cell: [
                    // The center is not halfway between top and bottom.
                    .init("contents", ["path": "M-10 -10 H10 V20 H-10 Z", "viewBox": [-20, -20, 40, 40], "size": 40]),
                    .init("lifetime", 9), .init("velocity", 0), .init("yAcceleration", .number(pull)),
                ],
                emitter: emitter
            )
            return try #require(lone.item(at: 4.5)).position.y
        }
        let up: [JSONValue.Member] = [.init("geometryFlipped", true)]
        let rests = try [rest([], 600), rest([], -600), rest(up, -600), rest(up, 600)]
        #expect(rests == [880, 110, 880, 110])
    }

    @Test func `a particle born beyond a wall enters, and an oversized one is centered`() throws {
        let entering = try Lone(
            #"[{"type": "bounce", "bounds": [600, 0, 300, 1000]}]"#,
            cell: [.init("lifetime", 9)]
        )
        for time in [0.1, 0.5, 1, 1.5] { #expect(abs(entering.offset(at: time).x - 60 * time) < 0.02) }
        #expect(entering.offset(at: 4).x > 110)
        let squeezed = try Lone(
            #"[{"type": "bounce", "bounds": [400, 560, 300, 20]}]"#,
            cell: [
                .init("contents", ["shape": "square", "size": 40]), .init("lifetime", 9), .init("velocity", 0),
                .init("yAcceleration", 600),
            ]
        )
        #expect(squeezed.offset(at: 4) == SIMD2(0, 70))
    }

    @Test func `bounces of spinning pieces are independent of the frame rate`() throws {
        func simulation(fps: JSONValue) throws -> Simulation {
            try Lone(
                #"[{"type": "bounce", "bounds": [400, 400, 200, 200], "friction": 0.1}]"#,
                cell: [
                    .init("burst", ["count": 30, "spacing": 1]), .init("emissionRange", "1turn"),
                    .init("yAcceleration", 500), .init("contents", ["shape": "rectangle", "size": [30, 8]]),
                    .init("spin", [-9, 9]), .init("scaleSpeed", -0.1),
                ],
                timing: ["duration": 3, "fps": fps]
            ).simulation
        }
        let (slow, fast) = (try simulation(fps: 10), try simulation(fps: 60))
        for frame in [29, 3, 17, 0] {
            #expect(slow.drawList(ofFrame: frame).groups == fast.drawList(ofFrame: 6 * frame).groups)
        }
    }

    @Test func `tiles come to rest on the canvas edge`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 160}, "timing": {"duration": 6, "fps": 10}, "layers": [
                  {"type": "shatter", "source": "red", "tile": 40, "duration": 8, "pushX": [-0.2, 0.2], "collision": true,
                   "elasticity": 0.3, "friction": 0.4, "angularVelocity": [-6, 6], "angularResistance": 0.5}]}
                """
        )
        let simulation = Simulation(spec)
        func tiles(_ time: Double) -> [DrawList.Item] { simulation.drawList(at: time).groups.flatMap(\.items) }
        let (early, late) = (tiles(5), tiles(5.9))
        #expect(early.count == 20 && early.map(\.rotation) == late.map(\.rotation))
        // Each lies on one of its sides.
        #expect(late.allSatisfy { abs(sin(2 * $0.rotation)) < 1e-5 })
        for tile in late {
            let lowest = tile.position.y + depth(of: tile, box: simulation.sprites[tile.sprite].size)
            #expect(abs(lowest - 160) < 0.1, "\(lowest)")
        }
    }
}

/// An asset library with a single picture.
private struct OnePicture: AssetLibrary {
    let picture: Picture

    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture { picture }

    func glyphs(of style: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "a picture")
    }
}
