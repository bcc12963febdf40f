import CKernels
import EffectModel
import Memory
import Foundation
import TestSupport
import Testing

@testable import SoftwareRaster

/// Canvases with 16 bits per channel: fast loops compared with plain ones, and sums with exact ones.
struct WideCanvasTests {
    private static let grounds: [UInt32] = [0, 0xFF20_4060, 0x8040_2010]

    private func ink(_ dice: inout Dice) -> SIMD4<Double> {
        SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.pick([1, 0.5, 0.02, 0.003]))
    }

    @Test(arguments: Kernels.all, UInt64(0)..<100)
    func `small shapes cover the same as their edges`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let (width, height) = (dice.whole(1...48), dice.whole(1...48))
        let (left, top) = (dice.whole(0...20), dice.whole(0...3))
        let corners = (0..<dice.whole(3...12)).map { _ in
            SIMD2((left + dice.whole(0...width)) * 256, (top + dice.whole(0...height)) * 256)
                &- SIMD2(dice.whole(0...1), 0)
        }
        .map { SIMD2(max($0.x, left * 256), $0.y) }
        let (ink, blend) = (Ink(ink(&dice)), dice.pick(DrawList.Blend.allCases))
        var fast = WideBitmap(
            width: left + width + 30,
            height: top + height + 2,
            backgroundColor: dice.pick(Self.grounds)
        )
        var slow = fast
        for _ in 0..<dice.whole(1...4) {
            let box = PolygonFiller.PixelBox(left: left, top: top, right: left + width, bottom: top + height)
            let isDone = corners.withMemory { memory in
                [corners.count].withMemory { ends in
                    let contours = SmallShape.Contours(corners: memory, ends: ends, count: 1)
                    return SmallShape(RasterKernels(kernels.loops))
                        .fill(contours, box: box, ink: ink, blend: blend, on: &fast)
                }
            }
            #expect(isDone)
            var mask = CoverageMask()
            slow.withSurface { surface in
                mask.withWindow(left: left, top: top, width: width, rows: height) { window in
                    corners.withMemory { window.addContour($0, count: corners.count, isInside: false) }
                    Paint(ink: ink, rule: CoverageRule(isEvenOdd: false), blend: blend).sweep(window, onto: &surface)
                }
            }
        }
        #expect(fast.pixels.elementsEqual(slow.pixels))
        fast.erase()
        let isClear = fast.pixels.allSatisfy { $0 == fast.backgroundColor }
        #expect(isClear)
    }

    @Test(arguments: Kernels.all, UInt64(0)..<100)
    func `the fast path for axis-aligned pictures equals the general path`(_ kernels: Kernels, _ seed: UInt64) throws {
        var dice = Dice(seed)
        let sprite = try Canvases.sprite(dice.picture(dice.whole(1...40), dice.whole(1...40), opaque: seed % 2 == 0))
        let shape = try #require(PictureShape(sprite))
        var fast = WideBitmap(
            width: dice.whole(1...90),
            height: dice.whole(1...40),
            backgroundColor: dice.pick(Self.grounds)
        )
        var slow = fast
        var (filler, general) = (PictureFiller(UprightPicture(RasterKernels(kernels.loops))), PictureFiller(nil))
        let blend = dice.pick(DrawList.Blend.allCases)
        for _ in 0..<dice.whole(1...4) {
            let item = Canvases.item(
                at: SIMD2(dice.number(-12...100), dice.number(-12...50)),
                scale: dice.pick([SIMD2(1, 1), SIMD2(dice.number(0.05...4), dice.number(-4...4))]),
                color: dice.pick([SIMD4(1, 1, 1, 1), ink(&dice)])
            )
            filler.draw(shape, item: item, blend: blend, on: &fast)
            general.draw(shape, item: item, blend: blend, on: &slow)
        }
        #expect(fast.pixels.elementsEqual(slow.pixels))
    }

    @Test(arguments: UInt64(0)..<100)
    func `dots are the same for every instruction set`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let shape = DotShape(try Canvases.sprite(shape: "dot", size: [40, 40]))
        let blend = dice.pick(DrawList.Blend.allCases)
        let blank = WideBitmap(
            width: dice.whole(1...90),
            height: dice.whole(1...40),
            backgroundColor: dice.pick(Self.grounds)
        )
        let items = (0..<8).map { _ in
            Canvases.item(
                at: SIMD2(dice.number(-12...100), dice.number(-12...50)),
                scale: SIMD2(repeating: dice.number(0.02...2)),
                color: ink(&dice)
            )
        }
        let drawn = Kernels.all.map { kernels in
            var (canvas, filler) = (blank, DotFiller(RasterKernels(kernels.loops)))
            for item in items { filler.draw(shape, item: item, blend: blend, on: &canvas) }
            return Array(canvas.pixels)
        }
        #expect(drawn.allSatisfy { $0 == drawn[0] })
    }

    /// Alpha and straight color rounded to the nearest 255th, then premultiplied.
    @Test(arguments: Kernels.all, UInt64(0)..<50)
    func `pixels are rounded once`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        let (width, height) = (dice.whole(1...70), 3)
        var (wide, narrow) = (
            WideBitmap(width: width, height: height), Bitmap(width: width, height: height, recordsStraightColors: true)
        )
        for index in wide.pixels.indices {
            let alpha = dice.pick([0, 65_535, dice.whole(0...700), dice.whole(0...65_535)])
            let channels = SIMD4((0..<3).map { _ in UInt16(dice.whole(0...alpha)) } + [UInt16(alpha)])
            wide.pixels[index] = unsafeBitCast(channels, to: UInt64.self)
        }
        wide.withSurface { surface in for y in 0..<height { surface.touch(y, low: 0, high: width) } }
        wide.round(onto: &narrow, RasterKernels(kernels.loops))
        let marks = narrow.inkMarks.map { marks in (0..<marks.count).map { marks.colors[$0] } } ?? []
        #expect(marks.count == width * height)
        for (index, pixel) in wide.pixels.enumerated() where index < marks.count {
            let channels = SIMD4<Double>(unsafeBitCast(pixel, to: SIMD4<UInt16>.self))
            let alpha = (channels.w / 257).rounded()
            var expected: UInt32 = UInt32(alpha) << 24
            for channel in 0..<3 {
                let straight = channels.w > 0 ? (channels[channel] / channels.w * 255).rounded() : 0
                let found = Double(marks[index] >> UInt32(8 * channel) & 0xFF)
                // Either neighbor is valid halfway between.
                let isHalf = abs(channels[channel] / max(1, channels.w) * 255 - straight) > 0.499
                #expect(found == straight || isHalf && abs(found - straight) == 1)
                expected |= UInt32((found * alpha / 255).rounded()) << UInt32(8 * channel)
            }
            #expect(narrow.pixels[index] == expected)
        }
    }

    // MARK: Sums

    /// Reference: the premultiplied sum of soft dots, 0...1, without rounding.
    private func exact(
        _ items: [DrawList.Item],
        _ size: Double,
        _ blend: DrawList.Blend,
        _ backgroundColor: SIMD4<Double>,
        side: Int
    ) -> [SIMD4<Double>] {
        var pixels = Array(repeating: backgroundColor, count: side * side)
        for item in items {
            let radius = item.scale.x * size / 2
            for y in 0..<side {
                for x in 0..<side {
                    let way = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - item.position) / radius
                    let alpha = Sprite.dotAlpha(at: (way * way).sum().squareRoot()) * item.color.w
                    if alpha == 0 { continue }
                    let source = SIMD4(item.color.x, item.color.y, item.color.z, 1) * alpha
                    let below = pixels[y * side + x]
                    pixels[y * side + x] =
                        switch blend {
                        case .normal: source + below * (1 - alpha)
                        case .add: pointwiseMin(source + below, SIMD4(repeating: 1))
                        case .screen: source + below - source * below
                        case .maximum: pointwiseMax(source, below)
                        }
                }
            }
        }
        return pixels
    }

    /// Returns the largest difference from exact pixels over black and over white, in 255ths.
    private func worst(_ bitmap: Bitmap, _ exact: [SIMD4<Double>]) -> Double {
        var worst = 0.0
        for (index, exact) in exact.enumerated() {
            let alpha = Double(bitmap.pixels[index] >> 24)
            let known = bitmap.inkMarks.map { $0.colors[index] & 0xFF_FFFF } ?? bitmap.pixels[index]
            for channel in 0..<3 {
                let straight = Double(known >> UInt32(8 * channel) & 0xFF)
                let color = bitmap.inkMarks == nil ? straight : straight * alpha / 255
                worst = max(worst, abs(color - exact[channel] * 255))
                worst = max(worst, abs(color + 255 - alpha - (exact[channel] + 1 - exact.w) * 255))
            }
        }
        return worst
    }

    private func scene(_ seed: UInt64) -> (items: [DrawList.Item], blend: DrawList.Blend) {
        var dice = Dice(seed)
        let count = dice.pick([3, 30, 300, 1000])
        // All of one color, or of random colors.
        let one = dice.whole(0...1) == 0 ? SIMD4(dice.unit(), dice.unit(), dice.unit(), 1) : nil
        let most = dice.pick([0.004, 0.01, 0.03, 0.1, 0.5])
        let items = (0..<count).map { _ in
            var color = one ?? SIMD4(dice.unit(), dice.unit(), dice.unit(), 1)
            color.w = dice.number(most / 3...most)
            return Canvases.item(
                at: (SIMD2(dice.number(-5...45), dice.number(-5...45)) * 256).rounded(.down) / 256,
                scale: SIMD2(repeating: dice.number(0.3...1.5)),
                color: color
            )
        }
        return (items, dice.pick(DrawList.Blend.allCases))
    }

    /// Regression: with 8 bits per channel and rounding per dot, sums were off by up to 49.
    @Test(arguments: UInt64(0)..<100)
    func `soft light is within a level of the exact sum`(_ seed: UInt64) throws {
        let (side, size) = (40, 40.0)
        let sprite = try Canvases.sprite(shape: "dot", size: [size, size])
        let (items, blend) = scene(seed)
        for (background, backgroundColor) in [
            (Canvas.Background.transparent, SIMD4<Double>()), (.color(.white), SIMD4(1, 1, 1, 1)),
        ] {
            var rasterizer = Rasterizer(
                width: side,
                height: side,
                background: background,
                sprites: [sprite],
                recordsStraightColors: true,
                sumsLight: true
            )
            rasterizer.draw(DrawList(time: 0, groups: [Canvases.group(items, blend)]))
            let worst = worst(rasterizer.bitmap, exact(items, size, blend, backgroundColor, side: side))
            #expect(worst < 1.1, "\(worst) for \(items.count) spots, \(blend)")
        }
    }

    /// Proves that the comparison with exact sums can fail.
    @Test func `the sum of soft light at 8 bits per channel is far off`() throws {
        let sprite = try Canvases.sprite(shape: "dot", size: [40, 40])
        let off = (UInt64(0)..<20).map { seed in
            let (items, blend) = scene(seed)
            var rasterizer = Rasterizer(width: 40, height: 40, background: .transparent, sprites: [sprite])
            rasterizer.draw(DrawList(time: 0, groups: [Canvases.group(items, blend)]))
            return worst(rasterizer.bitmap, exact(items, 40, blend, SIMD4(), side: 40))
        }
        #expect((off.max() ?? 0) > 10)
    }
}
