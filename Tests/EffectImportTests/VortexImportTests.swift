import EffectModel
import EffectSimulation
import EffectImport
import StrictJSON
import Testing

/// Import of Vortex systems, with numbers in view heights and enumerations in both spellings.
struct VortexImportTests {
    static let white = #"{"red": 1, "green": 1, "blue": 1, "opacity": 1}"#

    /// The fireworks preset as Swift encodes it.
    static let fireworks = #"""
        {"tags": ["circle"], "spawnOccasion": {"onBirth": {}}, "position": [0.5, 1], "shape": {"point": {}}, "birthRate": 2,
         "emissionLimit": 1000, "emissionDuration": 1, "idleDuration": 0, "burstCount": 100, "burstCountVariation": 0,
         "lifespan": 1, "lifespanVariation": 0, "speed": 1.5, "speedVariation": 0.75, "angle": 0,
         "angleRange": 1.0471975511965976, "acceleration": [0, 0], "attractionStrength": 0, "dampingFactor": 2,
         "angularSpeed": [0, 0, 0], "angularSpeedVariation": [0, 0, 0], "colors": {"single": {"_0": \#(white)}},
         "size": 0.15, "sizeVariation": 0, "sizeMultiplierAtDeath": 1, "stretchFactor": 4, "secondarySystems": [
          {"tags": ["circle"], "spawnOccasion": {"onDeath": {}}, "position": [0.5, 1], "birthRate": 100000,
           "emissionLimit": 500, "speed": 0.5, "speedVariation": 1, "angleRange": 6.283185307179586,
           "acceleration": [0, 1.5], "dampingFactor": 4, "size": 0.15, "sizeVariation": 0.1, "sizeMultiplierAtDeath": 0,
           "colors": {"randomRamp": {"_0": [[\#(white), [1, 0.2, 0.4]], [\#(white), "cyan"]]}}}]}
        """#

    @Test func `rockets burst at Vortex's height`() throws {
        let made = try Imported(.vortex, Self.fireworks)
        #expect(made.ignored.isEmpty)
        #expect(made.approximated == ["tags", "emissionLimit"])
        #expect(made["timing.loop"] == "seamless")
        let cell = "layers.0.emitterCells.0."
        // Half of the variation to either side, times a height of 400 points. Each of the two ramps gets half of the
        // rockets.
        #expect(made[cell + "velocity"] == [450, 750] && made[cell + "birthRate"] == 1)
        #expect(made[cell + "emitterBehaviors.0"] == ["type": "drag", "drag": 2])
        expectClose([made.number(cell + "stretchFactor")], [0.01])
        expectClose([made.number("layers.0.naturalDirection")], [-Double.pi / 2])
        #expect(made[cell + "emitterCells.0.on"] == "death")
        #expect(made[cell + "emitterCells.0.burst"] == ["count": 500, "spacing": 0.005])
        #expect(made[cell + "emitterCells.0.yAcceleration"] == 600)
        #expect(made["layers.0.emitterCells.1.emitterCells.0.emitterBehaviors.1.colors"] == ["#ffffff", "#32ade6"])
        // A rocket's size is in its asset, so that its sparks do not shrink with it.
        #expect(made[cell + "contents.size"] == 2.4 && made[cell + "scale"] == nil)
        #expect(made[cell + "emitterCells.0.scale"] == [0.1, 0.2])
        // Rockets burst at 0.49 to 0.81 of the height after a second.
        let rockets = try Imported(
            .vortex,
            #"{"birthRate": 50, "position": [0.5, 1], "speed": 1.5, "speedVariation": 0.75, "dampingFactor": 2, "angleRange": 0.001}"#
        )
        let heights = rockets.items(at: 1).map { (400 - $0.position.y) / 400 }
        #expect((heights.max() ?? 0) < 0.82 && (heights.max() ?? 0) > 0.6)
    }

    @Test func `confetti is emitted in one burst`() throws {
        let made = try Imported(
            .vortex,
            #"""
            {"tags": ["square", "circle"], "birthRate": 0, "lifespan": 4, "speed": 0.5, "speedVariation": 0.5,
             "angleRange": 1.5707963267948966, "acceleration": [0, 1], "angularSpeedVariation": [4, 4, 4],
             "colors": {"random": ["white", "red", "green", "blue", "pink", "orange", "cyan"]}, "size": 0.5, "sizeVariation": 0.5}
            """#
        )
        #expect(made.ignored.isEmpty && made.approximated == ["tags", "burstCount", "angularSpeed"])
        #expect(made["timing.loop"] == "once" && made["timing.duration"] == 4)
        guard case .array(let cells)? = made["layers.0.emitterCells"] else { return }
        #expect(cells.count == 14)
        let counts = cells.map { plain($0["burst"]?["count"]) }
        #expect(counts.reduce(0, +) == 100)
        #expect(cells[0]["velocity"] == [100, 300] && cells[0]["yAcceleration"] == 400 && cells[0]["spin"] == [-2, 2])
        #expect(cells[0]["scale"] == [0.25, 0.75] && cells[0]["particleType"] == "plane")
        #expect(cells[1]["color"] == "#ff3b30")
        #expect(made.items(at: 1).count == 100)
    }

    @Test(arguments: [
        (#"{"point": {}}"#, "null", "null"), (#""point""#, "null", "null"),
        (#"{"box": {"width": 0.5, "height": 0.25}}"#, #""rectangle""#, "[400,100]"),
        (#"{"ring": {"radius": 0.5}}"#, #""circle""#, "[400,400]"),
        (#"{"ellipse": {"radius": 0.5}}"#, #""circle""#, "[400,400]"),
    ])
    func `shapes keep their size`(_ shape: String, _ name: String, _ size: String) throws {
        let made = try Imported(.vortex, #"{"birthRate": 10, "shape": \#(shape)}"#) {
            ($0.width, $0.height) = (800, 400)
        }
        func text(_ value: JSONValue?) -> String {
            String(decoding: JSONWriter.bytes(of: value ?? .null), as: UTF8.self)
        }
        #expect(text(made["layers.0.emitterShape"]) == name && text(made["layers.0.emitterSize"]) == size)
    }

    @Test func `pulses, ramps and spins are converted`() throws {
        let made = try Imported(
            .vortex,
            #"""
            {"birthRate": 150, "emissionDuration": 0.2, "idleDuration": 0.5, "lifespan": 1.5, "speed": 1.25, "speedVariation": 0.2,
             "angle": {"degrees": 330}, "acceleration": [0, 3], "dampingFactor": 4, "angularSpeed": [0, 0, 2],
             "colors": {"ramp": {"_0": ["white", "yellow", "clear"]}}, "stretchFactor": 8, "spawnOccasion": "onUpdate",
             "sizeMultiplierAtDeath": 0.5}
            """#
        )
        let cell = "layers.0.emitterCells.0."
        #expect(made[cell + "duration"] == 0.2 && made[cell + "idleDuration"] == 0.5 && made[cell + "spin"] == 2)
        // Whole pulses: six of 0.7 s.
        expectClose([made.number("timing.duration")], [4.2], within: 0.02)
        expectClose([made.number(cell + "emitterBehaviors.0.drag")], [4 / 1.5])
        #expect(made[cell + "emitterBehaviors.2.colors"] == ["#ffffff", "#ffcc00", "#00000000"])
        #expect(made[cell + "emitterBehaviors.3.values"] == [1, 0.5] && made[cell + "velocity"] == [460, 540])
    }

    @Test func `unsupported members are reported by path`() throws {
        let made = try Imported(
            .vortex,
            #"""
            {"birthRate": 10, "attractionCenter": [0.5, 0.5], "attractionStrength": 2, "isActive": true, "shape": {"cube": {"side": 1}},
             "colors": {"single": {"_0": {"red": 1, "green": 1, "blue": 1, "hue": 3}}},
             "secondarySystems": [{"speed": "fast", "size": 0.5, "shape": {"ring": {"radius": 1}}, "emissionLimit": 3}, 5]}
            """#
        )
        #expect(
            Set(made.ignored) == [
                "attractionCenter", "isActive", "shape", "shape.cube.side", "colors.single.hue",
                "secondarySystems[0].speed", "secondarySystems[0].shape", "secondarySystems[1]",
            ]
        )
    }
}
