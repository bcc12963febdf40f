import EffectModel
import EffectSimulation
import EffectImport
import StrictJSON
import Testing

/// Import of tsParticles options, written for these tests in the formats of several versions.
struct TSParticlesImportTests {
    static let confetti = #"""
        {"background": {"color": {"value": "#101828"}}, "fpsLimit": 60, "particles": {"number": {"value": 0},
         "color": {"value": ["#ff0000", {"r": 0, "g": 255, "b": 0}, {"h": 240, "s": 100, "l": 50}]},
         "shape": {"type": ["square", "star"], "options": {"star": {"sides": 6}}},
         "opacity": {"value": {"min": 0, "max": 1}, "animation": {"enable": true, "speed": 0.5, "startValue": "max", "destroy": "min"}},
         "size": {"value": {"min": 2, "max": 5}}, "life": {"duration": {"sync": true, "value": 5}, "count": 1},
         "move": {"enable": true, "gravity": {"enable": true, "acceleration": 10}, "speed": {"min": 10, "max": 20}, "decay": 0.1,
          "direction": "top", "straight": false, "outModes": {"default": "destroy"}, "angle": {"value": 60, "offset": 0}},
         "rotate": {"value": {"min": 0, "max": 360}, "direction": "random", "animation": {"enable": true, "speed": 60}},
         "tilt": {"enable": true, "animation": {"enable": true, "speed": 30}}},
         "emitters": [{"position": {"x": 25, "y": 50}, "size": {"width": 10, "height": 0, "mode": "percent"},
          "rate": {"delay": 0.1, "quantity": 5}, "life": {"duration": 0.2, "count": 1}, "startCount": 12}]}
        """#

    private let cell = "layers.0.emitterCells.0"

    @Test func `an emitter has the same rate, speed and range`() throws {
        let made = try Imported(.tsParticles, Self.confetti)
        #expect(made["canvas.background"] == "#101828" && made["timing.loop"] == "once")
        #expect(made["layers.0.emitterPosition"] == [100, 200] && made["layers.0.emitterSize"] == [40, 0])
        guard case .array(let cells)? = made["layers.0.emitterCells"] else {
            Issue.record("no cells")
            return
        }
        // Three colors of two shapes: each combination has a sixth.
        #expect(cells.count == 6 && Set(cells.map { plain($0["burst"]?["count"]) }) == [2])
        expectClose([cells.reduce(0) { $0 + plain($1["birthRate"]) }], [50], within: 1e-4)
        #expect(cells[1]["color"] == "#00ff00" && cells[2]["color"] == "#0000ff")
        // A speed of 1 is half a point per frame; gravity and decay are per frame, too.
        #expect(made.ends("\(cell).velocity") == [300, 600])
        expectClose([made.number("\(cell).yAcceleration")], [600])
        expectClose([made.number("\(cell).emitterBehaviors.0.drag")], [-60 * -0.105_360_515_7], within: 1e-5)
        expectClose(
            [made.number("\(cell).emissionLongitude"), made.number("\(cell).emissionRange")],
            [-.pi / 2, .pi / 3]
        )
        // Opacity falls by 0.3 per second, which ends the particle before its lifetime.
        expectClose([made.number("\(cell).lifetime")], [10.0 / 3], within: 1e-5)
        #expect(made.number("\(cell).contents.size") == 10 && made.ends("\(cell).scale") == [0.4, 1])
        expectClose(made.ends("\(cell).spin"), [-10, 10])
        #expect(made["\(cell).particleType"] == "plane" && made["layers.0.emitterCells.3.contents.corners"] == 6)
    }

    @Test func `times of a page and traces of earlier frames are reported`() throws {
        let made = try Imported(
            .tsParticles,
            #"{"particles": {"number": {"value": 9}}, "duration": 5, "delay": 2, "clear": false, "fpsLimit": 60}"#
        )
        #expect(made.ignored == ["clear", "delay", "duration"])
    }

    @Test func `an emitter's own options override the common ones`() throws {
        let made = try Imported(
            .tsParticles,
            #"""
            {"particles": {"number": {"value": 0}, "color": {"value": "#ff0000"}, "move": {"enable": true, "speed": 4}},
             "emitters": {"direction": "right", "position": {"x": 0, "y": 50}, "rate": {"delay": 0.5, "quantity": 2},
              "particles": {"move": {"speed": 8, "straight": true}, "zebra": 1}}}
            """#
        )
        #expect(made.number("\(cell).velocity") == 240 && made["\(cell).color"] == "#ff0000")
        #expect(made.number("\(cell).birthRate") == 4 && made["\(cell).emissionRange"] == nil)
        #expect(made["timing.loop"] == "seamless" && made.ignored == ["emitters.particles.zebra"])
    }

    @Test(arguments: [
        (#"{"value": 20}"#, 20.0), (#"{"value": 20, "density": {"enable": true, "value_area": 80}}"#, 40),
        (#"{"value": 20, "density": {"enable": true, "area": 160}}"#, 20),
        (#"{"value": 216, "density": {"enable": true, "width": 1200, "height": 1200}}"#, 24),
        (#"{"value": 20, "density": {"enable": false, "width": 1, "height": 1}}"#, 20),
    ])
    func `the number of particles is constant over time`(_ number: String, _ count: Double) throws {
        let made = try Imported(
            .tsParticles,
            #"{"particles": {"number": \#(number), "opacity": 1, "size": 3, "move": {"enable": true, "speed": 1, "direction": "none"}}}"#
        )
        expectClose([made.number("\(cell).birthRate") * made.number("\(cell).lifetime")], [count], within: 1e-3)
        for time in [0.0, 1, 2.5] {
            let alive = Simulation(made.result.spec).drawList(at: time).groups.flatMap(\.items).count
            // A few have left the canvas or are about to be born.
            #expect((0.8 * count...count + 1).contains(Double(alive)), "\(alive) at \(time)")
        }
        #expect(made.approximated == ["particles.number.value"])
    }

    @Test func `old versions' formats are read`() throws {
        let made = try Imported(
            .tsParticles,
            #"""
            {"particles": {"number": {"value": 30}, "color": {"value": "#fff"},
             "shape": {"type": "polygon", "stroke": {"width": 0, "color": "#000"}, "polygon": {"nb_sides": 7}},
             "opacity": {"value": 0.5, "random": true, "anim": {"enable": false, "speed": 1, "opacity_min": 0.1, "sync": false}},
             "size": {"value": 4, "random": {"enable": true, "minimumValue": 1}},
             "line_linked": {"enable": true, "distance": 150},
             "move": {"enable": true, "speed": 6, "direction": "bottom", "random": true, "straight": false, "out_mode": "out",
              "bounce": false, "attract": {"enable": false, "rotateX": 600}}},
             "interactivity": {"events": {}}, "retina_detect": true}
            """#
        )
        #expect(made.number("\(cell).contents.corners") == 7 && made.ends("\(cell).scale") == [0.25, 1])
        #expect(made.number("\(cell).alphaRange") == 0.25 && made.ends("\(cell).velocity") == [0, 180])
        #expect(Set(made.ignored) == ["particles.line_linked", "interactivity", "particles.shape.stroke"])
    }

    @Test func `version 4's paint becomes colors`() throws {
        let made = try Imported(
            .tsParticles,
            #"""
            {"particles": {"number": {"value": 9}, "paint": {"fill": {"color": {"value": ["#112233", "random"]}, "enable": true},
             "stroke": {"width": 0}}, "shape": {"type": "heart"}}}
            """#
        )
        guard case .array(let cells)? = made["layers.0.emitterCells"] else {
            Issue.record("no cells")
            return
        }
        #expect(cells.count == 8 && cells[0]["color"] == "#112233" && made.ignored.isEmpty)
        #expect(cells.allSatisfy { $0["contents"]?["shape"] == "heart" })
    }

    @Test func `a document without visible particles is refused`() {
        for text in [
            "{}", "[]", "7", #"{"particles": {"number": {"value": 0}}}"#, #"{"particles": 1}"#, #"{"preset": "snow"}"#,
        ] {
            #expect(throws: ImportError.self) { try Imported(.tsParticles, text) }
        }
        let refusal = #expect(throws: ImportError.self) { try Imported(.tsParticles, #"{"preset": "snow"}"#) }
        #expect(
            refusal?.description
                == #"preset names options that are not in the document ("snow"); paste the options instead."#
        )
    }
}
