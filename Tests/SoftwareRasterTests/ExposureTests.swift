import EffectModel
import Foundation
import TestSupport
import Testing

@testable import SoftwareRaster

/// Frames that are the mean light of several moments.
struct ExposureTests {
    private static let grounds: [Canvas.Background] = {
        let (sky, gold) = (Color(SIMD4(0.2, 0.4, 0.6, 1)), Color(SIMD4(1, 0.84, 0, 1)))
        return [
            .transparent, .color(sky), .color(Color(SIMD4(0.2, 0.4, 0.6, 0.5))),
            .gradient(Gradient.axial([sky, gold], angle: 1, over: SIMD2(60, 40))),
        ]
    }()

    private func light(_ value: UInt32) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private func shown(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }

    /// Premultiplied linear light and alpha of a pixel.
    private func light(ofPixel pixel: UInt32) -> SIMD4<Double> {
        let alpha = Double(pixel >> 24) / 255
        guard alpha > 0 else { return .zero }
        let channels = (0..<3).map { channel in
            light(UInt32(min(255, (Double(pixel >> UInt32(8 * channel) & 0xFF) / alpha).rounded()))) * alpha
        }
        return SIMD4(channels[0], channels[1], channels[2], alpha)
    }

    @Test(arguments: grounds.indices, UInt64(0)..<6)
    func `a frame is the mean of its moments in linear light`(_ ground: Int, _ seed: UInt64) throws {
        var dice = Dice(seed)
        let sprites = [
            try Canvases.sprite(shape: "square", size: [12, 12]), try Canvases.sprite(shape: "dot", size: [20, 20]),
        ]
        let moments = (0..<8).map { _ in
            let items = (0..<3).map { _ in
                Canvases.item(
                    dice.whole(0...1),
                    at: SIMD2(60 * dice.unit(), 40 * dice.unit()),
                    scale: SIMD2(1, 1),
                    rotation: dice.unit(),
                    color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.pick([1, 0.5]))
                )
            }
            return DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: items)])
        }
        var rasterizer = Rasterizer(width: 60, height: 40, background: Self.grounds[ground], sprites: sprites)
        var sums = [SIMD4<Double>](repeating: .zero, count: 60 * 40)
        for moment in moments {
            rasterizer.draw(moment)
            for place in sums.indices { sums[place] += light(ofPixel: rasterizer.bitmap.pixels[place]) / 8 }
        }
        // Twice, since memory is used again.
        rasterizer.draw(moments)
        let first = rasterizer.bitmap.pixels
        rasterizer.draw(moments)
        #expect(rasterizer.bitmap.pixels == first)
        for (pixel, sum) in zip(first, sums) {
            #expect(abs(Double(pixel >> 24) - 255 * sum.w) <= 0.51)
            for channel in 0..<3 where sum.w > 0.02 {
                let value = Double(pixel >> UInt32(8 * channel) & 0xFF)
                // The straight color is rounded, then premultiplied and rounded again.
                #expect(abs(value - shown(sum[channel] / sum.w) * sum.w) <= 1.3)
            }
        }
        rasterizer.draw(DrawList(time: 0, groups: []))
        var empty = Rasterizer(width: 60, height: 40, background: Self.grounds[ground], sprites: sprites)
        empty.draw(DrawList(time: 0, groups: []))
        #expect(rasterizer.bitmap.pixels == empty.bitmap.pixels)
    }

    @Test func `what stands still is as sharp as in a single moment`() throws {
        let sprites = [try Canvases.sprite(shape: "star", size: [30, 30])]
        let item = Canvases.item(
            0,
            at: SIMD2(30, 20),
            scale: SIMD2(1, 1),
            rotation: 0.3,
            color: SIMD4(0.8, 0.5, 0.2, 1)
        )
        let list = DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])])
        for ground in Self.grounds {
            var rasterizer = Rasterizer(width: 60, height: 40, background: ground, sprites: sprites)
            rasterizer.draw(list)
            let sharp = rasterizer.bitmap.pixels
            rasterizer.draw(Array(repeating: list, count: 8))
            for (pixel, other) in zip(rasterizer.bitmap.pixels, sharp) {
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    let (value, wanted) = (Int(pixel >> shift & 0xFF), Int(other >> shift & 0xFF))
                    #expect(abs(value - wanted) <= 1)
                }
            }
        }
    }
}

extension Rasterizer {
    /// Draws the mean light of several moments.
    fileprivate mutating func draw(_ moments: [DrawList]) {
        for moment in moments { _ = expose(moment) }
        develop()
    }
}
