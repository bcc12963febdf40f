import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of rigid bodies against measured ones.
struct BodyPriceTests {
    private static func pushed(_ magnitude: Double, elasticity: Double = 0.5) -> String {
        #"""
        {"type": "shatter", "source": "red", "tile": 12, "duration": 3, "dynamics": {"gravity": [0, 1], "collision": {},
          "item": {"elasticity": \#(elasticity), "friction": 0.2},
          "pushes": [{"angle": [0, 6.283], "magnitude": [\#(magnitude / 5), \#(magnitude)]}]}}
        """#
    }

    /// Tiles that fall onto a floor.
    private func heap(_ side: Int, tile: Int, seconds: Int) throws -> EffectSpec {
        try EffectSpec(
            text: #"""
                {"canvas": {"width": \#(side), "height": \#(side)}, "timing": {"duration": \#(seconds), "fps": 5}, "layers": [
                  {"type": "shatter", "source": "red", "tile": \#(tile), "duration": 60,
                   "dynamics": {"gravity": [0, 1], "pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}], "collision": {},
                                "item": {"friction": 0.3}}}]}
                """#
        )
    }

    @Test func `bodies are priced for the time they move, and small fast ones for their contacts`() throws {
        func work(_ spec: EffectSpec) throws -> Double {
            try #require(Survey(of: spec, RenderCost(of: spec))).once[.bodyWork]
        }
        let (short, long) = (try work(heap(200, tile: 40, seconds: 4)), try work(heap(200, tile: 40, seconds: 20)))
        // 25 tiles move for about a second, at a measured 2–3 µs per step, and then rest.
        #expect(short > 25 * 120 * 1000 && short < 25 * 120 * 8000)
        #expect(long < 2 * short)
        // 1,936 tiles of 5 points that collide at 6,000 points per second would take a minute.
        let swarm = try heap(220, tile: 5, seconds: 4)
        let error = #expect(throws: SpecError.self) { try swarm.prepared(for: .apng, limits: RenderLimits()) }
        #expect(error?.faults.first?.kind == .tooMuch)
        _ = try heap(300, tile: 20, seconds: 4).prepared(for: .apng, limits: RenderLimits())
    }

    /// Predicted milliseconds of a dump, nearly all of them for its bodies.
    private func bodyTime(_ spec: EffectSpec) throws -> Double {
        RenderPrice(of: try spec.prepared(for: .json, limits: RenderLimits()), .dump).workOfRender / 1e6
    }

    /// Milliseconds of a dump on one core without startup, measured on 320 × 240 points over four seconds. Each
    /// prediction must be within 0.7 to 4 times the measured time.
    @Test(
        arguments: [
            (10, #""pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}], "collision": {}"#, 1500.0),
            (10, #""pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}], "collision": {"mode": "items"}"#, 490),
            (10, #""pushes": [{"pushDirection": [[-0.01, 0.01], [-0.02, 0]]}], "collision": {}"#, 305),
            (10, #""collision": {}"#, 300),
            (20, #""pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}], "collision": {}"#, 60),
            (20, #""pushes": [{"pushDirection": [[-0.15, 0.15], [-0.15, 0]]}], "collision": {"mode": "items"}"#, 120),
        ] as [(Int, String, Double)]
    )
    func `the price of tiles is close to their measured time`(
        _ tile: Int,
        _ dynamics: String,
        _ time: Double
    ) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 320, "height": 240}, "timing": {"duration": 4, "fps": 10}, "layers": [{"type": "shatter",
                  "source": "red", "tile": \#(tile), "duration": 4, "dynamics": {"gravity": [0, 1], "item": {"friction": 0.3}, \#(dynamics)}}]}
                """#
        )
        let predicted = try bodyTime(spec)
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }

    /// Measured milliseconds for particles of 14 points over six seconds.
    @Test(
        arguments: [
            (#""birthRate": 30, "lifetime": 20"#, 85.0), (#""burst": {"count": 300}, "lifetime": 20"#, 420),
            (#""burst": {"count": 1000}, "lifetime": 20, "scale": 0.5"#, 5600),
            (#""birthRate": 60, "lifetime": 1"#, 48),
        ] as [(String, Double)]
    )
    func `the price of an emitter's bodies is close to their measured time`(_ cell: String, _ time: Double) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": 320, "height": 240}, "timing": {"duration": 6, "fps": 10}, "layers": [{"emitterPosition": [160, 60],
                  "dynamics": {"gravity": [0, 1], "collision": {}, "item": {"friction": 0.3}}, "emitterCells": [
                    {"contents": {"shape": "circle", "size": 14}, "velocity": [20, 200], "emissionRange": "1turn", \#(cell)}]}]}
                """#
        )
        let predicted = try bodyTime(spec)
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
        #expect(predicted <= RenderCost(of: spec).work / 1e6)
    }

    /// Measured milliseconds of a dump. Regression: overlapping bodies were priced like a heap, and fast ones as if they
    /// never lost their speed.
    @Test(
        arguments: [
            // Tiles with a collision path much larger than they are.
            (
                #"{"type": "shatter", "source": "gold", "tile": 10, "duration": 1, "dynamics": {"collision": {"mode": "items"}, "item": {"collisionBoundingPath": "M-200 0 L0 -200 L200 0 L0 200 Z"}}}"#,
                SIMD2(400, 100), 1.0, 2950.0
            ),
            (
                #"{"type": "shatter", "source": "gold", "tile": 10, "duration": 1, "dynamics": {"collision": {"mode": "items"}, "item": {"collisionBoundingPath": "M-15 0 L0 -15 L15 0 L0 15 Z"}}}"#,
                SIMD2(200, 200), 1, 350
            ),
            // Squares born at one point.
            (
                #"{"emitterPosition": [40, 30], "emitterCells": [{"contents": {"shape": "square", "size": 20}, "burst": {"count": 1900}, "lifetime": 1}], "dynamics": {"collision": {"mode": "items"}}}"#,
                SIMD2(80, 60), 1, 20_800
            ),
            // Items that a field presses together.
            (
                #"{"type": "shatter", "source": "gold", "tile": 8, "dynamics": {"item": {"collisionBoundingPath": "M-4 -4 H4 L0 4 Z", "charge": [-1000, 1]}, "fields": [{"type": "electric", "strength": 5}, {"type": "spring"}], "collision": {"boundaries": [{"path": "M0 50 Q40 20 80 50"}]}}}"#,
                SIMD2(80, 60), 0.6, 950
            ),
            (
                #"{"type": "shatter", "source": "red", "tile": 10, "duration": 60, "dynamics": {"collision": {"mode": "items"}, "fields": [{"type": "radialGravity", "strength": 1000}]}}"#,
                SIMD2(200, 200), 1, 3120
            ),
            // Items that a spring presses together, but that pass through each other.
            (
                #"{"type": "shatter", "source": "red", "tile": 8, "dynamics": {"gravity": [0, 1], "pushes": [{"angle": [0, 6.283], "magnitude": [0.2, 1]}], "fields": [{"type": "spring", "strength": 2}]}}"#,
                SIMD2(600, 200), 2, 180
            ),
            // Bodies born one after another, which a push at the start does not reach.
            (
                #"{"emitterPosition": [100, 180], "emitterSize": [300, 50], "emitterShape": "line", "emitterCells": [{"contents": {"shape": "star", "size": 6}, "birthRate": 150, "lifetime": 3, "velocity": 100, "emissionRange": "1turn"}], "dynamics": {"gravity": [0, 0.2], "collision": {"mode": "items"}, "item": {"elasticity": 0.9, "friction": 0.8}, "pushes": [{"angle": [0, 6.283], "magnitude": [1, 4]}]}}"#,
                SIMD2(200, 360), 10, 390
            ),
            // Tiles that are pushed all the time.
            (
                #"{"type": "shatter", "source": "red", "tile": 8, "duration": 3, "dynamics": {"gravity": [0, 0], "collision": {}, "item": {"elasticity": 0.3, "friction": 0.2}, "pushes": [{"angle": [0, 6.283], "magnitude": [0.1, 0.5], "mode": "continuous"}]}}"#,
                SIMD2(600, 200), 10, 2380
            ),
            // Tiles that are pushed harder and harder.
            (pushed(0.5), SIMD2(360, 360), 3, 1290), (pushed(1), SIMD2(360, 360), 3, 1440),
            (pushed(3), SIMD2(360, 360), 3, 1500), (pushed(10), SIMD2(360, 360), 3, 2000),
            (pushed(10, elasticity: 1), SIMD2(360, 360), 3, 14_800),
        ] as [(String, SIMD2<Double>, Double, Double)]
    )
    func `the price of crowded bodies is close to their measured time`(
        _ layer: String,
        _ canvas: SIMD2<Double>,
        _ seconds: Double,
        _ time: Double
    ) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": \#(canvas.x), "height": \#(canvas.y)},
                 "timing": {"duration": \#(seconds), "fps": 10, "loop": "once"}, "layers": [\#(layer)]}
                """#
        )
        let predicted = RenderPrice(of: spec.prepared(for: .json), .dump).work / 1e6
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }

    /// Measured milliseconds of 600 tiles of 10 points over three seconds, under each property of dynamics, on the machine
    /// that prices are fitted on.
    @Test(
        arguments: [
            (#"{"gravity": [0, 1]}"#, 85),
            (#"{"gravity": [0, 1], "collision": {}}"#, 250),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}}"#, 200),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.9}}"#, 225),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 1}}"#, 255),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.3, "friction": 1}}"#, 215),
            (#"{"collision": {}}"#, 135),
            (#"{"collision": {}, "item": {"elasticity": 0.5}}"#, 130),
            (#"{"gravity": [0, 0.1], "collision": {}, "item": {"elasticity": 0.5}}"#, 140),
            (#"{"gravity": [0, 3], "collision": {}, "item": {"elasticity": 0.5}}"#, 600),
            (#"{"gravity": [0.7, 0.7], "collision": {}, "item": {"elasticity": 0.5}}"#, 365),
            (#"{"gravity": [0, 1], "collision": {"mode": "items"}, "item": {"elasticity": 0.5}}"#, 1105),
            (#"{"gravity": [0, 1], "collision": {"mode": "boundaries"}, "item": {"elasticity": 0.5}}"#, 135),
            (
                #"{"gravity": [0, 1], "collision": {"boundaries": [{"from": [0, 190], "to": [300, 190]}]}, "item": {"elasticity": 0.5}}"#,
                375
            ),
            (
                #"{"gravity": [0, 1], "collision": {"boundaries": ["canvas", {"path": "M20 150 Q150 220 280 150"}]}, "item": {"elasticity": 0.5}}"#,
                570
            ),
            (
                #"{"gravity": [0, 1], "collision": {"boundaries": [{"path": "M20 20 L280 20 L280 190 Q150 100 20 190 Z"}]}, "item": {"elasticity": 0.5}}"#,
                570
            ),
            (#"{"snap": {"damping": 0.5}}"#, 45),
            (#"{"collision": {}, "snap": {"damping": 0.3}}"#, 135),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-0.05, 0.05], [-0.05, 0.05]]}]}"#,
                190
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-0.05, 0.05], [-0.05, 0.05]]}]}"#,
                545
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.010000000000000002, 0.010000000000000002], [-0.010000000000000002, 0.010000000000000002]]}]}"#,
                230
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.010000000000000002, 0.010000000000000002], [-0.010000000000000002, 0.010000000000000002]]}]}"#,
                135
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-0.2, 0.2], [-0.2, 0.2]]}]}"#,
                790
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.04, 0.04], [-0.04, 0.04]]}]}"#,
                240
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.04, 0.04], [-0.04, 0.04]]}]}"#,
                150
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-1, 1], [-1, 1]]}]}"#,
                805
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-1, 1], [-1, 1]]}]}"#,
                715
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.2, 0.2], [-0.2, 0.2]]}]}"#,
                435
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-4, 4], [-4, 4]]}]}"#,
                900
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "instantaneous", "pushDirection": [[-4, 4], [-4, 4]]}]}"#,
                1115
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.8, 0.8], [-0.8, 0.8]]}]}"#,
                640
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "pushDirection": [[-0.8, 0.8], [-0.8, 0.8]]}]}"#,
                650
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "duration": 1, "angle": [0, 6.28], "magnitude": 0.1}]}"#,
                360
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "pushes": [{"mode": "continuous", "angle": [0, 6.28], "magnitude": 0.01}]}"#,
                110
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "linearGravity", "strength": 0.1}]}"#,
                155
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "linearGravity", "strength": 0.1}]}"#,
                195
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "linearGravity", "strength": 1}]}"#,
                215
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "linearGravity", "strength": 1}]}"#,
                345
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "radialGravity", "strength": 0.1, "position": [150, 100]}]}"#,
                130
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "radialGravity", "strength": 0.1, "position": [150, 100]}]}"#,
                255
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "radialGravity", "strength": 1, "position": [150, 100]}]}"#,
                240
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "radialGravity", "strength": 1, "position": [150, 100]}]}"#,
                225
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "vortex", "strength": 0.1, "position": [150, 100]}]}"#,
                105
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "vortex", "strength": 0.1, "position": [150, 100]}]}"#,
                250
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "vortex", "strength": 1, "position": [150, 100]}]}"#,
                385
            ),
            (#"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "noise", "strength": 0.1}]}"#, 205),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "noise", "strength": 0.1}]}"#,
                235
            ),
            (#"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "noise", "strength": 1}]}"#, 205),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "noise", "strength": 1}]}"#,
                315
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "turbulence", "strength": 0.1}]}"#,
                100
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "turbulence", "strength": 0.1}]}"#,
                235
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "turbulence", "strength": 1}]}"#,
                120
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "turbulence", "strength": 1}]}"#,
                260
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "velocity", "strength": 0.1}]}"#,
                205
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "velocity", "strength": 0.1}]}"#,
                185
            ),
            (#"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "velocity", "strength": 1}]}"#, 660),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "velocity", "strength": 1}]}"#,
                790
            ),
            (#"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "drag", "strength": 0.1}]}"#, 145),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "drag", "strength": 0.1}]}"#,
                230
            ),
            (#"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "drag", "strength": 1}]}"#, 135),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "drag", "strength": 1}]}"#,
                235
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "spring", "strength": 0.1, "position": [150, 100]}]}"#,
                205
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "spring", "strength": 0.1, "position": [150, 100]}]}"#,
                245
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "spring", "strength": 1, "position": [150, 100]}]}"#,
                635
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5}, "fields": [{"type": "spring", "strength": 1, "position": [150, 100]}]}"#,
                680
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "electric", "strength": 0.1, "position": [150, 100]}]}"#,
                225
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "electric", "strength": 0.1, "position": [150, 100]}]}"#,
                260
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "electric", "strength": 1, "position": [150, 100]}]}"#,
                705
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "electric", "strength": 1, "position": [150, 100]}]}"#,
                655
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "magnetic", "strength": 0.1, "position": [150, 100]}]}"#,
                155
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "magnetic", "strength": 0.1, "position": [150, 100]}]}"#,
                265
            ),
            (
                #"{"collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "magnetic", "strength": 1, "position": [150, 100]}]}"#,
                160
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"elasticity": 0.5, "charge": 1}, "fields": [{"type": "magnetic", "strength": 1, "position": [150, 100]}]}"#,
                375
            ),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"density": 0.2, "elasticity": 0.5}}"#, 225),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"density": 5, "elasticity": 0.5}}"#, 270),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"resistance": 2, "elasticity": 0.5}}"#, 280),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"angularResistance": 2, "elasticity": 0.5}}"#, 240),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"allowsRotation": false, "elasticity": 0.5}}"#, 190),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"collisionBoundsType": "ellipse", "elasticity": 0.5}}"#,
                365
            ),
            (#"{"gravity": [0, 1], "collision": {}, "item": {"angularVelocity": [-5, 5], "elasticity": 0.5}}"#, 245),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"linearVelocity": [[-100, 100], [-100, 100]], "elasticity": 0.5}}"#,
                235
            ),
            (
                #"{"gravity": [0, 1], "collision": {}, "item": {"collisionBoundsType": "path", "collisionBoundingPath": "M-5-5L5-5L0 6Z", "elasticity": 0.5}}"#,
                565
            ),
            (#"{"gravity": [0, 1], "attachments": [{"type": "length", "attachedTo": "neighbors"}]}"#, 150),
            (#"{"gravity": [0, 1], "attachments": [{"type": "limit", "attachedTo": "neighbors"}]}"#, 150),
            (#"{"gravity": [0, 1], "attachments": [{"type": "pin", "attachedTo": "neighbors"}]}"#, 125),
            (#"{"gravity": [0, 1], "attachments": [{"type": "sliding", "attachedTo": "neighbors"}]}"#, 125),
            (#"{"gravity": [0, 1], "attachments": [{"type": "fixed", "attachedTo": "neighbors"}]}"#, 185),
            (
                #"{"gravity": [0, 1], "attachments": [{"type": "length", "attachedTo": "neighbors", "frequency": 2, "damping": 0.1}]}"#,
                200
            ),
            (
                #"{"gravity": [0, 1], "attachments": [{"type": "length", "frequency": 1, "damping": 0.1, "anchorPoint": [150, 20]}]}"#,
                170
            ),
            (#"{"gravity": [0, 1], "attachments": [{"type": "length", "frequency": 1, "damping": 0.1}]}"#, 140),
            (#"{"gravity": [0, 1], "attachments": [{"type": "pin"}]}"#, 60),
            (#"{"gravity": [0, 1], "attachments": [{"type": "pin", "item": [150, 100]}]}"#, 100),
            (#"{"gravity": [0, 1], "attachments": [{"type": "limit", "attachedTo": [150, 20], "length": 100}]}"#, 75),
        ] as [(String, Double)]
    )
    func `the price of each property of dynamics is close to its measured time`(_ dynamics: String, _ time: Double)
        throws
    {
        let spec = try EffectSpec(
            text: #"""
                {"seed": 3, "canvas": {"width": 300, "height": 200}, "timing": {"duration": 3, "fps": 10}, "layers": [{"type": "shatter",
                  "source": {"gradient": {"colors": ["#3366cc", "#cc6633"]}}, "tile": 10, "duration": 3, "dynamics": \#(dynamics)}]}
                """#
        )
        let predicted = try bodyTime(spec)
        #expect(predicted > 0.7 * time && predicted < 4 * time, "\(predicted) for \(time)")
    }
}
