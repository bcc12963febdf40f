import EffectCoding
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Collisions of particles with solids, deaths on impact, and births on impact.
struct ColliderTests {
    /// A particle that falls from (500, 500) at 600 points per second squared.
    private func falling(_ behaviors: String, _ cell: [JSONValue.Member] = [], duration: Double = 5) throws -> Lone {
        try Lone(
            behaviors,
            cell: Specs.merged(
                [
                    .init("contents", ["shape": "circle", "size": 20]), .init("lifetime", 9), .init("velocity", 0),
                    .init("yAcceleration", 600),
                ],
                cell
            ),
            timing: ["duration": .number(duration), "fps": 10]
        )
    }

    private func place(_ lone: Lone, _ time: Double) throws -> SIMD2<Double> {
        try #require(lone.item(at: time)).position
    }

    @Test func `a level plane acts as a floor`() throws {
        let cell: [JSONValue.Member] = [.init("velocity", 40), .init("spin", 3)]
        let plane = try falling(
            #"[{"type": "collider", "position": [0, 700], "elasticity": 0.6, "friction": 0.1}]"#,
            cell
        )
        let floor = try falling(#"[{"type": "floor", "y": 700, "elasticity": 0.6, "friction": 0.1}]"#, cell)
        for frame in 0..<150 {
            let (one, other) = (try place(plane, Double(frame) / 30), try place(floor, Double(frame) / 30))
            #expect(one.isNear(other, 0.02), "\(frame): \(one) \(other)")
        }
        #expect(try abs(place(plane, 4.9).y - 690) < 0.01)
    }

    /// Regression: what gravity added between the contact and the end of a step was reflected as well, so that each lossless
    /// bounce rose 2 % higher.
    @Test(arguments: [1, 0.9, 0.5])
    func `a bounce rises by the square of the elasticity, on any surface`(_ elasticity: Double) throws {
        // The particle's edge meets the surface after 190 points.
        let first = (2.0 * 190 / 600).squareRoot()
        for surface in [
            #""type": "floor", "y": 700"#, #""type": "bounce", "bounds": [0, 0, 1000, 700]"#,
            #""type": "collider", "position": [0, 700]"#,
            #""type": "collider", "shape": "circle", "radius": 80, "position": [500, 780]"#,
            #""type": "collider", "shape": "box", "size": [300, 20], "position": [500, 710]"#,
        ] {
            let lone = try falling("[{\(surface), \"elasticity\": \(elasticity), \"friction\": 0}]")
            var (time, share) = (first, 1.0)
            for bounce in 1...3 {
                share *= elasticity
                let apex = try place(lone, time + first * share).y
                #expect(abs(690 - apex - 190 * share * share) < 0.1, "\(surface), bounce \(bounce): \(apex)")
                time += 2 * first * share
            }
        }
    }

    /// A plane's free normal by its angle: a bounce follows the law of reflection.
    @Test(arguments: [-0.6, -0.2, 0.0, 0.3, 0.7])
    func `a lossless bounce reflects the path`(_ angle: Double) throws {
        let lone = try falling(
            #"[{"type": "collider", "position": [500, 620], "angle": \#(angle), "elasticity": 1, "friction": 0}]"#,
            [.init("velocity", 300), .init("emissionLongitude", "90deg"), .init("yAcceleration", 0)]
        )
        let (before, after) = (try place(lone, 0.1) - place(lone, 0), try place(lone, 0.9) - place(lone, 0.8))
        let normal = SIMD2(sin(angle), -cos(angle))
        let mirrored = before - normal * (2 * (before * normal).sum())
        #expect(after.isNear(mirrored, 0.02), "\(after) \(mirrored)")
    }

    /// A solid, and the normal where a particle of 10 points hits it that moves right and down from (500, 500).
    private static let slopes: [(solid: String, normal: SIMD2<Double>)] = [
        (#""shape": "plane", "position": [500, 620]"#, SIMD2(0, -1)),
        (#""shape": "plane", "position": [500, 620], "angle": 0.3"#, SIMD2(sin(0.3), -cos(0.3))),
        (#""shape": "box", "position": [600, 640], "size": [400, 40]"#, SIMD2(0, -1)),
        (#""shape": "box", "position": [600, 640], "size": [600, 40], "angle": -0.2"#, SIMD2(sin(-0.2), -cos(-0.2))),
        // The centers are 60 points apart at the contact: its normal is three fifths to the left and four up.
        (#""shape": "circle", "position": [636, 648], "radius": 50"#, SIMD2(-0.6, -0.8)),
        // Inside of a bowl they are 140 points apart.
        (#""shape": "circle", "position": [516, 488], "radius": 150, "inverse": true"#, SIMD2(-0.6, -0.8)),
    ]

    /// After a bounce, the speed along the surface is 1 − `friction` of what it was, and the speed away from it the
    /// elasticity's share.
    @Test(arguments: [0.0, 0.5, 1], [0.4, 1])
    func `friction takes its share of the speed along a plane, a box and a sphere`(
        _ friction: Double,
        _ elasticity: Double
    )
        throws
    {
        for (solid, normal) in Self.slopes {
            let lone = try falling(
                #"[{"type": "collider", \#(solid), "elasticity": \#(elasticity), "friction": \#(friction)}]"#,
                [.init("velocity", 400), .init("emissionLongitude", "45deg"), .init("yAcceleration", 0)]
            )
            let start = try place(lone, 0)
            let before = (try place(lone, 0.05) - start) / 0.05
            // The first tenth of a second in which it moves otherwise.
            let turn = try #require(
                (1..<200).first { number in
                    let time = Double(number) * 0.005
                    return try !place(lone, time).isNear(start + before * time, 0.5)
                }
            )
            let time = Double(turn) * 0.005
            let after = (try place(lone, time + 0.05) - place(lone, time + 0.02)) / 0.03
            let tangent = SIMD2(-normal.y, normal.x)
            let (along, away) = ((before * tangent).sum(), (before * normal).sum())
            let found = SIMD2((after * tangent).sum(), (after * normal).sum())
            let wanted = SIMD2(along * (1 - friction), -away * elasticity)
            #expect(abs(along) > 50 && found.isNear(wanted, 8), "\(solid): \(found), not \(wanted)")
        }
    }

    /// Friction leaves a floor, walls and a plane the same share, and the same share of the spin.
    @Test(arguments: [0.0, 0.5, 1])
    func `friction takes its share of the spin, on any surface`(_ friction: Double) throws {
        let ends = #""elasticity": 1, "friction": \#(friction)"#
        for surface in [
            #"{"type": "floor", "y": 620, \#(ends)}"#, #"{"type": "bounce", "bounds": [0, 0, 1000, 620], \#(ends)}"#,
            #"{"type": "collider", "position": [500, 620], \#(ends)}"#,
        ] {
            let lone = try falling(
                "[\(surface)]",
                [
                    .init("velocity", 400), .init("emissionLongitude", "45deg"), .init("yAcceleration", 0),
                    .init("spin", 2),
                ]
            )
            let turned = try [0.1, 0.2, 0.6, 0.7].map { try #require(lone.item(at: $0)).rotation }
            #expect(abs(turned[1] - turned[0] - 0.2) < 1e-6)
            #expect(abs(turned[3] - turned[2] - 0.2 * (1 - friction)) < 1e-6, "\(surface)")
            let speed = try (place(lone, 0.7) - place(lone, 0.6)) / 0.1
            #expect(
                speed.isNear(SIMD2(400 * 0.5.squareRoot() * (1 - friction), -400 * 0.5.squareRoot()), 0.1),
                "\(surface)"
            )
        }
    }

    @Test func `particles never enter a circle or box and never leave a bowl`() throws {
        for seed in 0..<40 {
            let angle = Double(seed) * 0.37
            let solids: [(String, (SIMD2<Double>) -> Bool)] = [
                (
                    #""shape": "circle", "radius": 60, "position": [500, 640]"#,
                    {
                        ($0 - SIMD2(500, 640)).length > 69.9
                    }
                ),
                (
                    #""shape": "box", "size": [80, 6], "angle": \#(angle), "position": [500, 640]"#,
                    { point in
                        let way = point - SIMD2(500, 640)
                        let own = SIMD2(
                            way.x * cos(angle) + way.y * sin(angle),
                            way.y * cos(angle) - way.x * sin(angle)
                        )
                        let beyond = SIMD2(max(0, abs(own.x) - 40), max(0, abs(own.y) - 3))
                        return beyond.length > 9.9
                    }
                ),
                (
                    #""shape": "circle", "radius": 150, "inverse": true, "position": [500, 520]"#,
                    {
                        ($0 - SIMD2(500, 520)).length < 140.1
                    }
                ),
                (
                    #""shape": "box", "size": [200, 160], "inverse": true, "angle": \#(angle), "position": [500, 520]"#,
                    {
                        point in
                        let way = point - SIMD2(500, 520)
                        let own = SIMD2(
                            way.x * cos(angle) + way.y * sin(angle),
                            way.y * cos(angle) - way.x * sin(angle)
                        )
                        return abs(own.x) < 90.1 && abs(own.y) < 70.1
                    }
                ),
            ]
            for (solid, isFree) in solids {
                let lone = try falling(
                    #"[{"type": "collider", \#(solid), "elasticity": 0.7, "friction": 0.1}]"#,
                    [
                        .init("velocity", .number(Double(200 + 40 * seed))),
                        .init("emissionLongitude", .number(1.2 + Double(seed) * 0.02)),
                    ]
                )
                for frame in 0..<120 {
                    guard let item = lone.item(at: Double(frame) / 30) else { continue }
                    #expect(isFree(item.position), "\(solid) \(seed) \(frame): \(item.position)")
                }
            }
        }
    }

    @Test func `fast particles do not tunnel through thin solids`() throws {
        for speed in [500.0, 3000, 20_000, 90_000] {
            let lone = try falling(
                #"[{"type": "collider", "shape": "box", "size": [400, 1], "position": [500, 800]}]"#,
                [
                    .init("velocity", .number(speed)), .init("emissionLongitude", "90deg"),
                    .init("contents", ["shape": "circle", "size": 2]),
                ]
            )
            for frame in 0..<60 {
                let item = lone.item(at: Double(frame) / 30)
                #expect((item?.position.y ?? 0) < 799, "\(speed) \(frame)")
            }
        }
    }

    @Test func `a particle comes to rest at the lowest point of a bowl`() throws {
        let lone = try falling(
            #"[{"type": "collider", "shape": "circle", "radius": 120, "inverse": true, "position": [500, 560], "friction": 0.05}]"#,
            [.init("velocity", 150)],
            duration: 9
        )
        let (early, late) = (try place(lone, 8), try place(lone, 8.9))
        #expect(early.isNear([500, 670], 2) && late.isNear(early, 0.5), "\(early) \(late)")
    }

    @Test func `a particle born inside a solid leaves it freely`() throws {
        let lone = try falling(
            #"[{"type": "collider", "shape": "circle", "radius": 80, "position": [500, 500]}]"#,
            [.init("velocity", 100), .init("yAcceleration", 0)]
        )
        for time in [0.3, 0.7, 1.5] { #expect(abs(lone.offset(at: time).x - 100 * time) < 0.02) }
    }

    @Test(arguments: [
        #"{"type": "floor", "y": 560"#, #"{"type": "bounce", "bounds": [0, 0, 1000, 560]"#,
        #"{"type": "collider", "position": [0, 560]"#,
    ])
    func `a particle that dies on collision is gone on impact`(_ wall: String) throws {
        let lone = try falling("[\(wall), \"diesOnCollision\": true}]")
        // 50 points down: √(2 · 50 / 600) seconds.
        let time = (2.0 * 50 / 600).squareRoot()
        #expect(lone.item(at: time - 0.004) != nil && lone.item(at: time + 0.004) == nil)
        #expect(abs(try place(lone, time - 0.004).y - 550) < 1.1)
        let kept = try falling("[\(wall)}]")
        #expect(kept.item(at: 3) != nil)
    }

    private func drops(_ wall: String, _ child: [JSONValue.Member], loop: JSONValue = 1) throws -> EffectSpec {
        let common: [JSONValue.Member] = [
            .init("name", "splash"), .init("contents", ["shape": "square", "size": 3]), .init("on", "collision"),
            .init("burst", ["count": 4]), .init("lifetime", 0.4), .init("velocity", 100),
        ]
        return try EffectSpec(
            json: Specs.one(
                emitter: [
                    .init("emitterPosition", [500, 500]),
                    .init("emitterBehaviors", [try JSONParser.parse(Array(wall.utf8))]),
                ],
                cell: [
                    .init("contents", ["shape": "circle", "size": 20]), .init("birthRate", 0),
                    .init("burst", ["count": 1]), .init("lifetime", 3), .init("yAcceleration", 600),
                    .init("emitterCells", [.object(Specs.merged(common, child))]),
                ],
                canvas: ["width": 1000, "height": 1000],
                timing: ["duration": 4, "fps": 30, "loop": loop]
            )
        )
    }

    @Test func `each impact emits away from the wall, and resting particles emit no more`() throws {
        let spec = try drops(
            #"{"type": "collider", "position": [500, 600], "angle": 0.4, "elasticity": 0.5, "friction": 0}"#,
            []
        )
        let simulation = Simulation(spec)
        let hit = (0..<60).first { simulation.drawList(ofFrame: $0).groups.flatMap(\.items).count > 1 } ?? 0
        let splash = simulation.drawList(ofFrame: hit).groups.flatMap(\.items).filter { $0.cell == 1 }
        #expect(splash.count == 4)
        // On the plane's line at birth, then away along its normal.
        let item = try #require(splash.first)
        let way = item.position - SIMD2(500, 600)
        let out = way.x * sin(0.4) - way.y * cos(0.4)
        #expect(abs(out - 100 * item.age) < 1, "\(out) after \(item.age)")
        let deadly = Simulation(
            try drops(#"{"type": "floor", "y": 600, "diesOnCollision": true}"#, [])
        )
        #expect(deadly.birthCount == 5)
        let floor = Simulation(try drops(#"{"type": "floor", "y": 600, "elasticity": 0.5}"#, []))
        // Impacts are limited to eight: a resting particle does not collide.
        #expect(floor.birthCount > 9 && floor.birthCount <= 33)
        let dead = Simulation(try drops(#"{"type": "floor", "y": 600, "elasticity": 0}"#, []))
        #expect(dead.birthCount == 5)
    }

    @Test func `births on impact close a loop and require a wall`() throws {
        let spec = try drops(#"{"type": "floor", "y": 600, "elasticity": 0.5}"#, [], loop: "seamless")
        let simulation = Simulation(spec)
        #expect(simulation.birthCount > 9)
        #expect(simulation.drawList(ofFrame: 0).groups == simulation.drawList(ofFrame: spec.timing.frameCount).groups)
        for (wall, mask) in [(#"{"type": "drag", "drag": 1}"#, 1), (#"{"type": "floor", "categoryBitMask": 2}"#, 1)] {
            let error = #expect(throws: SpecError.self) {
                try EffectSpec(
                    text: #"""
                        {"layers": [{"emitterBehaviors": [\#(wall)], "emitterCells": [{"contents": "dot", "birthRate": 1,
                          "lifetime": 1, "fieldBitMask": \#(mask), "emitterCells": [{"contents": "dot", "on": "collision",
                          "burst": {"count": 1}, "lifetime": 1}]}]}]}
                        """#
                )
            }
            #expect(error?.faults.first?.pointer == "/layers/0/emitterCells/0/emitterCells/0/on")
        }
    }

    @Test func `impacts and deaths are independent of the frame rate`() throws {
        func lists(_ fps: Int) throws -> Simulation {
            let spec = try EffectSpec(
                text: #"""
                    {"timing": {"duration": 2, "fps": \#(fps)}, "canvas": {"width": 300, "height": 300}, "layers": [{
                      "emitterPosition": [150, 20], "emitterShape": "line", "emitterSize": [200, 0],
                      "emitterBehaviors": [{"type": "collider", "shape": "circle", "radius": 40, "elasticity": 0.6},
                        {"type": "floor", "diesOnCollision": true}],
                      "emitterCells": [{"contents": "circle", "birthRate": 30, "lifetime": 3, "yAcceleration": 400,
                        "velocity": [0, 60], "emissionRange": "1turn", "emitterCells": [{"on": "collision", "contents": "dot",
                          "burst": {"count": 3}, "lifetime": 0.5, "velocity": 80, "emissionRange": "90deg"}]}]}]}
                    """#
            )
            return Simulation(spec)
        }
        let (slow, fast) = (try lists(10), try lists(60))
        for frame in [19, 3, 12] {
            #expect(slow.drawList(ofFrame: frame).groups == fast.drawList(ofFrame: 6 * frame).groups)
        }
    }

    @Test func `bit masks select the cells that behaviors act on`() throws {
        for (category, mask, moves) in [(1, 1, true), (2, 1, false), (6, 3, true), (0, 7, false)] {
            let lone = try Lone(
                #"[{"type": "wind", "velocity": [0, 100], "drag": 5, "categoryBitMask": \#(category)}]"#,
                cell: [.init("fieldBitMask", .number(Double(mask)))]
            )
            #expect((lone.offset(at: 2).y > 10) == moves, "\(category) \(mask)")
        }
    }

    @Test(arguments: [
        (#"{"type": "collider", "radius": 3}"#, "radius"),
        (#"{"type": "collider", "shape": "circle", "size": [3, 3]}"#, "size"),
        (#"{"type": "collider", "shape": "circle", "angle": 1}"#, "angle"),
        (#"{"type": "collider", "inverse": true}"#, "inverse"),
        (#"{"type": "collider", "shape": "box", "size": [0, 3]}"#, "size/0"),
        (#"{"type": "collider", "shape": "sphere"}"#, "shape"),
        (#"{"type": "floor", "categoryBitMask": -1}"#, "categoryBitMask"),
    ])
    func `an invalid solid is reported with its pointer`(_ behavior: String, _ place: String) throws {
        let error = #expect(throws: SpecError.self) { try Lone("[\(behavior)]") }
        #expect(error?.faults.first?.pointer == "/layers/0/emitterBehaviors/0/\(place)")
    }

    @Test func `solids round-trip`() throws {
        let text = #"""
            {"layers": [{"emitterBehaviors": [{"type": "collider", "angle": "10deg"}, {"type": "collider", "shape": "circle"},
              {"type": "collider", "shape": "box", "size": [3, 4], "inverse": true, "diesOnCollision": true,
               "categoryBitMask": 5}], "emitterCells": [{"contents": "dot", "birthRate": 1, "lifetime": 1, "fieldBitMask": 9}]}]}
            """#
        let spec = try EffectSpec(text: text)
        #expect(try EffectSpec(json: spec.json) == spec)
    }
}
