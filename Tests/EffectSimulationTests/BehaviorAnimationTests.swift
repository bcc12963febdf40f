import EffectCoding
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Animated inputs of behaviors, which act on live particles.
struct BehaviorAnimationTests {
    private func lone(_ behaviors: String, _ animations: String, cell: [JSONValue.Member] = []) throws -> Lone {
        try Lone(
            behaviors,
            cell: cell,
            emitter: [.init("animations", try JSONParser.parse(Array("[\(animations)]".utf8)))]
        )
    }

    @Test func `an animated drag slows live particles`() throws {
        let animation =
            #"{"keyPath": "emitterBehaviors.d.drag", "values": [0, 3], "calculationMode": "discrete", "duration": 2, "fillMode": "forwards"}"#
        let slowed = try lone(#"[{"type": "drag", "name": "d", "drag": 0}]"#, animation)
        #expect(slowed.offset(at: 0.9).isNear(SIMD2(54, 0), 0.02))
        let expected = 60 + 60 * (1 - exp(-3 * 1.0)) / 3
        #expect(slowed.offset(at: 2).isNear(SIMD2(expected, 0), 0.6))
    }

    @Test func `an attractor's stiffness follows keys that end early, as in a published example`() throws {
        let recipe =
            #"[{"type": "attractor", "name": "a", "position": [500, 520], "zPosition": -70, "radius": 300, "falloff": -290, "stiffness": 80}]"#
        let keys =
            #"{"keyPath": "emitterBehaviors.a.stiffness", "values": [80, 5], "keyTimes": [0, 0.4], "duration": 3, "fillMode": "forwards", "timingFunction": "easeOut"}"#
        let cell: [JSONValue.Member] = [.init("velocity", 1)]
        let hard = try lone(recipe, "", cell: cell).offset(at: 1.5).length
        let soft = try lone(recipe, keys, cell: cell).offset(at: 1.5).length
        #expect(hard > 0 && soft > 0 && hard != soft)
    }

    @Test func `a cell's behavior is animated through its cell's key path`() throws {
        let json = Specs.one(
            emitter: [
                .init("emitterPosition", [50, 50]),
                .init(
                    "animations",
                    [["keyPath": "emitterCells.c.emitterBehaviors.w.force.x", "values": [100, 100], "duration": 9]]
                ),
            ],
            cell: [
                .init("emitterBehaviors", [["type": "wave", "name": "w", "force": [0, 0]]]), .init("birthRate", 0),
                .init("burst", ["count": 1]),
            ]
        )
        let simulation = Simulation(try EffectSpec(json: json))
        #expect((simulation.drawList(at: 0.5).groups[0].items[0].position.x) > 52)
    }

    @Test func `lights can be moved`() throws {
        let light = #"[{"type": "light", "name": "l", "position": [500, 500], "falloff": 1, "falloffDistance": 100}]"#
        let move = #"{"keyPath": "emitterBehaviors.l.position", "values": [[500, 500], [600, 500]], "duration": 2}"#
        let moving = try lone(light, move, cell: [.init("velocity", 0)])
        #expect(moving.item(at: 0)?.color == SIMD4(1, 1, 1, 1))
        #expect(moving.item(at: 1)?.color == SIMD4(0.5, 0.5, 0.5, 1))
    }

    @Test(arguments: [
        ("emitterBehaviors.x.drag", "/keyPath"), ("emitterBehaviors.d.force.x", "/keyPath"),
        ("emitterBehaviors.d", "/keyPath"), ("emitterCells.c.emitterBehaviors.d.drag", "/keyPath"),
    ])
    func `an invalid key path is refused`(_ path: String, _ place: String) {
        let animation = #"{"keyPath": "\#(path)", "values": [1, 2]}"#
        do {
            _ = try lone(#"[{"type": "drag", "name": "d", "drag": 0}]"#, animation)
            Issue.record("taken")
        } catch {
            #expect((error as? SpecError)?.faults.map(\.pointer) == ["/layers/0/animations/0" + place])
        }
    }

    @Test func `values are limited by the input's bounds, and the canonical form round-trips`() throws {
        #expect(throws: SpecError.self) {
            try lone(
                #"[{"type": "drag", "name": "d", "drag": 0}]"#,
                #"{"keyPath": "emitterBehaviors.d.drag", "values": [0, -1]}"#
            )
        }
        let spec = try lone(
            #"[{"type": "drag", "name": "d", "drag": 0}]"#,
            #"{"keyPath": "emitterBehaviors.d.drag", "values": [0, 1]}"#
        ).simulation.spec
        #expect(try EffectSpec(json: spec.json) == spec)
    }
}
