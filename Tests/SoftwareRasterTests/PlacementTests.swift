import EffectCoding
import EffectModel
@testable import SoftwareRaster
import Foundation
import StrictJSON
import TestSupport
import Testing

struct PlacementTests {
    private func asset(_ json: JSONValue) throws -> Asset {
        let spec = try EffectSpec(json: ["assets": ["a": json], "layers": [["emitterCells": [Specs.idleCell]]]])
        return try #require(spec.assets["a"])
    }

    private func drawn(
        _ sprite: Sprite,
        at position: SIMD2<Double> = [20, 20],
        scale: SIMD2<Double> = [1, 1],
        skew: Double = 0,
        rotation: Double = 0,
        color: SIMD4<Double> = .one,
        blend: DrawList.Blend = .normal
    ) -> Bitmap {
        var rasterizer = Rasterizer(width: 40, height: 40, background: .transparent, sprites: [sprite])
        let item = DrawList.Item(
            id: 0,
            cell: 0,
            sprite: 0,
            age: 0,
            position: position,
            z: 0,
            scale: scale,
            skew: skew,
            rotation: rotation,
            color: color
        )
        rasterizer.draw(DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: blend, items: [item])]))
        return rasterizer.bitmap
    }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int {
        Int(bitmap.pixels[y * bitmap.width + x] >> 24)
    }

    /// Reference: the area of a polygon within a pixel, by clipping at the pixel's four sides.
    private func coverage(_ corners: [SIMD2<Double>], _ x: Int, _ y: Int) -> Double {
        var polygon = corners
        for (axis, border, sign) in [
            (0, Double(x), 1.0), (0, Double(x + 1), -1), (1, Double(y), 1), (1, Double(y + 1), -1),
        ] {
            var cut: [SIMD2<Double>] = []
            for (index, to) in polygon.enumerated() {
                let from = polygon[index == 0 ? polygon.count - 1 : index - 1]
                let (a, b) = ((from[axis] - border) * sign, (to[axis] - border) * sign)
                if (a < 0) != (b < 0) { cut.append(from + (to - from) * (a / (a - b))) }
                if b >= 0 { cut.append(to) }
            }
            polygon = cut
        }
        var twice = 0.0
        for (index, to) in polygon.enumerated() {
            let from = polygon[index == 0 ? polygon.count - 1 : index - 1]
            twice += from.x * to.y - from.y * to.x
        }
        return abs(twice) / 2
    }

    private static let seeds = 0..<60

    @Test(arguments: seeds)
    func `a scaled, sheared and rotated box covers the area of its four corners`(_ seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 40) / Double(1 << 24)
        }
        let scale = SIMD2(next(0.2...3), next(-3...3))
        let (skew, rotation) = (seed % 3 == 0 ? 0 : next(-2...2), next(-7...7))
        let position = SIMD2((next(-5...45) * 256).rounded() / 256, (next(-5...45) * 256).rounded() / 256)
        let sprite = Sprite(name: "a", asset: try asset(["shape": "rectangle", "size": [10, 6]]))
        let bitmap = drawn(sprite, at: position, scale: scale, skew: skew, rotation: rotation)
        let corners = [SIMD2(-5.0, -3), [5, -3], [5, 3], [-5, 3]].map { corner -> SIMD2<Double> in
            let scaled = corner * scale
            let sheared = SIMD2(scaled.x + skew * scaled.y, scaled.y)
            let turned = SIMD2(
                cos(rotation) * sheared.x - sin(rotation) * sheared.y,
                sin(rotation) * sheared.x + cos(rotation) * sheared.y
            )
            return position + turned
        }
        for y in 0..<40 {
            for x in 0..<40 {
                // Corners and row crossings are rounded to 1/256 pixel, so a pixel deviates by little more than 1 %.
                let exact = coverage(corners, x, y)
                #expect(abs(Double(alpha(bitmap, x, y)) / 255 - exact) < 0.014)
            }
        }
    }

    @Test(arguments: ["triangle", "heart", "star", "ribbon"])
    func `a negative vertical scale mirrors the picture`(_ shape: String) throws {
        let sprite = Sprite(name: "a", asset: try asset(["shape": .string(shape), "size": 20]))
        let one = drawn(sprite, at: [20, 20.25], scale: [1, 0.9], rotation: 0.5)
        let other = drawn(sprite, at: [20, 19.75], scale: [1, -0.9], rotation: -0.5)
        for y in 0..<40 {
            for x in 0..<40 { #expect(abs(alpha(one, x, y) - alpha(other, x, 39 - y)) <= 2) }
        }
    }

    @Test(arguments: ["circle", "heart", "star", "ring", "evenodd"])
    func `the parts of a shape add up to the shape`(_ shape: String) throws {
        let json: JSONValue =
            shape == "evenodd"
            ? ["path": "M0 0L12 3L7 5L9 12L1 9ZM4 4H6V8H4Z", "size": 24, "fillRule": "evenodd"]
            : ["shape": .string(shape), "size": 24]
        let asset = try asset(json)
        let whole = drawn(Sprite(name: "a", asset: asset), rotation: 0.3)
        // Three columns of different widths, two rows.
        let columns = [0, 0.22, 0.7, 1]
        let rows = [0, 0.4, 1]
        var sums = Array(repeating: 0, count: 1600)
        for (left, right) in zip(columns, columns.dropFirst()) {
            for (top, bottom) in zip(rows, rows.dropFirst()) {
                let part = UnitRectangle(origin: SIMD2(left, top), size: SIMD2(right - left, bottom - top))
                let sprite = Sprite(name: "a", asset: asset, part: part)
                let middle = sprite.middle
                let place = SIMD2(
                    20 + cos(0.3) * middle.x - sin(0.3) * middle.y,
                    20 + sin(0.3) * middle.x + cos(0.3) * middle.y
                )
                let bitmap = drawn(sprite, at: place, rotation: 0.3)
                for index in sums.indices { sums[index] += Int(bitmap.pixels[index] >> 24) }
            }
        }
        for index in sums.indices { #expect(abs(sums[index] - Int(whole.pixels[index] >> 24)) <= 5) }
    }

    @Test func `a part outside the shape is empty, and a part around the shape changes nothing`() throws {
        let asset = try asset(["shape": "circle", "size": 12])
        let beside = UnitRectangle(origin: SIMD2(1.5, 0), size: SIMD2(1, 1))
        #expect(drawn(Sprite(name: "a", asset: asset, part: beside)).shownBox == nil)
        let around = UnitRectangle(origin: SIMD2(-0.5, -0.5), size: SIMD2(2, 2))
        #expect(
            drawn(Sprite(name: "a", asset: asset, part: around)).pixels == drawn(Sprite(name: "a", asset: asset)).pixels
        )
    }

    @Test func `invalid numbers are not drawn, and huge ones are safe`() throws {
        let sprite = Sprite(name: "a", asset: try asset(["shape": "heart", "size": 12]))
        for value in [Double.nan, .infinity, 1e300, -1e300, 1e18, 1e-300] {
            _ = drawn(sprite, at: [value, 5])
            _ = drawn(sprite, scale: [value, value])
            _ = drawn(sprite, scale: [1, value], skew: 3)
            _ = drawn(sprite, skew: value)
            _ = drawn(sprite, rotation: value)
            _ = drawn(sprite, color: [value, 1, 1, value])
        }
    }

    @Test(arguments: [DrawList.Blend.screen, .maximum])
    func `the slower blends match the arithmetic of single pixels`(_ blend: DrawList.Blend) throws {
        let sprite = Sprite(name: "a", asset: try asset(["shape": "circle", "size": 30]))
        let color = SIMD4(1, 0.5, 0.25, 0.7)
        let bitmap = drawn(sprite, color: color, blend: blend)
        let plain = drawn(sprite, color: color)
        for index in bitmap.pixels.indices {
            #expect(bitmap.pixels[index] == Pixel.blended(plain.pixels[index], destination: 0, blend: blend))
        }
    }
}
