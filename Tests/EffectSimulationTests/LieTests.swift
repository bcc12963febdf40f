import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import EffectSimulation

/// Particles that have come to rest.
@Suite struct `Particles at rest` {
    /// A piece that spins while it falls onto a floor at 180, as in a bug report: it stood on a corner.
    private func simulation(
        _ contents: String,
        seed: Int,
        behavior: String = #"{"type": "floor", "y": 180, "elasticity": 0.3, "friction": 0.6}"#,
        motion: String =
            #""spin": [-9, 9], "rotation": [-3, 3], "velocity": [0, 60], "emissionRange": "1turn""#
    ) throws -> Simulation {
        Simulation(
            try EffectSpec(
                text: #"""
                    {"canvas": {"width": 400, "height": 200}, "timing": {"duration": 8, "fps": 10}, "seed": \#(seed), "layers": [
                      {"emitterPosition": [200, 100], "emitterBehaviors": [\#(behavior)],
                       "emitterCells": [{"contents": \#(contents), "burst": {"count": 1}, "lifetime": 9, "yAcceleration": 600,
                         \#(motion)}]}]}
                    """#
            )
        )
    }

    private func item(_ simulation: Simulation, _ time: Double) throws -> DrawList.Item {
        try #require(simulation.drawList(at: time).groups.first?.items.first)
    }

    /// Corners of an item on the canvas.
    private func corners(_ item: DrawList.Item, _ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        return points.map { point in
            let p = point * item.scale
            return item.position + SIMD2(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y)
        }
    }

    private static let square: [SIMD2<Double>] = [[-15, -15], [15, -15], [15, 15], [-15, 15]]
    private static let strip: [SIMD2<Double>] = [[-20, -5], [20, -5], [20, 5], [-20, 5]]
    private static let triangle: [SIMD2<Double>] = [[0, -12], [12, 12], [-12, 12]]
    private static let hexagon = (0..<6).map { (number: Int) -> SIMD2<Double> in
        let angle = Double(number) * .pi / 3
        return SIMD2(sin(angle), -cos(angle)) * 14
    }

    @Test(
        arguments: [
            (#"{"shape": "square", "size": 30}"#, square), (#"{"shape": "rectangle", "size": [40, 10]}"#, strip),
            (#"{"shape": "triangle", "size": 24}"#, triangle),
            (#"{"shape": "polygon", "corners": 6, "size": 28}"#, hexagon),
        ] as [(String, [SIMD2<Double>])]
    )
    func `a piece at rest lies on two corners, over 100 seeds`(_ contents: String, _ points: [SIMD2<Double>]) throws {
        for seed in 0..<100 {
            let simulation = try simulation(contents, seed: seed)
            let end = try item(simulation, 7.9)
            let depths = corners(end, points).map(\.y).sorted(by: >)
            #expect(abs(depths[0] - 180) < 0.01 && abs(depths[1] - 180) < 0.01, "\(seed): \(depths)")
            let before = try item(simulation, 6)
            #expect(end.rotation == before.rotation && end.position == before.position, "\(seed)")
        }
    }

    @Test(arguments: 0..<20)
    func `a piece never jumps, and is never below the floor`(_ seed: Int) throws {
        let simulation = try simulation(#"{"shape": "square", "size": 30}"#, seed: seed)
        var before = try item(simulation, 0)
        for number in 1...(240 * 4) {
            let now = try item(simulation, Double(number) / 240)
            let way = now.position - before.position
            let turn = abs(remainder(now.rotation - before.rotation, 2 * .pi))
            // 12 radians per second, and 360 points per second of a fall from 100 points above.
            #expect(turn <= 12.0 / 240 + 1e-5, "\(number): \(turn)")
            #expect((way * way).sum().squareRoot() < 2, "\(number): \(way)")
            before = now
            let lowest = corners(now, Self.square).map(\.y).max() ?? 0
            #expect(lowest < 180.5, "\(number): \(lowest)")
        }
    }

    @Test func `a piece tips over the corner that it lands on`() throws {
        // Upright on a corner but for a degree, without spin.
        let lean = Double.pi / 4 + .pi / 180
        let simulation = try simulation(
            #"{"shape": "square", "size": 30}"#,
            seed: 1,
            behavior: #"{"type": "floor", "y": 180, "elasticity": 0}"#,
            motion: #""rotation": \#(lean)"#
        )
        let landing = try (0..<240).first { try item(simulation, Double($0) / 240).rotation > lean + 1e-4 }
        let start = Double(try #require(landing)) / 240
        let flat = try (0..<480).first { try abs(sin(2 * item(simulation, start + Double($0) / 240).rotation)) < 1e-5 }
        let lasting = Double(try #require(flat)) / 240
        #expect(lasting > 0.15 && lasting < 0.4, "\(lasting)")
        // A quarter of a turn, clockwise, about the corner at x = 200.
        let end = try item(simulation, 3)
        #expect(abs(end.rotation - .pi / 2) < 1e-5 && abs(end.position.x - 215) < 0.5, "\(end)")
        #expect(abs(end.position.y - 165) < 0.01)
    }

    @Test func `a piece lies flat on a tilted plane`() throws {
        for seed in 0..<20 {
            let simulation = try simulation(
                #"{"shape": "square", "size": 20}"#,
                seed: seed,
                behavior:
                    #"{"type": "collider", "shape": "plane", "position": [200, 180], "angle": 0.2, "elasticity": 0.2, "friction": 0.9}"#
            )
            let end = try item(simulation, 5)
            #expect(abs(sin(2 * (end.rotation - 0.2))) < 1e-4, "\(seed): \(end.rotation)")
            let distance = (end.position.y - 180) * cos(0.2) - (end.position.x - 200) * sin(0.2)
            #expect(abs(distance + 10) < 0.02, "\(seed): \(distance)")
        }
    }

    @Test(arguments: ["circle", "ring", "dot"])
    func `round shapes keep the angle at which they come to rest`(_ shape: String) throws {
        var angles: Set<Int> = []
        for seed in 0..<20 {
            let simulation = try simulation(#"{"shape": "\#(shape)", "size": 24}"#, seed: seed)
            let (before, end) = (try item(simulation, 5), try item(simulation, 7.9))
            #expect(before.rotation == end.rotation && before.position == end.position)
            angles.insert(Int((end.rotation * 100).rounded()))
        }
        #expect(angles.count > 10)
    }

    @Test func `a shape whose center is not above its side rolls on`() throws {
        let corners = [SIMD2(-10.0, -30), SIMD2(50, -30), SIMD2(10, 30), SIMD2(-50, 30)]
        var lie = try #require(Lie(corners, down: SIMD2(0, 1)))
        #expect(lie.tip(for: 1, push: 600).angle == 0)
        let leaning = [SIMD2(60.0, -30), SIMD2(80, -30), SIMD2(-5, 30), SIMD2(-25, 30)]
        lie = try #require(Lie(leaning, down: SIMD2(0, 1)))
        let turn = lie.tip(for: 10, push: 600)
        // Clockwise over (-5, 30), onto the side up to (80, -30).
        #expect(abs(turn.angle - atan2(60, 85)) < 1e-9, "\(turn)")
        #expect(lie.depth > 0 && turn.shift.x > 0 && abs(turn.shift.y) < 1e-12)
    }
}
