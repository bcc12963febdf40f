import EffectModel
import EffectSimulation
import EffectImport
import Foundation
import StrictJSON
import Testing

/// Import of PixiJS's particle-emitter, in both of its formats.
struct PixiImportTests {
    /// The fountain example.
    static let fountain = #"""
        {"lifetime": {"min": 0.25, "max": 0.5}, "frequency": 0.001, "emitterLifetime": 0, "maxParticles": 1000,
         "addAtBack": false, "pos": {"x": 0, "y": 0}, "behaviors": [
          {"type": "alpha", "config": {"alpha": {"list": [{"time": 0, "value": 1}, {"time": 1, "value": 0.31}]}}},
          {"type": "moveAcceleration", "config": {"accel": {"x": 0, "y": 2000}, "minStart": 600, "maxStart": 600, "rotate": true}},
          {"type": "scale", "config": {"scale": {"list": [{"time": 0, "value": 0.5}, {"time": 1, "value": 1}]}, "minMult": 1}},
          {"type": "color", "config": {"color": {"list": [{"time": 0, "value": "ffffff"}, {"time": 1, "value": "9ff3ff"}]}}},
          {"type": "rotationStatic", "config": {"min": 260, "max": 280}},
          {"type": "textureRandom", "config": {"textures": ["images/Sparks.png"]}},
          {"type": "spawnShape", "config": {"type": "torus", "data": {"x": 0, "y": 0, "radius": 0, "innerRadius": 0,
           "affectRotation": false}}}]}
        """#

    @Test func `the fountain is converted, and its water falls back`() throws {
        let made = try Imported(.particleEmitter, Self.fountain)
        #expect(made.ignored == ["behaviors[5].config.textures"] && made.approximated.isEmpty)
        let cell = "layers.0.emitterCells.0."
        #expect(made["timing.loop"] == "seamless" && made[cell + "birthRate"] == 1000)
        #expect(made[cell + "lifetime"] == [0.25, 0.5] && made[cell + "velocity"] == 600)
        expectClose([made.number(cell + "emissionLongitude")], [270 * .pi / 180])
        expectClose([made.number(cell + "emissionRange")], [20 * .pi / 180])
        #expect(made[cell + "yAcceleration"] == 2000 && made[cell + "scale"] == 0.5)
        #expect(made[cell + "emitterBehaviors.0.type"] == "alignToMotion")
        #expect(made[cell + "emitterBehaviors.1.values"] == [1, 2])
        #expect(made[cell + "emitterBehaviors.2.colors"] == ["#ffffff", "#9ff3ff"])
        #expect(made[cell + "emitterBehaviors.3.values"] == [1, 0.31])
        let places = made.places(at: 1)
        // v²/2g is 90 points up.
        #expect(places.count > 300 && places.allSatisfy { $0.y > -91 && abs($0.x) < 60 })
        #expect((places.map(\.y).min() ?? 0) < -80)
    }

    @Test func `waves of a ring are emitted at equal angles`() throws {
        // The example megamanDeath.
        let made = try Imported(
            .particleEmitter,
            #"""
            {"lifetime": {"min": 2, "max": 2}, "frequency": 0.2, "emitterLifetime": 0.41, "maxParticles": 500,
             "particlesPerWave": 8, "behaviors": [{"type": "moveSpeedStatic", "config": {"min": 200, "max": 200}},
             {"type": "spawnBurst", "config": {"start": 0, "spacing": 45, "distance": 0}}]}
            """#
        )
        #expect(made["timing.loop"] == "once")
        // Two waves: each takes 0.2 s of 0.41, and the remainder is too short for a third.
        #expect(made["layers.0.emitterCells.7.burst"] == ["count": 1, "interval": 0.2, "repeat": 1])
        let places = made.places(at: 0.5)
        #expect(places.count == 16)
        for number in 0..<8 {
            let angle = Double(number) * .pi / 4
            #expect(places.contains { abs($0.x - 100 * cos(angle)) < 0.1 && abs($0.y - 100 * sin(angle)) < 0.1 })
        }
    }

    @Test func `speeds over life move particles by their mean`() throws {
        // 1000 to 200 points per second over half a second.
        let made = try Imported(
            .particleEmitter,
            #"""
            {"lifetime": {"min": 0.5, "max": 0.5}, "frequency": 10, "emitterLifetime": 11, "speed": {"start": 400, "end": 0},
             "startRotation": {"min": 0, "max": 0}, "maxParticles": 10, "pos": {"x": 10, "y": 20}}
            """#
        )
        let places = made.places(at: 0.499)
        #expect(places.count == 1)
        expectClose([places[0].x, places[0].y], [110, 20], within: 0.5)
    }

    @Test func `the flat format equals the list of behaviors`() throws {
        let flat = try Imported(
            .particleEmitter,
            #"""
            {"alpha": {"start": 1, "end": 0.31}, "scale": {"start": 0.5, "end": 1, "minimumScaleMultiplier": 1},
             "color": {"start": "#ffffff", "end": "#9ff3ff"}, "speed": {"start": 600, "end": 200},
             "acceleration": {"x": 0, "y": 2000}, "maxSpeed": 0, "startRotation": {"min": 260, "max": 280},
             "noRotation": false, "rotationSpeed": {"min": 0, "max": 0}, "lifetime": {"min": 0.25, "max": 0.5},
             "blendMode": "normal", "frequency": 0.001, "emitterLifetime": -1, "maxParticles": 1000,
             "pos": {"x": 0, "y": 0}, "addAtBack": false, "spawnType": "circle", "spawnCircle": {"x": 0, "y": 0, "r": 0}}
            """#
        )
        #expect(flat.ignored.isEmpty && flat.approximated.isEmpty)
        #expect(
            flat["layers.0.emitterCells"] == (try Imported(.particleEmitter, Self.fountain))["layers.0.emitterCells"]
        )
    }

    @Test func `births are within the spawn shapes`() throws {
        func made(_ spawn: String) throws -> Imported {
            try Imported(
                .particleEmitter,
                #"{"lifetime": {"min": 1, "max": 1}, "frequency": 0.005, "speed": {"start": 0, "end": 0}, \#(spawn)}"#
            )
        }
        let rectangle = try made(#""spawnType": "rect", "spawnRect": {"x": -50, "y": 10, "w": 100, "h": 20}"#)
        #expect(rectangle.places(at: 1).allSatisfy { abs($0.x) <= 50.1 && $0.y >= 9.9 && $0.y <= 30.1 })
        let ring = try made(#""spawnType": "ring", "spawnCircle": {"x": 5, "y": 0, "r": 40, "minR": 40}"#)
        #expect(ring.approximated.isEmpty)
        #expect(ring.places(at: 1).allSatisfy { abs((($0.x - 5) * ($0.x - 5) + $0.y * $0.y).squareRoot() - 40) < 0.1 })
        let chain = try made(#""spawnType": "polygonalChain", "spawnPolygon": [{"x": 0, "y": 0}, {"x": 60, "y": 0}]"#)
        #expect(chain.places(at: 1).allSatisfy { abs($0.y) < 0.1 && $0.x > -0.1 && $0.x < 60.1 })
        let burst = try made(#""spawnType": "burst", "particleSpacing": 0, "angleStart": 90"#)
        #expect(burst["layers.0.emitterCells.0.emissionRange"] != nil)
    }

    @Test func `additive blending, back insertion and the particle limit are converted`() throws {
        let made = try Imported(
            .particleEmitter,
            #"""
            {"lifetime": {"min": 2, "max": 2}, "frequency": 0.01, "maxParticles": 50, "blendMode": "add", "addAtBack": true,
             "spawnChance": 0.5}
            """#
        )
        #expect(made["layers.0.renderMode"] == "additive" && made.approximated == ["maxParticles", "spawnChance"])
        #expect(made["layers.0.emitterCells.0.birthRate"] == 25)
        #expect(made.items(at: 1).count == 50)
    }

    @Test func `numbers that particle-emitter replaces by its defaults are reported`() throws {
        let made = try Imported(
            .particleEmitter,
            #"{"lifetime": {"min": 2, "max": 2}, "frequency": 0, "maxParticles": -1, "spawnChance": 0}"#
        )
        #expect(made.approximated == ["frequency", "spawnChance", "maxParticles"])
        #expect(made["layers.0.emitterCells.0.birthRate"] == 1)
    }

    @Test func `unsupported members are reported by path`() throws {
        let made = try Imported(
            .particleEmitter,
            #"""
            {"lifetime": {"min": 1, "max": 1}, "frequency": 1, "gravity": 5, "ease": "quad", "behaviors": [
             {"type": "movePath", "config": {"path": "sin(x)", "speed": {"list": [{"value": 5, "time": 0}]}, "minMult": 1}},
             {"type": "wobble", "config": {"a": 1}}, {"type": "blendMode", "config": {"blendMode": "multiply", "b": 2}}, 7,
             {"type": "rotation", "config": {"accel": 5, "minSpeed": 1, "maxSpeed": 2}}]}
            """#
        )
        #expect(
            Set(made.ignored) == [
                "gravity", "ease", "behaviors[0].config.path", "behaviors[1].type", "behaviors[1].config.a",
                "behaviors[2].config.blendMode", "behaviors[2].config.b", "behaviors[3]", "behaviors[4].config.accel",
            ]
        )
    }
}
