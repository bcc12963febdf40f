import AssetFiles
import EffectModel
import Foundation
import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Import of canvas-confetti options.
struct ConfettiImportTests {
    @Test func `defaults match canvas-confetti's source`() throws {
        let made = try Imported(.canvasConfetti, "{}")
        #expect(made.result.ignored.isEmpty && made.result.approximated.isEmpty)
        #expect(made["canvas.width"] == 400 && made["canvas.height"] == 400)
        #expect(made["layers.0.emitterPosition"] == [200, 200])
        #expect(made["timing.loop"] == "once")
        expectClose([made.number("timing.duration")], [200.0 / 60], within: 0.04)
        let cell = "layers.0.emitterCells.0."
        // A decay of 0.9 is a drag of 6.32 per second; 45 points per frame, multiplied by 0.9 each frame, reach 450
        // points.
        expectClose([made.number(cell + "emitterBehaviors.0.drag")], [6.3216], within: 1e-4)
        let drag = -60 * log(0.9)
        expectClose(made.ends(cell + "velocity"), [225 * drag, 675 * drag], within: 1e-3)
        expectClose([made.number(cell + "lifetime")], [200.0 / 60])
        expectClose([made.number(cell + "emissionLongitude")], [-Double.pi / 2])
        expectClose([made.number(cell + "emissionRange")], [.pi / 4])
        #expect(made[cell + "drift"] == [0, 180])
        #expect(made[cell + "emitterBehaviors.1.values"] == [1, 0])
        // Two shapes in seven colors, fifty pieces in total.
        guard case .array(let cells)? = made["layers.0.emitterCells"] else { return }
        #expect(cells.count == 14)
        #expect(Set(cells.compactMap { $0["color"] }.map(\.excerpt)).count == 7)
        let counts = cells.map { plain($0["burst"]?["count"]) }
        #expect(counts.reduce(0, +) == 50 && counts.allSatisfy { (3...4).contains($0) })
    }

    /// Thirty calls at places of their own, each with 14 kinds of pieces.
    @Test func `calls that need too many cells have a cell each, of random colors and shapes`() throws {
        let calls = (0..<30).map { index in
            #"{"origin": {"x": 0.\#(index + 10)}, "delay": \#(100 * index), "particleCount": 20, "flat": true}"#
        }
        let made = try Imported(.canvasConfetti, "[\(calls.joined(separator: ","))]")
        #expect(made.approximated == ["colors"] && made["layers.29"] != nil && made["layers.30"] == nil)
        #expect(made["layers.29.emitterCells.1"] == nil)
        let cell = "layers.29.emitterCells.0."
        #expect(made[cell + "burst"] == ["count": 20, "at": 2.9] && made[cell + "colors.6"] == "#ff36ff")
        #expect(made[cell + "contents"] == [["shape": "square", "size": 10], "circle"])
        // Those of the last second are on the canvas.
        #expect(made.items(at: 2.95).count > 200)
    }

    @Test func `stars do not tumble, and texts keep their colors, among many calls`() throws {
        let call = #"{"shapes": ["star", "square", {"text": "A"}, "circle"], "particleCount": 43}"#
        let made = try Imported(
            .canvasConfetti,
            "[\(Array(repeating: call, count: 20).joined(separator: ","))]",
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let cells = (0..<3).map { made["layers.0.emitterCells.\($0)"] }
        #expect(cells.map { plain($0?["burst"]?["count"]) } == [10, 22, 11])
        #expect(cells.map { $0?["particleType"] } == [nil, "plane", "plane"])
        #expect(cells[2]?["color"] == "#000000" && cells[2]?["colors"] == nil)
    }

    @Test func `more kinds of pieces than a spec has cells are mixed, too`() throws {
        let made = try Imported(.canvasConfetti, "[\(Array(repeating: "{}", count: 150).joined(separator: ","))]")
        #expect(made.approximated == ["colors"] && made["layers.2.emitterCells.21"] != nil && made["layers.3"] == nil)
    }

    @Test func `an import that becomes too large is refused`() {
        let calls = Array(repeating: #"{"particleCount": 2}"#, count: 900).joined(separator: ",")
        #expect {
            _ = try EffectImporter(.canvasConfetti).effect(from: [UInt8]("[\(calls)]".utf8))
        } throws: { error in
            "\(error)".contains("more than 10000 values")
        }
    }

    @Test func `every option is converted`() throws {
        let made = try Imported(
            .canvasConfetti,
            #"""
            {"particleCount": 3.9, "angle": "60", "spread": 0, "startVelocity": -35, "decay": 1, "gravity": -0.5, "drift": 1,
             "flat": true, "ticks": 60, "origin": {"x": 0.25, "y": 1}, "shapes": ["star"], "colors": ["#f00"], "scalar": 2}
            """#
        ) { ($0.width, $0.height) = (800, 200) }
        #expect(made.result.ignored.isEmpty && made.result.approximated.isEmpty)
        let cell = "layers.0.emitterCells.0."
        #expect(made["layers.0.emitterPosition"] == [200, 200])
        #expect(made[cell + "burst.count"] == 3 && made[cell + "color"] == "#ff0000")
        #expect(made[cell + "contents"] == ["shape": "star", "size": 16] && made[cell + "scale"] == 2)
        #expect(made[cell + "velocity"] == [-3150, -1050])
        #expect(made[cell + "drift"] == [60, -90] && made[cell + "lifetime"] == 1)
        expectClose([made.number(cell + "emissionLongitude")], [-.pi / 3])
        #expect(made[cell + "emissionRange"] == nil && made[cell + "particleType"] == nil)
        #expect(made[cell + "emitterBehaviors.1"] == nil)
    }

    /// Heights of PRESETS' table: straight up at 22.5 and at 67.5 points per frame.
    @Test(arguments: [(0.2, -448.0, -125.0), (1, -494, -45), (2, -315, 135)])
    func `pieces rise and fall as in canvas-confetti`(_ time: Double, _ highest: Double, _ lowest: Double) throws {
        let made = try Imported(
            .canvasConfetti,
            #"{"particleCount": 400, "spread": 0, "colors": ["fff"], "shapes": ["circle"], "flat": true}"#
        ) { ($0.width, $0.height) = (200, 1200) }
        let heights = made.places(at: time).map(\.y)
        #expect(heights.count == 400)
        #expect(abs((heights.min() ?? 0) - highest) < 6 && abs((heights.max() ?? 0) - lowest) < 6)
        #expect(heights.allSatisfy { $0 >= highest - 1 && $0 <= lowest + 1 })
    }

    @Test func `calls in an array are delayed and share layers`() throws {
        let made = try Imported(
            .canvasConfetti,
            #"""
            [{"particleCount": 7, "shapes": ["square"], "flat": true},
             {"delay": 500, "particleCount": 7, "shapes": ["circle"], "ticks": 30, "flat": true},
             {"origin": {"y": 0.75}, "particleCount": 5, "shapes": ["star", "star"], "colors": ["ff0000"]}]
            """#
        ) { ($0.width, $0.height, $0.fps) = (2000, 2000, 10) }
        #expect(made["layers.1"] != nil && made["layers.2"] == nil)
        #expect(made["layers.0.emitterCells.0.burst.at"] == nil)
        #expect(made["layers.0.emitterCells.7.burst.at"] == 0.5 && made["layers.0.emitterCells.7.lifetime"] == 0.5)
        #expect(made.items(at: 0.4).count == 12 && made.items(at: 0.6).count == 19 && made.items(at: 1.1).count == 12)
    }

    @Test func `shapes from paths and text are imported, and bitmaps are not`() throws {
        let made = try Imported(
            .canvasConfetti,
            #"""
            {"shapes": [{"type": "path", "path": "M0 0h20v20h-20z", "matrix": [0.5, 0, 0, 0.5, -5, -5]},
                        {"type": "bitmap", "bitmap": {}}, "hexagon", {"type": "path", "path": "Q"}], "colors": ["#00ff00"]}
            """#
        )
        #expect(made["layers.0.emitterCells.0.contents.viewBox"] == [0, 0, 20, 20])
        #expect(made["layers.0.emitterCells.0.contents.size"] == [10, 10])
        #expect(made.ignored == ["shapes[1]", "shapes[3].path"] && made.approximated == ["shapes[2]"])
    }

    @Test func `page options and unknown options are reported`() throws {
        let made = try Imported(
            .canvasConfetti,
            #"{"zIndex": 5, "disableForReducedMotion": true, "useWorker": true, "partyMode": 1, "origin": {"z": 1}, "ticks": "soon"}"#
        )
        #expect(
            Set(made.ignored) == ["zIndex", "disableForReducedMotion", "useWorker", "partyMode", "origin.z", "ticks"]
        )
        #expect(made.result.ignored.first { $0.field == "ticks" }?.found == "\"soon\"")
    }
}
