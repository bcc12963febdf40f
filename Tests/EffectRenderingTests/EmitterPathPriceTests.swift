import EffectCoding
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of paths that emit from their inside, which is looked for before the first birth.
struct EmitterPathPriceTests {
    /// Random lines on 100 × 100 points, which cross each other.
    private static func path(_ lines: Int, seed: Int) -> String {
        var state = UInt32(truncatingIfNeeded: seed)
        func next() -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 16) % 100
        }
        return "M0 0" + (1..<lines).map { _ in "L\(next()) \(next())" }.joined() + "Z"
    }

    private static func work(_ mode: String, lines: Int, layers: Int) throws -> Double {
        let emitters = (0..<layers).map { seed in
            #"""
            {"emitterShape": "path", "emitterPath": "\#(path(lines, seed: seed))", "emitterMode": "\#(mode)",
             "emitterCells": [{"contents": "dot", "birthRate": 10, "lifetime": 1}]}
            """#
        }
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 64, "height": 64}, "timing": {"duration": 0.5, "fps": 2}, "layers": [\#(emitters.joined(separator: ","))]}
                """#
        )
        return RenderPrice(of: spec.prepared(for: .apng, isStill: true), .best).work / 1e6
    }

    /// Number of lines, of layers, and measured milliseconds.
    ///
    /// Regression: the inside of a path was next to free.
    @Test(arguments: [(1990, 1, 10.5), (1990, 4, 42), (500, 16, 105), (100, 16, 18)] as [(Int, Int, Double)])
    func `the price of an emitter knows the lines of its path`(_ lines: Int, _ layers: Int, _ time: Double) throws {
        for mode in ["surface", "volume"] {
            let predicted = try Self.work(mode, lines: lines, layers: layers)
            #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
        }
    }

    @Test func `only the inside of a path takes long to find`() throws {
        #expect(try 5 * Self.work("outline", lines: 1990, layers: 4) < Self.work("surface", lines: 1990, layers: 4))
    }

    /// Regression: such lines made the price of others lower, since fewer rows were expected.
    @Test func `lines without length and far control points make an inside no cheaper`() throws {
        func work(_ path: String) throws -> Double {
            let text = #"""
                {"canvas": {"width": 64, "height": 64}, "timing": {"duration": 0.5, "fps": 2}, "layers": [
                 {"emitterShape": "path", "emitterPath": "\#(path)", "emitterMode": "surface",
                  "emitterCells": [{"contents": "dot", "birthRate": 10, "lifetime": 1}]}]}
                """#
            return RenderCost(of: try EffectSpec(text: text)).geometry
        }
        let zigzag = (0..<500).map { "L\($0 % 10) \($0 % 2 * 100)" }.joined()
        let plain = try work("M0 0" + zigzag)
        #expect(try work("M0 0" + zigzag + String(repeating: "l0 0", count: 1400)) >= plain)
        #expect(try work("M0 0" + zigzag + "L0 0C0 900 0 -900 0 0") >= plain)
    }

    @Test func `a survey divides an inside into few rows`() {
        for lines in [10, 100, 500, 2000, 8192] {
            let (rough, fine) = (
                EmitterOutline.rowCount(ofLines: lines, isRough: true), EmitterOutline.rowCount(ofLines: lines)
            )
            #expect(rough >= 16 && rough <= fine)
            #expect(lines < 500 || lines * rough <= 16 * max(1024, lines))
        }
    }
}
