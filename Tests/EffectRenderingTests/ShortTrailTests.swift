import EffectModel
import EffectSimulation
import SoftwareRaster
import TestSupport
import Testing

/// Trails of nearly static particles.
struct ShortTrailTests {
    /// Total alpha, in square points, of a trail 12 points wide and `length` points long that a particle leaves in the
    /// last 0.2 s.
    private func area(ofTrail length: Double, scale: Double) throws -> Double {
        let text = #"""
            {"canvas": {"width": 64, "height": 32, "scale": \#(scale)}, "layers": [{"emitterPosition": [20, 16],
              "emitterCells": [{"contents": {"shape": "square", "size": 0.01}, "lifetime": 5, "burst": {"count": 1},
                                "velocity": \#(length * 5), "trail": {"duration": 0.2, "width": 12}}]}]}
            """#
        let simulation = Simulation(try EffectSpec(text: text))
        var rasterizer = Rasterizer(
            width: Int(64 * scale),
            height: Int(32 * scale),
            background: .transparent,
            sprites: simulation.sprites
        )
        rasterizer.draw(simulation.drawList(at: 0.5))
        return rasterizer.bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) } / 255 / (scale * scale)
    }

    @Test(arguments: [1.0, 2, 3])
    func `a trail grows continuously from zero length at any scale`(_ scale: Double) throws {
        let lengths =
            Array(stride(from: 0.0, through: 1.5, by: 0.05)) + Array(stride(from: 1.75, through: 14, by: 0.25))
        let areas = try lengths.map { try area(ofTrail: $0, scale: scale) }
        #expect(areas[0] < 0.1)
        for index in areas.indices.dropFirst() {
            let step = areas[index] - areas[index - 1]
            // A point more of length adds at most half a disc and twelve points.
            #expect(step > -0.3 && step < (lengths[index] - lengths[index - 1]) * 24 + 0.3, "\(lengths[index])")
        }
        // Half a disc at the head, and a triangle that fades.
        #expect(abs((areas.last ?? 0) - (.pi * 18 + 14 * 12.0 / 3)) < 4)
    }

    @Test func `a trail covers the same area at twice the scale`() throws {
        for length in [0.1, 0.3, 0.45, 0.5, 0.75, 1, 1.1, 2, 6, 12] {
            let (one, two) = (try area(ofTrail: length, scale: 1), try area(ofTrail: length, scale: 2))
            #expect(abs(one - two) < 1 + one / 40, "\(length): \(one), \(two)")
        }
    }
}
