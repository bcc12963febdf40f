import EffectModel
import Foundation
import Testing

@testable import SoftwareRaster

struct PictureTests {
    @Test(arguments: UInt64(0)..<8)
    func `a pixel-aligned picture at its own size is copied exactly`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let (width, height) = (dice.whole(1...33), dice.whole(1...33))
        let picture = dice.picture(width, height)
        for filter in Sprite.Sampling.Filter.allCases {
            let sprite = try Canvases.sprite(picture, Canvases.sampling(filter))
            // The center is between pixels for an even side, and on a pixel for an odd one.
            let corner = SIMD2(Double(dice.whole(-5...12)), Double(dice.whole(-5...12)))
            let middle = corner + SIMD2(Double(width), Double(height)) / 2
            // Draw lists have angles and scales rounded to a millionth.
            for angle in [0, 6.283185, -6.283185] {
                let item = Canvases.item(at: middle, scale: [1.000001, 0.999999], rotation: angle)
                let bitmap = Canvases.drawn([Canvases.group([item])], [sprite])
                for y in 0..<40 {
                    for x in 0..<40 {
                        let (u, v) = (x - Int(corner.x), y - Int(corner.y))
                        let inside = (0..<width).contains(u) && (0..<height).contains(v)
                        #expect(bitmap.pixels[y * 40 + x] == (inside ? picture.levels[0].pixels[v * width + u] : 0))
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<8)
    func `quarter turns and reflections permute pixels exactly`(_ number: Int) throws {
        var dice = Dice(UInt64(number))
        let picture = dice.picture(12, 12)
        let turns = number % 4
        let mirrored = number >= 4
        let item = Canvases.item(
            at: [20, 20],
            scale: [1, mirrored ? -1 : 1],
            rotation: (Double(turns) * 1.570796 * 1e6).rounded() / 1e6
        )
        let bitmap = Canvases.drawn([Canvases.group([item])], [try Canvases.sprite(picture)])
        for v in 0..<12 {
            for u in 0..<12 {
                // Offset from the center in half pixels.
                var place = SIMD2(2 * u - 11, (2 * v - 11) * (mirrored ? -1 : 1))
                for _ in 0..<turns { place = SIMD2(-place.y, place.x) }
                let (x, y) = ((place.x + 39) / 2, (place.y + 39) / 2)
                #expect(bitmap.pixels[y * 40 + x] == picture.levels[0].pixels[v * 12 + u])
            }
        }
    }

    @Test(arguments: [1, 3, 7, 8, 20])
    func `a picture cut into tiles is reassembled exactly`(_ side: Int) throws {
        var dice = Dice(7)
        let picture = dice.picture(40, 40, opaque: true)
        var sprites: [Sprite] = []
        var items: [DrawList.Item] = []
        for top in stride(from: 0, to: 40, by: side) {
            for left in stride(from: 0, to: 40, by: side) {
                let size = SIMD2(Double(min(side, 40 - left)), Double(min(side, 40 - top)))
                let origin = SIMD2(Double(left), Double(top))
                sprites.append(try Canvases.sprite(picture, part: UnitRectangle(origin: origin / 40, size: size / 40)))
                items.append(Canvases.item(sprites.count - 1, at: origin + size / 2))
            }
        }
        let bitmap = Canvases.drawn([Canvases.group(items)], sprites)
        let isSame = bitmap.pixels == picture.levels[0].pixels
        #expect(isSame)
    }

    @Test func `two pictures that share a slanted edge leave neither a gap nor a seam`() throws {
        let white = Picture(width: 8, height: 8, pixels: Array(repeating: 0xFFFF_FFFF, count: 64))
        let sprite = try Canvases.sprite(white)
        let angle = 0.4
        let step = SIMD2(cos(angle), sin(angle)) * 8
        let items = [
            Canvases.item(at: [16, 18], rotation: angle), Canvases.item(at: [16, 18] + step, rotation: angle),
        ]
        // Additive: the coverages of both in a pixel add up to one.
        let bitmap = Canvases.drawn([Canvases.group(items, .add)], [sprite])
        let middle = SIMD2(16.0, 18) + step / 2
        for offset in stride(from: -3.0, through: 3, by: 0.5) {
            let place = middle + SIMD2(-sin(angle), cos(angle)) * offset
            #expect(bitmap.pixels[Int(place.y) * 40 + Int(place.x)] >> 24 >= 254)
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `a picture of one color equals a rectangle of that color`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let size = SIMD2(dice.number(1...30), dice.number(1...30))
        let white = Picture(width: 3, height: 2, pixels: Array(repeating: 0xFFFF_FFFF, count: 6))
        let sprites = [try Canvases.sprite(white, size: size), try Canvases.sprite(shape: "rectangle", size: size)]
        let position = SIMD2(dice.number(-10...50), dice.number(-10...50))
        let scale = SIMD2(dice.number(0.01...2), dice.number(0.01...2))
        let (angle, color) = (dice.number(-7...7), SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit()))
        let blend = dice.pick(DrawList.Blend.allCases)
        let bitmaps = (0..<2).map { sprite in
            Canvases.drawn(
                [
                    Canvases.group(
                        [Canvases.item(sprite, at: position, scale: scale, rotation: angle, color: color)],
                        blend
                    )
                ],
                sprites
            )
        }
        #expect(Canvases.difference(bitmaps[0], bitmaps[1]) <= 2)
    }

    @Test(arguments: UInt64(0)..<120)
    func `pixels stay premultiplied for any matrix, filter, color and blend`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let picture = dice.picture(dice.whole(1...20), dice.whole(1...20))
        var sprites: [Sprite] = []
        for filter in Sprite.Sampling.Filter.allCases {
            let part = UnitRectangle(
                origin: SIMD2(dice.number(0...0.5), dice.number(0...0.5)),
                size: SIMD2(dice.number(0.01...0.5), dice.number(0.01...0.5))
            )
            sprites.append(
                try Canvases.sprite(picture, part: part, Canvases.sampling(filter, bias: dice.number(-3...3)))
            )
        }
        sprites.append(try Canvases.sprite(shape: "dot", size: [9, 5]))
        let groups = DrawList.Blend.allCases.map { blend in
            let items = (0..<8).map { _ in
                Canvases.item(
                    dice.whole(0...3),
                    at: SIMD2(dice.number(0...40), dice.number(0...40)),
                    scale: SIMD2(pow(10, dice.number(-2...1)), pow(10, dice.number(-2...1)) * dice.pick([1, -1])),
                    skew: dice.pick([0, dice.number(-2...2)]),
                    rotation: dice.number(-7...7),
                    color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())
                )
            }
            return Canvases.group(
                items,
                blend,
                opacity: dice.pick([1, 0.3]),
                composite: dice.pick([nil, .screen, .add])
            )
        }
        let bitmap = Canvases.drawn(groups, sprites)
        let isSound = bitmap.pixels.allSatisfy(Canvases.isPremultiplied)
        #expect(isSound)
    }

    @Test(arguments: UInt64(0)..<600)
    func `any draw list is safe`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let extremes = [
            0, 1e-300, 1e-12, 1e-6, 1e-3, 0.5, 1, 40, 1e3, 1e6, 1e9, 1e12, 1e18, 1e154, 1e300, .infinity, .nan,
        ]
        func number() -> Double { dice.pick(extremes) * dice.pick([1, -1, dice.number(0.5...2)]) }
        let picture = dice.picture(dice.pick([1, 2, 17, 64]), dice.pick([1, 3, 16]))
        var sampling = Canvases.sampling(dice.pick(Sprite.Sampling.Filter.allCases))
        sampling.minificationBias = number()
        let part = dice.pick([
            UnitRectangle.whole, UnitRectangle(origin: SIMD2(0.25, 0.5), size: SIMD2(0.25, 0.5)),
            UnitRectangle(origin: SIMD2(number(), number()), size: SIMD2(number(), number())),
        ])
        let sprites = [
            try Canvases.sprite(picture, part: part, sampling), try Canvases.sprite(shape: "dot", size: [12, 12]),
            try Canvases.sprite(shape: "dot", size: [12, 12], part: part),
        ]
        var items = (0..<12).map { index in
            Canvases.item(
                index % 3,
                at: dice.pick([SIMD2(number(), number()), SIMD2(dice.number(-9...29), dice.number(-9...29))]),
                scale: dice.pick([SIMD2(number(), number()), SIMD2(1, 1)]),
                skew: dice.pick([0, number()]),
                rotation: dice.pick([0, number(), dice.number(-3...3)]),
                color: dice.pick([SIMD4(1, 1, 1, 1), SIMD4(number(), number(), number(), number())])
            )
        }
        items.append(Canvases.item(-1, at: [5, 5]))
        items.append(Canvases.item(99, at: [5, 5]))
        let mask = DrawList.Mask(
            sprite: dice.pick([-1, 0, 1, 2, 3]),
            position: SIMD2(number(), number()),
            scale: SIMD2(number(), number()),
            rotation: number(),
            alpha: number(),
            isInverted: dice.pick([true, false])
        )
        let groups = [
            Canvases.group(items, dice.pick(DrawList.Blend.allCases)),
            Canvases.group(items, .add, opacity: number(), composite: .screen, mask: mask),
        ]
        let bitmap = Canvases.drawn(groups, sprites, width: 21, height: 13)
        let isSound = bitmap.pixels.allSatisfy(Canvases.isPremultiplied)
        #expect(isSound)
    }
}
