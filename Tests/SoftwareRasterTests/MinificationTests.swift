import EffectModel
import Foundation
import Testing

@testable import SoftwareRaster

/// Minified pictures, compared with the exact mean over each canvas pixel.
struct MinificationTests {
    /// A picture like an emoji: opaque pieces of a few pixels with smooth edges on a transparent background.
    private static let pieces: Picture = {
        let (width, height) = (118, 120)
        var dice = Dice(5)
        let discs = (0..<40).map { _ in
            (
                middle: SIMD2(dice.number(6...112), dice.number(6...114)), radius: dice.number(3...13),
                color: SIMD3(dice.number(0...255), dice.number(0...255), dice.number(0...255))
            )
        }
        let pixels = (0..<width * height).map { index in
            var (color, alpha) = (SIMD3(0.0, 0, 0), 0.0)
            for disc in discs {
                let way = SIMD2(Double(index % width) + 0.5, Double(index / width) + 0.5) - disc.middle
                let share = min(1, max(0, disc.radius - (way * way).sum().squareRoot() + 0.5))
                color = color * (1 - share) + disc.color * share
                alpha = alpha * (1 - share) + 255 * share
            }
            let bytes = SIMD3<UInt32>(color.rounded(.down))
            return bytes.x | bytes.y << 8 | bytes.z << 16 | UInt32(alpha.rounded(.up)) << 24
        }
        return Picture(width: width, height: height, pixels: pixels)
    }()

    /// Returns the mean over each canvas pixel, sampled several times per picture pixel.
    private func means(_ item: DrawList.Item, side: Int) -> [SIMD4<Double>] {
        let places = min(40, max(4, Int(3 / item.scale.x)))
        let (picture, size) = (Self.pieces.levels[0], SIMD2(118.0, 120))
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        return (0..<side * side).map { index in
            var sum = SIMD4<Double>()
            for place in 0..<places * places {
                let within = SIMD2(Double(place % places) + 0.5, Double(place / places) + 0.5) / Double(places)
                let way = SIMD2(Double(index % side), Double(index / side)) + within - item.position
                let turned = SIMD2(cosine * way.x + sine * way.y, cosine * way.y - sine * way.x)
                let pixel = turned / item.scale + size / 2
                guard pixel.min() >= 0, pixel.x < size.x, pixel.y < size.y else { continue }
                sum += Canvases.channels(picture.pixels[Int(pixel.y) * picture.width + Int(pixel.x)])
            }
            return sum / Double(places * places)
        }
    }

    private func difference(_ drawn: [SIMD4<Double>], _ exact: [SIMD4<Double>]) -> Double {
        let pairs = zip(drawn, exact).filter { max($0.w, $1.w) > 0.5 }
        let sum = pairs.reduce(0.0) { sum, pair in
            let off = pair.0 - pair.1
            return sum + abs(off.x) + abs(off.y) + abs(off.z) + abs(off.w)
        }
        return sum / Double(4 * max(1, pairs.count))
    }

    @Test(arguments: [8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 80, 96, 112, 128, 160])
    func `a minified picture is within four levels of the mean at any angle and depth`(_ size: Double) throws {
        let sprite = try Canvases.sprite(Self.pieces)
        let shape = try #require(PictureShape(sprite))
        let side = Int(size * 1.5) + 4
        var dice = Dice(UInt64(size))
        for angle in [0, 0, 0.4, 2] {
            let middle = SIMD2(repeating: Double(side) / 2) + SIMD2(dice.number(0...1), dice.number(0...1))
            let item = Canvases.item(at: middle, scale: SIMD2(repeating: size / 120), rotation: angle)
            let exact = means(item, side: side)
            var (narrow, wide) = (Bitmap(width: side, height: side), WideBitmap(width: side, height: side))
            var filler = PictureFiller()
            filler.draw(shape, item: item, blend: .normal, on: &narrow)
            filler.draw(shape, item: item, blend: .normal, on: &wide)
            let wideChannels = wide.pixels.map {
                SIMD4<Double>(unsafeBitCast($0, to: SIMD4<UInt16>.self)) / 257
            }
            #expect(difference(narrow.pixels.map(Canvases.channels), exact) <= 4)
            #expect(difference(wideChannels, exact) <= 4)
        }
    }

    /// Columns of three pixels, black and white.
    @Test func `a bias changes the sampled size, and trilinear filtering is softer`() throws {
        let pixels = (0..<64 * 64).map { $0 % 64 / 3 % 2 == 0 ? UInt32(0xFFFF_FFFF) : 0xFF00_0000 }
        let picture = Picture(width: 64, height: 64, pixels: pixels)
        func spread(_ filter: Sprite.Sampling.Filter, _ bias: Double) throws -> UInt32 {
            let sprite = try Canvases.sprite(picture, Canvases.sampling(filter, bias: bias))
            let item = Canvases.item(at: [20.25, 20], scale: [0.25, 0.25])
            let bitmap = Canvases.drawn([Canvases.group([item])], [sprite])
            let reds = (14..<26).map { bitmap.pixels[20 * 40 + $0] & 0xFF }
            return (reds.max() ?? 0) - (reds.min() ?? 0)
        }
        let spreads = try [-3, 0, 2].map { try spread(.linear, $0) }
        #expect(zip(spreads, spreads.dropFirst()).allSatisfy { $0 > $1 }, "\(spreads)")
        #expect(try spread(.linear, 9) < 16)
        #expect(try spread(.trilinear, 0) < spread(.linear, 0))
    }
}
