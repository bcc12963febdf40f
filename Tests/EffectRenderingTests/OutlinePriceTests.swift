import EffectCoding
import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of paths with many edges, or larger than the box of their asset.
struct OutlinePriceTests {
    /// Path data of lines between random points in a square of 100 points, which cross each other, or of a comb.
    private static func path(_ corners: Int, isComb: Bool) -> String {
        if isComb {
            let teeth = (0..<corners / 2).map { number in
                let x = 200.0 * Double(number) / Double(corners)
                return "L\(x) 0L\(x + 100 / Double(corners)) 90"
            }
            return "M0 100\(teeth.joined())L100 100Z"
        }
        var state: UInt32 = 7
        func next() -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(state >> 16) / 655.36
        }
        return "M" + (0..<corners).map { _ in "\(next()) \(next())" }.joined(separator: "L") + "Z"
    }

    /// Corners, size of the asset's box, scale, number of pieces, and measured milliseconds of an animated PNG in reference time.
    ///
    /// Regression: paths were priced as if they were as large as their asset's box and had few edges.
    @Test(
        arguments: [
            (60, false, 12, 1, 100, 101), (60, true, 12, 1, 100, 160), (400, true, 100, 0.08, 200, 108),
            (60, false, 100, 0.1, 300, 23.9), (120, true, 100, 0.16, 300, 97.7), (20, false, 24, 2, 60, 62.8),
        ] as [(Int, Bool, Double, Double, Int, Double)]
    )
    func `the price of a path knows its edges`(
        _ corners: Int,
        _ isComb: Bool,
        _ box: Double,
        _ scale: Double,
        _ count: Int,
        _ time: Double
    ) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 400, "height": 300}, "timing": {"duration": 1, "fps": 20}, "layers": [
                  {"emitterPosition": [200, 150], "emitterShape": "rectangle", "emitterSize": [300, 200],
                   "emitterCells": [{"contents": {"path": "\#(Self.path(corners, isComb: isComb))", "size": \#(box)}, "scale": \#(scale),
                                     "burst": {"count": \#(count)}, "lifetime": 2, "velocity": [5, 20], "emissionRange": "1turn",
                                     "spin": [-2, 2], "colors": ["red", "blue", "#30a060"]}]}]}
                """#
        )
        let predicted = RenderPrice(of: spec.prepared(for: .apng)).work / 1e6
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }
}
