import EffectCoding
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Particles of emitters as rigid bodies.
struct EmitterBodyTests {
    private func spec(
        _ dynamics: String,
        _ cell: String,
        _ layer: String = "",
        duration: Double = 4,
        fps: Int = 20,
        seed: Int = 1,
        loop: String = "1",
        life: Double = 60
    ) throws -> EffectSpec {
        try EffectSpec(
            text: #"""
                {"canvas": {"width": 300, "height": 300}, "timing": {"duration": \#(duration), "fps": \#(fps), "loop": \#(loop)},
                 "seed": \#(seed), "layers": [{"emitterPosition": [150, 100], "dynamics": \#(dynamics)\#(layer), "emitterCells": [
                   {"name": "b", "contents": {"shape": "circle", "size": 20}, "lifetime": \#(life)\#(cell)}]}]}
                """#
        )
    }

    private func items(_ simulation: Simulation, _ time: Double) -> [DrawList.Item] {
        simulation.drawList(at: time).groups.flatMap(\.items)
    }

    private let pile = #"{"gravity": [0, 1], "collision": {}, "item": {"friction": 0.3, "elasticity": 0.2}}"#

    @Test func `free flight is exact for any birth time`() throws {
        let simulation = Simulation(
            try spec(
                #"{"gravity": [0.1, 0.3]}"#,
                #", "burst": {"count": 5, "spacing": 0.1037}, "velocity": 100, "spin": 2, "rotation": 0.5"#
            )
        )
        for time in [0.05, 0.1037, 0.33, 0.5, 0.7] {
            for item in items(simulation, time) {
                let t = item.age
                let expected = SIMD2(150 + 100 * t + 50 * t * t, 100 + 150 * t * t)
                #expect(item.position.isNear(expected, 0.05), "\(item.position) \(expected)")
                #expect(abs(item.rotation - 0.5 - 2 * t) < 0.001)
            }
        }
    }

    /// Regression: light around a shape collided as a box of its own.
    @Test(arguments: ["", #", "glow": {"radius": 8}"#, #", "blur": 3"#])
    func `the light around a shape does not collide`(_ soft: String) throws {
        let contents = #""contents": {"shape": "circle", "size": 20\#(soft)}"#
        let canvas = #""canvas": {"width": 200, "height": 120}, "timing": {"duration": 6, "fps": 5}"#
        let world = #""dynamics": {"gravity": [0, 1], "collision": {"boundaries": ["canvas"]}}"#
        let layers = [
            #"{"type": "sprite", \#(contents), "position": [100, 40], \#(world)}"#,
            #"{"emitterPosition": [100, 40], \#(world), "emitterCells": [{\#(contents), "lifetime": 9, "burst": {"count": 1}}]}"#,
            #"""
            {"emitterPosition": [100, 40], "emitterCells": [{\#(contents), "lifetime": 9, "burst": {"count": 1}, "yAcceleration": 100}],
             "emitterBehaviors": [{"type": "collider", "shape": "plane", "position": [0, 120], "elasticity": 0}]}
            """#,
        ]
        for layer in layers {
            let spec = try EffectSpec(text: #"{\#(canvas), "layers": [\#(layer)]}"#)
            let item = try #require(items(Simulation(spec), 5).first)
            #expect(abs(item.position.y - 110) < 0.6, "\(layer): \(item.position)")
        }
    }

    @Test(arguments: 1...8)
    func `bodies rest on the floor and on each other without overlap`(_ seed: Int) throws {
        let simulation = Simulation(
            try spec(
                pile,
                #", "burst": {"count": 30, "spacing": 0.05}, "velocity": [20, 200], "emissionRange": "1turn", "emissionSpace": "planar""#,
                duration: 12,
                fps: 5,
                seed: seed
            )
        )
        let (early, late) = (items(simulation, 10), items(simulation, 11.5))
        #expect(early.count == 30 && early.map(\.position) == late.map(\.position))
        #expect(early.map(\.rotation) == late.map(\.rotation))
        for (index, item) in late.enumerated() {
            #expect(item.position.x > 9 && item.position.x < 291 && item.position.y < 290.6, "\(item.position)")
            for other in late[..<index] {
                #expect((item.position - other.position).length > 19, "\(item.position) \(other.position)")
            }
        }
        #expect(late.contains { abs($0.position.y - 290) < 0.6 })
    }

    @Test func `bodies never leave the canvas`() throws {
        for seed in 1...6 {
            let simulation = Simulation(
                try spec(
                    pile,
                    #", "burst": {"count": 120}, "velocity": [100, 900], "emissionRange": "1turn", "emissionSpace": "planar""#,
                    duration: 3,
                    seed: seed
                )
            )
            for frame in 0..<60 {
                let all = items(simulation, Double(frame) / 20)
                #expect(all.count == 120)
                for item in all {
                    #expect((0...300).contains(item.position.x) && (0...300).contains(item.position.y))
                }
            }
        }
    }

    @Test func `a body falls when its support is gone`() throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 300, "height": 300}, "timing": {"duration": 6, "fps": 10}, "layers": [{
                  "emitterPosition": [150, 200], "dynamics": {"gravity": [0, 1], "collision": {}}, "emitterCells": [
                    {"name": "below", "contents": {"shape": "square", "size": 40}, "birthRate": 0, "burst": {"count": 1},
                     "lifetime": 3},
                    {"name": "above", "contents": {"shape": "square", "size": 20}, "birthRate": 0, "lifetime": 60,
                     "burst": {"count": 1}, "beginTime": 1}]}]}
                """#
        )
        let simulation = Simulation(spec)
        let before = try #require(items(simulation, 2.9).first { $0.cell == 1 })
        #expect(abs(before.position.y - 250) < 1)
        #expect(items(simulation, 3.01).count == 1)
        let after = try #require(items(simulation, 5).first)
        #expect(after.cell == 1 && abs(after.position.y - 290) < 1)
    }

    @Test func `endless births and deaths reuse body slots`() throws {
        let simulation = Simulation(
            try spec(pile, #", "birthRate": 60, "velocity": [20, 200], "emissionRange": "1turn""#, life: 0.5)
        )
        #expect(simulation.birthCount > 200)
        for frame in 20..<80 {
            let all = items(simulation, Double(frame) / 20)
            #expect((28...32).contains(all.count))
            #expect(all.allSatisfy { (0...300).contains($0.position.x) && (0...300).contains($0.position.y) })
        }
    }

    @Test func `poses are independent of the frame rate`() throws {
        func simulation(_ fps: Int) throws -> Simulation {
            Simulation(
                try spec(
                    pile,
                    #", "burst": {"count": 40, "spacing": 0.013}, "velocity": [50, 300], "emissionRange": "1turn", "trail": 0.2"#,
                    fps: fps
                )
            )
        }
        let (slow, fast) = (try simulation(5), try simulation(30))
        for frame in [19, 3, 11] {
            #expect(slow.drawList(ofFrame: frame).groups == fast.drawList(ofFrame: 6 * frame).groups)
        }
        #expect(slow.drawList(ofFrame: 3).groups.first?.ribbons.isEmpty == false)
    }

    @Test func `fields act on bodies with matching masks`() throws {
        let simulation = Simulation(
            try EffectSpec(
                text: #"""
                    {"canvas": {"width": 300, "height": 300}, "timing": {"duration": 2}, "layers": [{
                      "emitterPosition": [150, 100], "dynamics": {"fields": [{"type": "linearGravity", "strength": 0.1,
                        "categoryBitMask": 2}]}, "emitterCells": [
                          {"name": "a", "contents": "circle", "birthRate": 0, "burst": {"count": 1}, "lifetime": 9, "fieldBitMask": 1},
                          {"name": "b", "contents": "circle", "birthRate": 0, "burst": {"count": 1}, "lifetime": 9, "fieldBitMask": 3}]}]}
                    """#
            )
        )
        let all = items(simulation, 1)
        #expect(all.map(\.cell) == [0, 1] && abs(all[0].position.y - 100) < 0.01 && abs(all[1].position.y - 150) < 0.6)
    }

    @Test(arguments: [
        (", \"yAcceleration\": 5", "", "emitterCells/0/yAcceleration"), (", \"drift\": 5", "", "emitterCells/0/drift"),
        (", \"particleType\": \"plane\"", "", "emitterCells/0/particleType"),
        (", \"scaleSpeed\": 1", "", "emitterCells/0/scaleSpeed"), (", \"speed\": 2", "", "emitterCells/0/speed"),
        (", \"stretchFactor\": 1", "", "emitterCells/0/stretchFactor"),
        (
            ", \"emitterCells\": [{\"contents\": \"dot\", \"birthRate\": 1, \"lifetime\": 1}]", "",
            "emitterCells/0/emitterCells"
        ),
        (
            ", \"emitterBehaviors\": [{\"type\": \"flicker\"}, {\"type\": \"drag\", \"drag\": 1}]", "",
            "emitterCells/0/emitterBehaviors/1"
        ),
        ("", ", \"emitterBehaviors\": [{\"type\": \"floor\"}]", "emitterBehaviors/0"),
        ("", ", \"geometryFlipped\": true", "geometryFlipped"), ("", ", \"preservesDepth\": true", "preservesDepth"),
        ("", ", \"animations\": [{\"keyPath\": \"emitterCells.b.yAcceleration\", \"values\": [0, 1]}]", "animations/0"),
    ])
    func `a member that bodies ignore is refused`(_ cell: String, _ layer: String, _ place: String) throws {
        let error = #expect(throws: SpecError.self) {
            try spec(pile, #", "burst": {"count": 1}"# + cell, layer)
        }
        #expect(error?.faults.map(\.pointer) == ["/layers/0/" + place])
    }

    @Test func `seamless loops, attachments and too many bodies are refused`() throws {
        let closed = #expect(throws: SpecError.self) {
            try spec(pile, #", "burst": {"count": 1}"#, loop: #""seamless""#)
        }
        #expect(closed?.faults.first?.pointer == "/layers/0/dynamics")
        let held = #expect(throws: SpecError.self) { try spec(#"{"attachments": [{}]}"#, #", "burst": {"count": 1}"#) }
        #expect(held?.faults.first?.pointer == "/layers/0/dynamics/attachments")
        let many = #expect(throws: SpecError.self) { try spec(pile, #", "burst": {"count": 2100}"#) }
        #expect(many?.faults.first?.pointer == "/layers/0/dynamics" && many?.faults.first?.kind == .tooMuch)
        let colors = try spec(
            pile,
            #", "burst": {"count": 9}, "emitterBehaviors": [{"type": "colorOverLife", "colors": ["red", "blue"]}]"#
        )
        #expect(try EffectSpec(json: colors.json) == colors)
    }
}
