import EffectModel
import Foundation
import Testing

@testable import SoftwareRaster

struct WholeLayerTests {
    /// Returns a circle, a dot, a translucent picture and a square.
    private func sprites() throws -> [Sprite] {
        var dice = Dice(1)
        return [
            try Canvases.sprite(shape: "circle", size: [30, 30]), try Canvases.sprite(shape: "dot", size: [30, 30]),
            try Canvases.sprite(dice.picture(16, 16), size: [30, 30]),
            try Canvases.sprite(shape: "square", size: [8, 8]),
        ]
    }

    private func items(_ dice: inout Dice) -> [DrawList.Item] {
        (0..<12).map { _ in
            Canvases.item(
                dice.whole(0...3),
                at: SIMD2(dice.number(0...40), dice.number(0...40)),
                scale: SIMD2(repeating: dice.number(0.2...1)),
                rotation: dice.number(0...6),
                color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())
            )
        }
    }

    /// Returns a random mask or `nil`.
    private func mask(_ dice: inout Dice) -> DrawList.Mask? {
        dice.pick([
            nil,
            DrawList.Mask(
                sprite: dice.whole(0...2),
                position: SIMD2(dice.number(0...40), dice.number(0...40)),
                scale: SIMD2(dice.number(0.3...2), dice.number(0.3...2)),
                rotation: dice.number(0...6),
                alpha: dice.pick([1, 0.5]),
                isInverted: dice.pick([false, true])
            ),
        ])
    }

    /// Reference: blends by definition, in floating point 0...1.
    private func blended(_ s: SIMD4<Double>, _ d: SIMD4<Double>, _ blend: DrawList.Blend) -> SIMD4<Double> {
        switch blend {
        case .normal: s + d * (1 - s.w)
        case .add: pointwiseMin(s + d, SIMD4(repeating: 1))
        case .screen: s + d - s * d
        case .maximum: pointwiseMax(s, d)
        }
    }

    /// A copy of the canvas per row would cost the square of the layer's height.
    @Test(arguments: [8, 9, 10, 11]) func `compositing a layer copies no canvas`(_ side: Int) throws {
        let sprites = try [Canvases.sprite(shape: "square", size: [1, 1])]
        var rasterizer = Rasterizer(width: 64, height: 64, background: .transparent, sprites: sprites)
        let item = Canvases.item(0, at: SIMD2(30, 30), scale: SIMD2(repeating: Double(side)))
        var (one, other) = (Canvases.group([item]), Canvases.group([item]))
        (one.opacity, other.opacity, other.blend) = (0.5, 0.5, .add)
        func place() -> UnsafePointer<UInt32>? { rasterizer.bitmap.pixels.withUnsafeBufferPointer(\.baseAddress) }
        for groups in [[one], [one, other]] {
            rasterizer.draw(DrawList(time: 0, groups: groups))
            let before = place()
            rasterizer.draw(DrawList(time: 0, groups: groups))
            #expect(place() == before && rasterizer.bitmap.pixels[30 * 64 + 30] != 0, "\(groups.count)")
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `a whole layer is drawn, masked, faded and composited in that order`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let sprites = try sprites()
        let below = Canvases.group(items(&dice))
        let blend = dice.pick(DrawList.Blend.allCases)
        let composite = dice.pick([nil] + DrawList.Blend.allCases)
        let opacity = dice.pick([1, 0.75, 0.2])
        let mask = mask(&dice)
        let above = items(&dice)
        let found = Canvases.drawn(
            [below, Canvases.group(above, blend, opacity: opacity, composite: composite, mask: mask)],
            sprites
        )

        // The expected image, made by separately tested steps.
        let backgroundColor = Canvases.drawn([below], sprites)
        let layer = Canvases.drawn([Canvases.group(above, blend)], sprites)
        let seen = mask.map {
            let item = Canvases.item(
                $0.sprite,
                at: $0.position,
                scale: $0.scale,
                rotation: $0.rotation,
                color: SIMD4(1, 1, 1, $0.alpha)
            )
            return Canvases.drawn([Canvases.group([item])], sprites)
        }
        let isWhole = opacity < 1 || composite != nil || mask != nil
        guard isWhole else { return }
        var worst = 0.0
        for index in found.pixels.indices {
            var source = Canvases.channels(layer.pixels[index]) / 255
            if let seen, let mask {
                let alpha = Double(seen.pixels[index] >> 24) / 255
                source *= mask.isInverted ? 1 - alpha : alpha
            }
            let exact = blended(
                source * opacity,
                Canvases.channels(backgroundColor.pixels[index]) / 255,
                composite ?? blend
            )
            let off = Canvases.channels(found.pixels[index]) - exact * 255
            worst = max(worst, off.max(), (-off).max())
        }
        // Rounded three times: masked, faded, blended.
        #expect(worst <= 1.6)
        let isSound = found.pixels.allSatisfy(Canvases.isPremultiplied)
        #expect(isSound)
    }

    @Test func `a mask hides its outside, and an inverted mask its inside`() throws {
        let sprites = try sprites()
        let item = Canvases.item(3, at: [20, 20], scale: [5, 5])
        let mask = DrawList.Mask(sprite: 3, position: [10, 12], scale: [1, 1], rotation: 0)
        var inverse = mask
        inverse.isInverted = true
        let shown = Canvases.drawn([Canvases.group([item], mask: mask)], sprites)
        let hidden = Canvases.drawn([Canvases.group([item], mask: inverse)], sprites)
        for y in 0..<40 {
            for x in 0..<40 {
                let isMasked = (6..<14).contains(x) && (8..<16).contains(y)
                #expect(shown.pixels[y * 40 + x] == (isMasked ? 0xFFFF_FFFF : 0))
                #expect(hidden.pixels[y * 40 + x] == (isMasked ? 0 : 0xFFFF_FFFF))
            }
        }
        #expect(shown.shownBox?.x == 6..<14 && shown.shownBox?.y == 8..<16)
    }

    @Test func `a mask leaves no state for the next layer or frame`() throws {
        let sprites = try sprites()
        var dice = Dice(4)
        let mask = DrawList.Mask(sprite: 0, position: [30, 8], scale: [1, 0.5], rotation: 1)
        let masked = Canvases.group(items(&dice), mask: mask)
        var other = Canvases.group(items(&dice), .screen, opacity: 0.5, mask: mask)
        other.mask?.position = [5, 35]
        var rasterizer = Rasterizer(width: 40, height: 40, background: .transparent, sprites: sprites)
        rasterizer.draw(DrawList(time: 0, groups: [masked, other]))
        var stopped = 0
        rasterizer.draw(
            DrawList(
                time: 0,
                groups: [Canvases.group(Array(repeating: masked.items, count: 9).flatMap { $0 }, mask: mask)]
            ),
            unless: {
                stopped += 1
                return true
            }
        )
        #expect(stopped > 0)
        rasterizer.draw(DrawList(time: 0, groups: [other]))
        let isSame = rasterizer.bitmap.pixels == Canvases.drawn([other], sprites).pixels
        #expect(isSame)
    }

    @Test func `a layer with opacity 0 or a missing mask sprite is not drawn`() throws {
        let sprites = try sprites()
        let item = Canvases.item(0, at: [20, 20])
        let gone = Canvases.drawn([Canvases.group([item], opacity: 0)], sprites)
        #expect(gone.shownBox == nil)
        let nowhere = DrawList.Mask(sprite: 77, position: [20, 20], scale: [1, 1], rotation: 0)
        #expect(Canvases.drawn([Canvases.group([item], mask: nowhere)], sprites).shownBox == nil)
    }

    @Test(arguments: DrawList.Blend.allCases)
    func `every blend of every kind of sprite matches the blend of each pixel`(_ blend: DrawList.Blend) throws {
        let sprites = try sprites()
        var dice = Dice(8)
        let below = Canvases.group(items(&dice))
        let backgroundColor = Canvases.drawn([below], sprites)
        for sprite in sprites.indices {
            let item = Canvases.item(
                sprite,
                at: [19.3, 20.6],
                scale: [1.1, 0.9],
                rotation: 0.5,
                color: [1, 0.6, 0.3, 0.7]
            )
            let alone = Canvases.drawn([Canvases.group([item])], sprites)
            let found = Canvases.drawn([below, Canvases.group([item], blend)], sprites)
            let isSame = found.pixels.indices.allSatisfy {
                found.pixels[$0]
                    == Pixel.blended(alone.pixels[$0], destination: backgroundColor.pixels[$0], blend: blend)
            }
            #expect(isSame)
        }
    }

    @Test(arguments: DrawList.Blend.allCases)
    func `a part of a layer is unaffected by invisible parts`(_ blend: DrawList.Blend)
        throws
    {
        let sprites = try sprites()
        var dice = Dice(11)
        let below = Canvases.group(items(&dice))
        func part(_ items: [DrawList.Item], _ blend: DrawList.Blend) -> DrawList.Group {
            DrawList.Group(layer: 1, opacity: 0.4, blend: blend, items: items, run: 3)
        }
        let light = part(items(&dice), blend)
        // Just off the canvas, like a particle that is barely not culled.
        let unseen = part([Canvases.item(0, at: [-30, -30])], .normal)
        let alone = Canvases.drawn([below, light], sprites)
        for groups in [[light, unseen], [unseen, light], [unseen, light, unseen]] {
            let isSame = Canvases.drawn([below] + groups, sprites).pixels == alone.pixels
            #expect(isSame)
        }
    }

    /// Parts with their own blends, faded as a whole: a fraction of the difference they make.
    @Test(arguments: UInt64(0)..<60)
    func `parts of one layer are faded and masked as a whole`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let sprites = try sprites()
        let below = Canvases.group(items(&dice))
        let opacity = dice.pick([1, 0.75, 0.2])
        let mask = mask(&dice)
        var parts = (0..<3).map { _ in
            DrawList.Group(layer: 1, opacity: 1, blend: dice.pick(DrawList.Blend.allCases), items: items(&dice), run: 7)
        }
        let before = Canvases.drawn([below], sprites)
        let full = Canvases.drawn([below] + parts, sprites)
        for index in parts.indices { (parts[index].opacity, parts[index].mask) = (opacity, mask) }
        let found = Canvases.drawn([below] + parts, sprites)
        var share = [UInt32](repeating: 255, count: found.pixels.count)
        if let mask {
            let item = Canvases.item(
                mask.sprite,
                at: mask.position,
                scale: mask.scale,
                rotation: mask.rotation,
                color: SIMD4(1, 1, 1, mask.alpha)
            )
            let drawn = Canvases.drawn([Canvases.group([item])], sprites)
            share = drawn.pixels.map { mask.isInverted ? 255 - $0 >> 24 : $0 >> 24 }
        }
        for index in found.pixels.indices {
            for shift in [UInt32(0), 8, 16, 24] {
                func value(_ bitmap: Bitmap) -> Double { Double(bitmap.pixels[index] >> shift & 0xFF) }
                let part = Double(share[index]) / 255 * opacity
                let wanted = value(before) + (value(full) - value(before)) * part
                // Each part is rounded separately.
                #expect(abs(value(found) - wanted) <= 4, "\(index)")
            }
        }
    }
}
