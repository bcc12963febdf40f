import EffectModel
import Testing

@testable import SoftwareRaster

struct SamePixelsTests {
    /// Checks reproducibility, not correctness: debug and release builds on any machine yield the same pixels. A change
    /// that moves pixels on purpose updates the hash and explains why.
    @Test func `pictures, dots, masks and layers have the same pixels in every build`() throws {
        var dice = Dice(2026)
        let picture = dice.smoothPicture(48, 32)
        var sprites = try Sprite.Sampling.Filter.allCases.map { filter in
            try Canvases.sprite(picture, size: [24, 16], Canvases.sampling(filter))
        }
        let part = UnitRectangle(origin: SIMD2(0.25, 0.5), size: SIMD2(0.5, 0.25))
        sprites.append(try Canvases.sprite(picture, size: [48, 64], part: part))
        sprites.append(try Canvases.sprite(shape: "dot", size: [12, 12]))
        sprites.append(try Canvases.sprite(shape: "dot", size: [24, 24], part: part))
        // Multiples of small powers of two, which are exact before the rasterizer rounds.
        func number(_ range: ClosedRange<Int>, _ unit: Double) -> Double { Double(dice.whole(range)) * unit }
        let groups = DrawList.Blend.allCases.map { blend in
            let items = (0..<40).map { _ in
                Canvases.item(
                    dice.whole(0...5),
                    at: SIMD2(number(0...25_600, 1 / 256), number(0...25_600, 1 / 256)),
                    scale: SIMD2(number(1...160, 1 / 64), number(-160...160, 1 / 64)),
                    skew: number(-8...8, 1 / 16),
                    rotation: number(-400...400, 1 / 64),
                    color: SIMD4(number(0...64, 1 / 64), number(0...64, 1 / 64), 1, number(8...64, 1 / 64))
                )
            }
            let mask = DrawList.Mask(
                sprite: dice.whole(0...5),
                position: SIMD2(number(0...100, 1), number(0...100, 1)),
                scale: [3, 3],
                rotation: 0.5,
                isInverted: blend == .add
            )
            return Canvases.group(items, blend, opacity: 0.75, mask: blend == .normal ? nil : mask)
        }
        let bitmap = Canvases.drawn(groups, sprites, width: 100, height: 100)
        // FNV-1a over the pixels.
        let hash = bitmap.pixels.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        #expect(String(hash, radix: 16) == "8cd9b48758eb1b1c")
    }
}
