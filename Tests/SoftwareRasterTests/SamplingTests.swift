import EffectModel
import Foundation
import Testing

@testable import SoftwareRaster

struct SamplingTests {
    /// A reference sampler in floating point, one position at a time.
    private struct Reference {
        let picture: Picture
        let sprite: Sprite
        let item: DrawList.Item

        /// Converts canvas to sprite units by solving position + R·K·S·s = p.
        func units(_ p: SIMD2<Double>) -> SIMD2<Double> {
            let d = p - item.position
            let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
            let turned = SIMD2(cosine * d.x + sine * d.y, -sine * d.x + cosine * d.y)
            return SIMD2(turned.x - item.skew * turned.y, turned.y) / item.scale
        }

        /// Converts to fractions of the whole picture.
        func share(_ p: SIMD2<Double>) -> SIMD2<Double> {
            units(p) / sprite.asset.size + sprite.part.origin + sprite.part.size / 2
        }

        /// Picture pixels per canvas pixel, as a power of two.
        var level: Double {
            let step = [SIMD2(1.0, 0), SIMD2(0, 1)].map {
                (share(item.position + $0) - share(item.position))
                    * SIMD2(Double(picture.width), Double(picture.height))
            }
            return log2(abs(step[0].x * step[1].y - step[0].y * step[1].x).squareRoot())
        }

        func linear(_ level: Int, _ p: SIMD2<Double>) -> SIMD4<Double> {
            let level = picture.levels[level]
            let size = SIMD2(Double(level.width), Double(level.height))
            let place = share(p) * size - 0.5
            let corner = place.rounded(.down)
            let part = place - corner
            let low = sprite.part.origin * size
            let high = (sprite.part.origin + sprite.part.size) * size - 1
            func pixel(_ x: Double, _ y: Double) -> SIMD4<Double> {
                let (x, y) = (min(max(x, low.x), high.x), min(max(y, low.y), high.y))
                return Canvases.channels(level.pixels[Int(y) * level.width + Int(x)])
            }
            let above = pixel(corner.x, corner.y) * (1 - part.x) + pixel(corner.x + 1, corner.y) * part.x
            let below = pixel(corner.x, corner.y + 1) * (1 - part.x) + pixel(corner.x + 1, corner.y + 1) * part.x
            return above * (1 - part.y) + below * part.y
        }

        func nearest(_ p: SIMD2<Double>) -> SIMD4<Double> {
            let size = SIMD2(Double(picture.width), Double(picture.height))
            let place = (share(p) * size).rounded(.down)
            let low = sprite.part.origin * size
            let high = (sprite.part.origin + sprite.part.size) * size - 1
            let (x, y) = (min(max(place.x, low.x), high.x), min(max(place.y, low.y), high.y))
            return Canvases.channels(picture.levels[0].pixels[Int(y) * picture.width + Int(x)])
        }

        /// Whether the pixel around `p` is completely inside the box.
        func isInside(_ p: SIMD2<Double>) -> Bool {
            [SIMD2(-0.51, -0.51), [0.51, -0.51], [-0.51, 0.51], [0.51, 0.51]].allSatisfy {
                let s = units(p + $0) / sprite.size
                return abs(s.x) < 0.5 && abs(s.y) < 0.5
            }
        }

        /// Whether the nearest pixel is the same slightly to each side; otherwise rounding may choose either.
        func isClear(_ p: SIMD2<Double>) -> Bool {
            let size = SIMD2(Double(picture.width), Double(picture.height))
            let place = share(p) * size
            let part = place - place.rounded(.down)
            return part.min() > 0.005 && part.max() < 0.995
        }
    }

    private func check(
        _ seed: UInt64,
        _ filter: Sprite.Sampling.Filter,
        scales: ClosedRange<Double>,
        _ expected: (Reference, SIMD2<Double>) -> SIMD4<Double>?
    ) throws {
        var dice = Dice(seed)
        let picture = dice.smoothPicture(128, 64)
        let part = dice.pick([.whole, UnitRectangle(origin: SIMD2(0.25, 0.5), size: SIMD2(0.5, 0.5))])
        let sprite = try Canvases.sprite(picture, size: [100, 70], part: part, Canvases.sampling(filter))
        let item = Canvases.item(
            at: SIMD2(dice.number(20...40), dice.number(20...40)),
            scale: SIMD2(dice.number(scales), dice.number(scales) * dice.pick([1, -1])),
            skew: dice.number(-0.5...0.5),
            rotation: dice.number(-4...4)
        )
        let bitmap = Canvases.drawn([Canvases.group([item])], [sprite], width: 60, height: 60)
        let reference = Reference(picture: picture, sprite: sprite, item: item)
        var (seen, worst) = (0, 0.0)
        for y in 0..<60 {
            for x in 0..<60 {
                let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
                guard reference.isInside(p), let expected = expected(reference, p) else { continue }
                let found = Canvases.channels(bitmap.pixels[y * 60 + x])
                worst = max(worst, (found - expected).max(), (expected - found).max())
                seen += 1
            }
        }
        #expect(seen > 0 && worst <= 2, "off by \(worst) over \(seen) pixels")
    }

    @Test(arguments: UInt64(0)..<60)
    func `a magnified picture is the mean of the four pixels around each position`(_ seed: UInt64) throws {
        try check(seed, .linear, scales: 1.4...6) { reference, p in reference.linear(0, p) }
    }

    @Test(arguments: UInt64(0)..<60)
    func `trilinear filtering is the mean of the two nearest mipmap levels`(_ seed: UInt64) throws {
        try check(seed, .trilinear, scales: 0.12...0.7) { reference, p in
            let lower = reference.level.rounded(.down)
            let share = reference.level - lower
            return reference.linear(Int(lower), p) * (1 - share) + reference.linear(Int(lower) + 1, p) * share
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `nearest filtering is the pixel that contains the position at any scale`(_ seed: UInt64) throws {
        try check(seed, .nearest, scales: 0.2...4) { reference, p in
            reference.isClear(p) ? reference.nearest(p) : nil
        }
    }

    /// Frames of a sheet in disjoint colors: another frame's color reveals bleeding.
    @Test(arguments: [16, 20, 24, 30])
    func `a part never bleeds into its neighbors at any size and angle`(_ side: Int) throws {
        let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000]
        let pixels = (0..<3 * side * 3 * side).map { index in
            colors[(index % (3 * side) / side + index / (3 * side) / side) % 3]
        }
        let picture = Picture(width: 3 * side, height: 3 * side, pixels: pixels)
        var dice = Dice(UInt64(side))
        for filter in Sprite.Sampling.Filter.allCases {
            for column in 0..<3 {
                // A rounded third, as people write it.
                let third = 0.3333
                let part = UnitRectangle(
                    origin: SIMD2(Double(column) * third, third),
                    size: SIMD2(third, third)
                )
                let sprite = try Canvases.sprite(picture, part: part, Canvases.sampling(filter))
                for _ in 0..<40 {
                    let scale = pow(2, dice.number(-6...1))
                    let item = Canvases.item(
                        at: SIMD2(dice.number(15...25), dice.number(15...25)),
                        scale: SIMD2(scale, scale * dice.number(0.3...1)),
                        rotation: dice.number(0...7)
                    )
                    let bitmap = Canvases.drawn([Canvases.group([item])], [sprite])
                    let others = ~(colors[(column + 1) % 3] | 0xFF00_0000)
                    let isPure = bitmap.pixels.allSatisfy { $0 & others & 0x00FF_FFFF == 0 }
                    #expect(isPure, "\(filter) of column \(column) at \(scale)")
                }
            }
        }
    }

    @Test func `a part smaller than a pixel shows that pixel`() throws {
        var dice = Dice(3)
        let picture = dice.picture(8, 8, opaque: true)
        let part = UnitRectangle(origin: SIMD2(0.53, 0.28), size: SIMD2(0.01, 0.01))
        for filter in Sprite.Sampling.Filter.allCases {
            let sprite = try Canvases.sprite(picture, part: part, Canvases.sampling(filter))
            for scale in [1.0, 200, 1000] {
                let bitmap = Canvases.drawn(
                    [Canvases.group([Canvases.item(at: [20.5, 20.5], scale: [scale, scale])])],
                    [sprite]
                )
                let pixel = bitmap.pixels[20 * 40 + 20]
                if scale > 100 { #expect(pixel == picture.levels[0].pixels[2 * 8 + 4]) }
            }
        }
    }

    @Test func `a tinted picture is each pixel times the color, rounded once`() throws {
        var dice = Dice(11)
        let picture = dice.picture(40, 40)
        for _ in 0..<10 {
            let color = SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())
            let item = Canvases.item(at: [20, 20], color: color)
            let bitmap = Canvases.drawn([Canvases.group([item])], [try Canvases.sprite(picture)])
            var worst = 0.0
            for (found, pixel) in zip(bitmap.pixels, picture.levels[0].pixels) {
                let factors = SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
                let off = Canvases.channels(found) - Canvases.channels(pixel) * factors
                worst = max(worst, off.max(), (-off).max())
            }
            #expect(worst < 0.51)
        }
    }
}
