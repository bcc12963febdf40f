import EffectModel
import TestSupport
import Testing

@testable import SoftwareRaster

struct BitmapCoverageTests {
    private func bitmap(_ seed: UInt64, _ background: Canvas.Background = .transparent) throws -> Bitmap {
        var dice = Dice(seed)
        let sprites = [
            try Canvases.sprite(shape: "circle", size: [12, 12]), try Canvases.sprite(shape: "star", size: [20, 20]),
        ]
        let items = (0..<dice.whole(0...8)).map { _ in
            Canvases.item(
                dice.whole(0...1),
                at: SIMD2(dice.number(-10...50), dice.number(-10...50)),
                rotation: dice.number(0...6),
                color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())
            )
        }
        return Canvases.drawn([Canvases.group(items)], sprites, background: background)
    }

    @Test(arguments: UInt64(0)..<50)
    func `coverage over a transparent background is the sum of alpha`(_ seed: UInt64) throws {
        let bitmap = try bitmap(seed)
        #expect(bitmap.coverage == bitmap.pixels.reduce(0) { $0 + Int($1 >> 24) })
    }

    @Test(arguments: UInt64(0)..<20)
    func `a difference sums all channels at the points of a grid`(_ seed: UInt64) throws {
        let (one, other) = (try bitmap(seed), try bitmap(seed + 100))
        // Canvases are small, so the grid contains every pixel.
        var sum = 0
        for (mine, theirs) in zip(one.pixels, other.pixels) {
            for shift: UInt32 in [0, 8, 16, 24] { sum += abs(Int(mine >> shift & 255) - Int(theirs >> shift & 255)) }
        }
        #expect(one.difference(from: other) == sum && other.difference(from: one) == sum)
        #expect(one.difference(from: one) == 0)
        #expect(sum > 0)
    }
}
