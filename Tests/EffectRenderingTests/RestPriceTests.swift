import EffectCoding
@testable import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of pieces that come to rest on walls and tip over onto a side.
struct RestPriceTests {
    /// Behaviors, motion of a cell, contents, and measured milliseconds of a dump on one core without startup, in
    /// reference time. Regression: steps at rest were priced at a third to a tenth of what they take.
    @Test(
        arguments: [
            (
                #"{"type": "collider", "shape": "plane", "position": [100, 170], "angle": 0.15, "elasticity": 0.3, "friction": 0.1}"#,
                #""burst": {"count": 200}, "lifetime": 6, "velocity": [20, 160], "yAcceleration": 200"#,
                #"{"shape": "rectangle", "size": [8, 4]}"#, 8, 38.5
            ),
            (
                #"{"type": "collider", "shape": "box", "position": [100, 190], "size": [300, 20], "elasticity": 0.2, "friction": 0.3}, {"type": "wind", "velocity": [40, 0], "drag": 0.6}"#,
                #""burst": {"count": 600}, "lifetime": 4, "velocity": [20, 60], "yAcceleration": 500"#,
                #"{"shape": "triangle", "size": 14}"#, 8, 121
            ),
            (
                #"{"type": "floor", "y": 180, "elasticity": 0, "friction": 0.2}, {"type": "drag", "drag": 0.8}"#,
                #""burst": {"count": 200}, "lifetime": 6, "velocity": [20, 60], "yAcceleration": 200"#,
                #"{"shape": "square", "size": 16}"#, 4, 49.5
            ),
            (
                #"{"type": "bounce", "elasticity": 0.1, "friction": 0.3}, {"type": "turbulence", "strength": 60}"#,
                #""burst": {"count": 600}, "lifetime": 6, "velocity": [20, 60], "yAcceleration": 900"#,
                #"{"shape": "rectangle", "size": [24, 4]}"#, 4, 169
            ),
            (
                #"{"type": "bounce", "elasticity": 0.4, "friction": 0.3}"#,
                #""birthRate": 20, "lifetime": 2, "velocity": [20, 160], "yAcceleration": 500"#,
                #"{"shape": "polygon", "corners": 6, "size": 12}"#, 8, 4.9
            ),
        ] as [(String, String, String, Int, Double)]
    )
    func `the price of pieces at rest is close to their measured time`(
        _ walls: String,
        _ motion: String,
        _ contents: String,
        _ seconds: Int,
        _ time: Double
    ) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 200, "height": 200, "background": "white"}, "timing": {"duration": \#(seconds), "fps": 5}, "layers": [
                  {"emitterPosition": [100, 60], "emitterShape": "line", "emitterSize": [120, 0], "emitterBehaviors": [\#(walls)],
                   "emitterCells": [{"contents": \#(contents), \#(motion), "emissionRange": "1turn", "spin": [-8, 8],
                                     "rotation": [0, 6.28], "scale": [0.7, 1.2]}]}]}
                """#
        )
        let predicted = RenderPrice(of: try spec.prepared(for: .json, limits: RenderLimits()), .dump).workOfRender / 1e6
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }

    /// Regression: the bound had the price of a step at a wall, not of one at rest on it, which is twice as much.
    @Test func `the upper bound knows that pieces may rest on a wall all their lives`() throws {
        func cost(_ walls: String) throws -> RenderCost {
            RenderCost(
                of: try EffectSpec(
                    text: #"""
                        {"canvas": {"width": 16, "height": 16}, "timing": {"duration": 1, "fps": 1}, "layers": [
                          {"emitterBehaviors": [{"type": "turbulence", "strength": 9}\#(walls)],
                           "emitterCells": [{"contents": {"shape": "square", "size": 1}, "burst": {"count": 100}, "lifetime": 1}]}]}
                        """#
                )
            )
        }
        let (without, with) = (try cost(""), try cost(#", {"type": "floor", "y": 8}"#))
        #expect(with.work - without.work >= 2.1 * with.crowds[0].workOfWalls * with.steps)
    }
}
