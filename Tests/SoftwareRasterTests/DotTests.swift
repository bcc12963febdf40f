import EffectModel
import Foundation
import Testing

@testable import SoftwareRaster

struct DotTests {
    /// Reference: 1 − smoothstep(0.10, 0.95, r) by definition.
    private func alpha(_ radius: Double) -> Double {
        let t = min(1, max(0, (radius - 0.10) / (0.95 - 0.10)))
        return 1 - (3 * t * t - 2 * t * t * t)
    }

    /// Integral of alpha over a circle of radius 1: 2π ∫ r·alpha(r) dr.
    private let light = 0.979392

    private func sum(_ bitmap: Bitmap) -> Double { bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

    @Test(arguments: UInt64(0)..<100)
    func `a dot's pixels have the alpha at their centers for any stretch and rotation`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let size = SIMD2(dice.number(8...60), dice.number(8...60))
        let scale = SIMD2(dice.number(0.8...2), dice.number(0.8...2) * dice.pick([1, -1]))
        let (skew, angle) = (dice.number(-0.5...0.5), dice.number(-7...7))
        let position = SIMD2(dice.number(-10...50), dice.number(-10...50))
        let color = SIMD4(1, 0.5, 0.25, dice.number(0.1...1))
        let item = Canvases.item(at: position, scale: scale, skew: skew, rotation: angle, color: color)
        let bitmap = Canvases.drawn([Canvases.group([item])], [try Canvases.sprite(shape: "dot", size: size)])
        var worst = 0.0
        for y in 0..<40 {
            for x in 0..<40 {
                let d = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - position
                let turned = SIMD2(cos(angle) * d.x + sin(angle) * d.y, -sin(angle) * d.x + cos(angle) * d.y)
                let s = SIMD2(turned.x - skew * turned.y, turned.y) / scale / (size / 2)
                let exact = alpha((s * s).sum().squareRoot()) * color.w * 255 * SIMD4(1, 0.5, 0.25, 1)
                let off = Canvases.channels(bitmap.pixels[y * 40 + x]) - exact
                worst = max(worst, off.max(), (-off).max())
            }
        }
        #expect(worst <= 1.2)
    }

    /// Rounding changes at most eight levels of 255 over a spot of a dozen pixels.
    @Test(arguments: [0.2, 0.5, 1, 1.3, 2, 3, 3.9, 4.1, 6])
    func `a star keeps its total light at any subpixel position`(_ diameter: Double) throws {
        let sprite = try Canvases.sprite(shape: "dot", size: [10, 10])
        let expected = light * diameter * diameter / 4
        for step in 0..<64 {
            let place = SIMD2(20 + Double(step % 8) / 8, 20 + Double(step / 8) / 8)
            let item = Canvases.item(at: place, scale: [diameter / 10, diameter / 10])
            let found = sum(Canvases.drawn([Canvases.group([item])], [sprite]))
            #expect(abs(found / expected - 1) < 0.02 + 0.03 / expected, "\(found) for \(expected) at \(place)")
        }
    }

    @Test func `a nearly edge-on disc is a thin line with the remaining light`() throws {
        let sprite = try Canvases.sprite(shape: "dot", size: [30, 30])
        for angle in [0, 0.3, 0.785, 1.2] {
            for flat in [0.2, 0.05, 0.01] {
                let item = Canvases.item(at: [20.3, 19.8], scale: [1, flat], rotation: angle)
                let found = sum(Canvases.drawn([Canvases.group([item])], [sprite]))
                #expect(abs(found / (light * 225 * flat) - 1) < 0.06)
            }
            let edge = Canvases.item(at: [20.3, 19.8], scale: [1, 0], rotation: angle)
            #expect(sum(Canvases.drawn([Canvases.group([edge])], [sprite])) == 0)
        }
    }

    @Test func `a dot much larger than the canvas is uniform there`() throws {
        let sprite = try Canvases.sprite(shape: "dot", size: [2000, 2000])
        for scale in [1.0, 1e3, 1e6] {
            let item = Canvases.item(at: [20 + 400 * scale, 20], scale: [scale, scale])
            let bitmap = Canvases.drawn([Canvases.group([item])], [sprite])
            let exact = alpha(0.4) * 255
            #expect(bitmap.pixels.allSatisfy { abs(Double($0 >> 24) - exact) < (scale > 1 ? 1.1 : 12) })
        }
    }

    @Test func `lights add up in any order and only brighten pixels`() throws {
        var dice = Dice(5)
        let sprite = try Canvases.sprite(shape: "dot", size: [12, 12])
        let items = (0..<60).map { _ in
            Canvases.item(
                at: SIMD2(dice.number(0...40), dice.number(0...40)),
                scale: SIMD2(repeating: dice.number(0.1...2)),
                color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())
            )
        }
        let bitmap = Canvases.drawn([Canvases.group(items, .add)], [sprite])
        let isSound = bitmap.pixels.allSatisfy(Canvases.isPremultiplied)
        #expect(isSound)
        let reversed = Canvases.drawn([Canvases.group(items.reversed(), .add)], [sprite])
        let isSame = reversed.pixels == bitmap.pixels
        #expect(isSame)
        // Each light brightens a pixel or leaves it unchanged.
        var before = Canvases.drawn([], [sprite])
        for count in [10, 30, 60] {
            let after = Canvases.drawn([Canvases.group(Array(items[..<count]), .add)], [sprite])
            let isLighter = zip(before.pixels, after.pixels).allSatisfy { old, new in
                (Canvases.channels(new) - Canvases.channels(old)).min() >= 0
            }
            #expect(isLighter)
            before = after
        }
    }

    @Test func `a part of a dot shows that part around the sprite's center`() throws {
        let whole = try Canvases.sprite(shape: "dot", size: [40, 40])
        let full = Canvases.drawn([Canvases.group([Canvases.item(at: [20, 20])])], [whole])
        let part = UnitRectangle(origin: SIMD2(0.25, 0), size: SIMD2(0.5, 0.25))
        let sprite = try Canvases.sprite(shape: "dot", size: [40, 40], part: part)
        #expect(sprite.size == SIMD2(20, 10) && sprite.middle == SIMD2(0, -15))
        let bitmap = Canvases.drawn([Canvases.group([Canvases.item(at: [20, 5])])], [sprite])
        for y in 0..<40 {
            for x in 0..<40 {
                let inside = (10..<30).contains(x) && y < 10
                #expect(bitmap.pixels[y * 40 + x] == (inside ? full.pixels[y * 40 + x] : 0))
            }
        }
    }
}
