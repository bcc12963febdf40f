import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of rigid bodies between many lines, which are close to all of them at once.
struct BoundaryPriceTests {
    /// Lines of boundaries on 100 × 100 points.
    enum Lines: String {
        /// Across the canvas, almost level.
        case level
        /// Across the canvas, steep.
        case steep
        /// Far below the canvas.
        case far

        func path(_ count: Int) -> String {
            switch self {
            case .level: "M0 90" + (0..<count).map { "L\($0 % 2 * 100) \(90 - $0 % 7)" }.joined()
            case .steep: "M0 0" + (0..<count).map { "L\($0 % 2 * 100) \($0 % 7 * 16)" }.joined()
            case .far: "M0 1000" + (0..<count).map { "L\($0 % 2 * 100) \(1000 - $0 % 7)" }.joined()
            }
        }
    }

    private func milliseconds(_ layer: String, seconds: Int) throws -> Double {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": \#(seconds), "fps": 5}, "layers": [\#(layer)]}
                """#
        )
        return RenderPrice(of: spec.prepared(for: .json), .dump).work / 1e6
    }

    /// Lines, their number, width of a tile, gravity, partners of collisions, and measured milliseconds of one second.
    ///
    /// Regression: boundaries of any number of lines had almost the price of one line.
    @Test(
        arguments: [
            (.level, 50, 25, 10, "everything", 36), (.level, 200, 25, 10, "everything", 150),
            (.level, 500, 25, 10, "everything", 420), (.level, 500, 25, 10, "boundaries", 310),
            (.level, 50, 10, 10, "everything", 115), (.level, 200, 10, 10, "everything", 620),
            (.steep, 500, 25, 1, "everything", 480),
        ] as [(Lines, Int, Int, Int, String, Double)]
    )
    func `the price of tiles knows the lines that they touch`(
        _ lines: Lines,
        _ count: Int,
        _ tile: Int,
        _ gravity: Int,
        _ mode: String,
        _ time: Double
    ) throws {
        let predicted = try milliseconds(
            #"""
            {"type": "shatter", "source": "red", "tile": \#(tile), "duration": 30, "dynamics": {"gravity": [0, \#(gravity)],
              "collision": {"mode": "\#(mode)", "boundaries": [{"path": "\#(lines.path(count))"}]}}}
            """#,
            seconds: 1
        )
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }

    @Test func `the price of an emitter's bodies knows the lines that they touch`() throws {
        let predicted = try milliseconds(
            #"""
            {"emitterPosition": [50, 45], "emitterCells": [{"contents": "square", "birthRate": 20, "lifetime": 2}],
             "dynamics": {"gravity": [0, 1], "collision": {"mode": "boundaries", "boundaries": [{"path": "\#(Lines.level.path(500))"}]}}}
            """#,
            seconds: 2
        )
        // Measured in milliseconds.
        #expect(predicted > 0.7 * 240 && predicted < 4 * 240, "\(predicted)")
    }

    @Test func `lines that nothing touches cost next to nothing`() throws {
        func work(_ count: Int) throws -> Double {
            try milliseconds(
                #"""
                {"type": "shatter", "source": "red", "tile": 10, "duration": 30, "dynamics": {"gravity": [0, 1],
                  "collision": {"boundaries": ["canvas", {"path": "\#(Lines.far.path(count))"}]}}}
                """#,
                seconds: 1
            )
        }
        #expect(try work(500) < 1.5 * work(1))
    }
}
