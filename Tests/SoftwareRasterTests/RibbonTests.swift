import EffectModel
@testable import SoftwareRaster
import Foundation
import Testing

struct RibbonTests {
    private func drawn(
        _ ribbons: [DrawList.Ribbon],
        width: Int = 60,
        height: Int = 60,
        blend: DrawList.Blend = .normal
    ) -> Bitmap {
        var rasterizer = Rasterizer(width: width, height: height, background: .transparent, sprites: [])
        let items = ribbons.indices.map { index in
            DrawList.Item(
                id: index,
                cell: 0,
                sprite: -1,
                age: 0,
                position: [0, 0],
                z: 0,
                scale: [1, 1],
                rotation: 0,
                color: .one,
                ribbon: index
            )
        }
        let group = DrawList.Group(layer: 0, opacity: 1, blend: blend, items: items, ribbons: ribbons)
        rasterizer.draw(DrawList(time: 0, groups: [group]))
        return rasterizer.bitmap
    }

    private func ribbon(
        _ points: [SIMD2<Double>],
        width: SIMD2<Double> = [8, 8],
        color: SIMD4<Double> = .one,
        endAlpha: Double = 1
    ) -> DrawList.Ribbon {
        let points = points.map { SIMD2(($0.x * 256).rounded() / 256, ($0.y * 256).rounded() / 256) }
        return DrawList.Ribbon(points: points, width: width, color: color, endAlpha: endAlpha)
    }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int {
        Int(bitmap.pixels[y * bitmap.width + x] >> 24)
    }

    private func area(_ bitmap: Bitmap) -> Double { bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

    @Test(arguments: 0..<24)
    func `a straight ribbon is solid and has the area of a stadium`(_ step: Int) {
        let angle = Double(step) * 0.2618
        let direction = SIMD2(cos(angle), sin(angle))
        let middle = SIMD2(30.25, 29.75)
        let points = (0...10).map { (step: Int) -> SIMD2<Double> in middle + direction * (20 - 4 * Double(step)) }
        let bitmap = drawn([ribbon(points)])
        for y in 0..<60 {
            for x in 0..<60 {
                let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - middle
                let along = abs((place * direction).sum())
                let across = abs(place.x * direction.y - place.y * direction.x)
                if along < 20, across < 3.2 { #expect(alpha(bitmap, x, y) == 255) }
                if along > 25 || across > 4.8 { #expect(alpha(bitmap, x, y) == 0) }
            }
        }
        #expect(abs(area(bitmap) - (40 * 8 + .pi * 16)) < 1)
    }

    @Test func `alpha decreases linearly from head to tail`() {
        let points = (0...8).map { SIMD2(50 - 5 * Double($0), 30) }
        let bitmap = drawn([ribbon(points, endAlpha: 0)])
        for x in 10..<50 {
            let expected = 255 * (Double(x) + 0.5 - 10) / 40
            #expect(abs(Double(alpha(bitmap, x, 30)) - expected) < 4)
        }
        for x in 10..<49 { #expect(alpha(bitmap, x + 1, 30) >= alpha(bitmap, x, 30)) }
    }

    @Test func `width tapers linearly to zero`() {
        let bitmap = drawn([ribbon([[50, 30], [30, 30], [10, 30]], width: [16, 0])])
        for x in 10..<50 {
            let column = (0..<60).reduce(0) { $0 + Double(alpha(bitmap, x, $1)) / 255 }
            #expect(abs(column - 16 * (Double(x) + 0.5 - 10) / 40) < 0.1)
        }
        #expect((0..<9).allSatisfy { alpha(bitmap, $0, 30) == 0 })
    }

    @Test(arguments: 0..<100)
    func `bends and crossings are drawn once and leave no gaps`(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 40) / Double(1 << 24)
        }
        let points = (0..<12).map { _ in SIMD2(5 + 50 * next(), 5 + 50 * next()) }
        let line = ribbon(points, width: [6, 6], color: [1, 0, 0, 0.5])
        let bitmap = drawn([line])
        #expect(bitmap.pixels.allSatisfy { $0 >> 24 <= 128 })
        for (a, b) in zip(line.points, line.points.dropFirst()) {
            for step in 0...40 {
                let place = a + (b - a) * (Double(step) / 40)
                // Points within half a pixel of the line, three pixels inside the ribbon.
                #expect(alpha(bitmap, Int(place.x), Int(place.y)) == 128)
            }
        }
        // The ribbon ends at half its width from the line, or at the miter length for 100°.
        for y in 0..<60 {
            for x in 0..<60 where alpha(bitmap, x, y) > 0 {
                let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
                let near = zip(line.points, line.points.dropFirst()).contains { a, b in
                    let along = b - a
                    let t = min(1, max(0, ((place - a) * along).sum() / max(1e-9, (along * along).sum())))
                    let away = place - a - along * t
                    return (away * away).sum().squareRoot() < 3 * 1.6 + 0.8
                }
                #expect(near)
            }
        }
    }

    @Test func `a self-crossing ribbon shows the denser part`() {
        let bitmap = drawn([
            ribbon([[10, 30], [50, 30], [50, 50], [30, 50], [30, 10]], width: [6, 6], endAlpha: 0.2)
        ])
        let before = alpha(bitmap, 24, 29)
        let crossing = alpha(bitmap, 29, 29)
        #expect(abs(before - crossing) < 12 && crossing > 200)
        #expect(alpha(bitmap, 29, 15) < 90)
    }

    @Test func `a particle at rest has a disc as its ribbon`() {
        let bitmap = drawn([ribbon([[30, 30], [30, 30], [30, 30]], width: [20, 4])])
        #expect(abs(area(bitmap) - .pi * 100) < 2)
    }

    @Test(arguments: [DrawList.Blend.normal, .add, .screen, .maximum])
    func `every blend keeps channels at or below alpha`(_ blend: DrawList.Blend) {
        let points = (0..<12).map { (step: Int) -> SIMD2<Double> in
            let angle = Double(step)
            return 30 + 20 * SIMD2(cos(angle), sin(angle * 1.7))
        }
        let line = ribbon(points, color: [1, 0.5, 0.2, 0.8], endAlpha: 0.3)
        let bitmap = drawn([line, line], blend: blend)
        for pixel in bitmap.pixels {
            let alpha = pixel >> 24
            #expect(pixel & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel >> 16 & 0xFF <= alpha)
        }
        // A ribbon leaves no state for the next one.
        #expect(drawn([line], blend: .normal).pixels == drawn([line], blend: .normal).pixels)
    }

    @Test func `extreme points are safe`() {
        let wild: [SIMD2<Double>] = [
            [30, 30], [1e9, -1e9], [.infinity, 3], [31, 31], [.nan, .nan], [-5000, 20], [1_048_000, 40], [20, 1e300],
        ]
        let widths: [SIMD2<Double>] = [[8, 8], [1e9, 0], [.nan, 1], [-3, 5], [0, 0]]
        let alphas: [Double] = [0, 1, .nan, 7, -2]
        for width in widths {
            for endAlpha in alphas {
                _ = drawn([DrawList.Ribbon(points: wild, width: width, color: .one, endAlpha: endAlpha)])
            }
        }
        _ = drawn([DrawList.Ribbon(points: [], width: [1, 1], color: .one, endAlpha: 1)])
        let knot = (0..<2000).map { (step: Int) -> SIMD2<Double> in 30 + SIMD2(Double(step % 7), Double(step % 5)) }
        #expect(drawn([ribbon(knot, width: [30, 2])]).pixels.allSatisfy { $0 >> 24 <= 255 })
    }
}
