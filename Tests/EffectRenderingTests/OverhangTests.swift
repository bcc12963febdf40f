import EffectCoding
import EffectModel
import EffectSimulation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing

/// Paths that exceed their `viewBox`, whose visible part is drawn even if the box is off the canvas.
struct OverhangTests {
    private enum Kind: CaseIterable { case sprite, emitter }

    private func bitmap(_ kind: Kind, _ asset: JSONValue, at place: SIMD2<Int>, turn: Double, side: Int) throws
        -> Bitmap
    {
        let position: JSONValue = [.number(Double(place.x)), .number(Double(place.y))]
        let layer: JSONValue
        switch kind {
        case .sprite:
            let transform: JSONValue = ["rotation": .number(turn), "scale": [1.5, 0.75]]
            layer = ["type": "sprite", "contents": asset, "position": position, "transform": transform]
        case .emitter:
            let cell: JSONValue = [
                "contents": asset, "lifetime": 4, "burst": ["count": 1], "rotation": .number(turn), "scale": 1.5,
            ]
            layer = ["emitterPosition": position, "emitterCells": [cell]]
        }
        let size: JSONValue = ["width": .number(Double(side)), "height": .number(Double(side))]
        let simulation = Simulation(try EffectSpec(json: ["canvas": size, "layers": [layer], "seed": 3]))
        var rasterizer = Rasterizer(width: side, height: side, background: .transparent, sprites: simulation.sprites)
        rasterizer.draw(simulation.drawList(at: 1))
        return rasterizer.bitmap
    }

    /// A small canvas shows the same pixels as the window of a large one.
    @Test(arguments: ["M-10 -10H20V20H-10Z", "M-60 0L-50 -4V4Z", "M30 0C90 0 90 40 4 80Z", "M2 2H8V8H2Z"])
    func `a path beyond its view box is drawn when the box is off the canvas`(_ path: String) throws {
        let asset: JSONValue = ["path": .string(path), "viewBox": [0, 0, 10, 10], "size": [10, 10]]
        let (side, margin) = (24, 140)
        let wide = side + 2 * margin
        for kind in Kind.allCases {
            var seenFromOutside = 0
            for step in 0..<240 {
                let place = SIMD2(step * 37 % 161 - 70, step * 53 % 173 - 70)
                let small = try bitmap(kind, asset, at: place, turn: Double(step), side: side)
                let large = try bitmap(kind, asset, at: place &+ margin, turn: Double(step), side: wide)
                var (different, shown) = (0, 0)
                for y in 0..<side {
                    for x in 0..<side {
                        let (a, b) = (small.pixels[y * side + x], large.pixels[(y + margin) * wide + x + margin])
                        if b != 0 { shown += 1 }
                        for shift: UInt32 in [0, 8, 16, 24]
                        where abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) > 4 {
                            different += 1
                        }
                    }
                }
                #expect(different == 0, "\(kind) at \(place)")
                let isOutside = place.x < -8 || place.y < -8 || place.x > side + 8 || place.y > side + 8
                if shown > 0, isOutside { seenFromOutside += 1 }
            }
            #expect(path.hasPrefix("M2") || seenFromOutside > 2, "\(kind): \(seenFromOutside)")
        }
    }
}
