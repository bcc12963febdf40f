import EffectCost
import EffectModel
import TestSupport
import Testing
@testable import EffectRendering
@testable import WorkScheduling

/// Predicted and measured render times of layer groups, in milliseconds of processor time on the machine of
/// `Benchmarks/README.md`.
@Suite struct `Prices of groups` {
    private static let frame = #""canvas": {"width": 600, "height": 400}, "timing": {"duration": 2, "fps": 30}"#

    @Test(arguments: [
        // Copies of an emitter in a ring.
        (
            #"""
            "instanceCount": 20, "instanceDelay": 0.05, "instanceTransform": {"rotation": 0.314}, "layers": [
              {"emitterPosition": [300, 100], "emitterCells": [{"contents": "star", "birthRate": 60, "lifetime": 1.5, "velocity": 60,
               "emissionRange": 6.28, "color": "#e0337788", "scale": 0.8, "yAcceleration": 80}]}]
            """#, 80.0
        ),
        // A soft shadow of moving particles.
        (
            #"""
            "shadowOpacity": 0.5, "shadowRadius": 12, "shadowOffset": [5, 10], "layers": [
              {"emitterPosition": [300, 100], "emitterSize": [600, 1], "emitterShape": "line", "emitterCells": [{"contents": "star",
               "birthRate": 40, "lifetime": 3, "velocity": 60, "emissionRange": 1, "color": "#e03377", "scale": 3, "yAcceleration": 80}]}]
            """#, 360
        ),
        // Tiles that fade as a whole.
        (
            #"""
            "tile": [60, 60], "opacity": 0.7, "animations": [{"type": "basic", "keyPath": "scroll", "to": [60, 60], "duration": 2}],
            "layers": [{"emitterPosition": [30, 30], "emitterCells": [{"contents": "dot", "birthRate": 8, "lifetime": 1, "velocity": 20,
              "emissionRange": 6.28, "color": "#8855ff"}]}]
            """#, 90
        ),
        // Copies off the canvas: each is evaluated, and none is drawn.
        (
            #"""
            "scroll": [2000, 0], "instanceCount": 1000, "layers": [
              {"type": "sprite", "contents": "star", "color": "gold", "size": [10, 10]}]
            """#, 65
        ),
        // Tiles of a single sprite.
        (
            #"""
            "tile": [20, 20], "animations": [{"type": "basic", "keyPath": "scroll", "to": [20, 20], "duration": 2}],
            "layers": [{"type": "sprite", "contents": "star", "color": "gold", "size": [6, 6], "position": [10, 10]}]
            """#, 145
        ),
    ])
    func `the price of a group is close to its measured time`(_ group: String, _ milliseconds: Double) throws {
        let spec = try EffectSpec(text: #"{\#(Self.frame), "layers": [{"type": "group", \#(group)}]}"#)
        let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
        let ratio = price.work / 1e6 / milliseconds
        #expect(ratio > 0.7 && ratio < 4, "\(ratio)")
        #expect(price.cost.work >= price.work)
    }

    @Test(arguments: [
        (#""type": "transition", "transition": "push""#, 90.0), (#""type": "transition""#, 145),
        (#""type": "reveal", "shape": "star", "feather": 20"#, 720),
    ])
    func `the price predicts the work of a transition between layers`(_ members: String, _ milliseconds: Double) throws
    {
        let spec = try EffectSpec(
            text: #"""
                {\#(Self.frame), "layers": [{\#(members), "duration": 1.5,
                  "from": {"emitterPosition": [300, 200], "emitterCells": [{"contents": "star", "birthRate": 60, "lifetime": 1.5,
                    "velocity": 60, "emissionRange": 6.28, "color": "#e03377", "scale": 2, "yAcceleration": 80}]},
                  "to": {"type": "group", "backgroundColor": "gold", "layers": [
                    {"type": "sprite", "contents": "heart", "size": [200, 200], "position": [300, 200]}]}}]}
                """#
        )
        let price = RenderPrice(of: try spec.prepared(for: .apng, limits: RenderLimits()))
        let ratio = price.work / 1e6 / milliseconds
        #expect(ratio > 0.7 && ratio < 4, "\(ratio)")
        #expect(price.cost.work >= price.work)
    }

    @Test func `a dump limits the size of stroke outlines`() throws {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        func check(_ width: Int, _ copies: Int) throws {
            let spec = try EffectSpec(
                text: #"""
                    {"layers": [{"type": "group", "transform": {"scale": 40}, "instanceCount": \#(copies), "layers": [
                      {"type": "shape", "path": "M165 44M139 15A1.1 .8 2 0 0 131 11Q162 -1 64 107L111 110", "strokeColor": "red",
                       "lineWidth": \#(width), "lineJoin": "round"}]}]}
                    """#
            )
            try renderer.checkDump(of: spec)
        }
        try check(1, 1)
        #expect(throws: RenderError.self) { try check(10_000, 20) }
    }
}
