import EffectCoding
import EffectModel
@testable import SoftwareRaster
import Foundation
import StrictJSON
import TestSupport
import Testing

struct RasterizerTests {
    /// Returns the sprites of a spec with these assets, in the order of their names.
    private func sprites(_ assets: JSONValue) throws -> [Sprite] {
        let spec = try EffectSpec(json: ["assets": assets, "layers": [["emitterCells": [Specs.idleCell]]]])
        return spec.assets.sorted { $0.key < $1.key }.map { Sprite(name: $0.key, asset: $0.value) }
    }

    private func item(
        _ sprite: Int = 0,
        at position: SIMD2<Double>,
        scale: SIMD2<Double> = [1, 1],
        rotation: Double = 0,
        color: SIMD4<Double> = [1, 1, 1, 1]
    ) -> DrawList.Item {
        DrawList.Item(
            id: 0,
            cell: 0,
            sprite: sprite,
            age: 0,
            position: position,
            z: 0,
            scale: scale,
            rotation: rotation,
            color: color
        )
    }

    private func group(_ items: [DrawList.Item], opacity: Double = 1, _ blend: DrawList.Blend = .normal)
        -> DrawList.Group
    {
        DrawList.Group(layer: 0, opacity: opacity, blend: blend, items: items)
    }

    private func drawn(
        _ groups: [DrawList.Group],
        _ sprites: [Sprite],
        width: Int = 20,
        height: Int = 20,
        background: Canvas.Background = .transparent
    ) -> Bitmap {
        var rasterizer = Rasterizer(width: width, height: height, background: background, sprites: sprites)
        rasterizer.draw(DrawList(time: 0, groups: groups))
        return rasterizer.bitmap
    }

    private func area(_ bitmap: Bitmap) -> Double { bitmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

    @Test(arguments: 0..<16)
    func `a square keeps its area at any angle, and a circle at any size`(_ step: Int) throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 10], "b": ["shape": "circle", "size": 10]])
        let angle = Double(step) * 0.11
        let square = drawn([group([item(0, at: [10.3, 9.6], rotation: angle)])], sprites)
        #expect(abs(area(square) - 100) < 0.4)
        let scale = 0.2 + Double(step) * 0.1
        let circle = drawn([group([item(1, at: [10.3, 9.6], scale: [scale, scale])])], sprites)
        #expect(abs(area(circle) / (.pi * 25 * scale * scale) - 1) < 0.03)  // chords deviate by 1/32 pixel
    }

    @Test func `a pixel-aligned square has hard edges`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 4]])
        let bitmap = drawn([group([item(at: [5, 5], color: [1, 0, 0, 1])])], sprites, width: 10, height: 10)
        for y in 0..<10 {
            for x in 0..<10 {
                let inside = (3..<7).contains(x) && (3..<7).contains(y)
                #expect(bitmap.pixels[y * 10 + x] == (inside ? 0xFF00_00FF : 0))
            }
        }
        #expect(bitmap.shownBox?.x == 3..<7 && bitmap.shownBox?.y == 3..<7)
    }

    @Test func `rotation is clockwise on screen and applied after scaling`() throws {
        // The triangle points up, and to the right after a quarter turn clockwise.
        let sprites = try sprites(["a": ["shape": "triangle", "size": 12]])
        let bitmap = drawn([group([item(at: [10, 10], rotation: .pi / 2)])], sprites)
        func column(_ x: Int) -> Double { (0..<20).reduce(0) { $0 + Double(bitmap.pixels[$1 * 20 + x] >> 24) / 255 } }
        #expect(column(5) > 10 && column(14) < 3 && column(4) > column(10))
        let flat = drawn([group([item(at: [10, 10], scale: [1, 0.25], rotation: .pi / 2)])], sprites)
        let box = try #require(flat.shownBox)
        #expect(box.x.count == 4 && box.y.count == 12)
    }

    @Test func `a mirrored item renders the mirrored image`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 7]])
        let one = drawn([group([item(at: [8.25, 9], rotation: 0.3)])], sprites)
        let other = drawn([group([item(at: [11.75, 9], rotation: -0.3)])], sprites)
        for y in 0..<20 {
            for x in 0..<20 {
                let (a, b) = (one.pixels[y * 20 + x] >> 24, other.pixels[y * 20 + 19 - x] >> 24)
                #expect(abs(Int(a) - Int(b)) <= 1)
            }
        }
    }

    @Test func `additive light over a transparent background keeps its colors and alpha`() throws {
        let sprites = try sprites(["a": ["shape": "circle", "size": 12]])
        let lights = (0..<6).map { index in
            item(at: [8 + Double(index), 10], color: [1, 0.5, 0.25, 0.4])
        }
        let bitmap = drawn([group(lights, .add)], sprites)
        for pixel in bitmap.pixels {
            let alpha = pixel >> 24
            #expect(pixel & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel >> 16 & 0xFF <= alpha)
        }
        #expect(bitmap.pixels[10 * 20 + 10] >> 24 == 255)
        // The order of lights does not matter.
        #expect(drawn([group(lights.reversed(), .add)], sprites).pixels == bitmap.pixels)
    }

    @Test func `a layer fades as a whole, and hidden content stays hidden`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 8]])
        let pair = [item(at: [10, 10], color: [1, 0, 0, 1]), item(at: [10, 10], color: [0, 0, 1, 1])]
        let bitmap = drawn([group(pair, opacity: 0.5)], sprites)
        #expect(bitmap.pixels[10 * 20 + 10] == 0x8080_0000)
        let over = drawn(
            [group(pair, opacity: 0.5)],
            sprites,
            background: .color(try #require(Color("#ffffff")))
        )
        #expect(over.pixels[10 * 20 + 10] == 0xFFFF_7F7F)
        #expect(over.pixels[0] == 0xFFFF_FFFF)
    }

    @Test func `a frame leaves no state for the next one`() throws {
        let sprites = try sprites(["a": ["shape": "circle", "size": 9]])
        for background in [Canvas.Background.transparent, .color(try #require(Color("teal")))] {
            var rasterizer = Rasterizer(width: 30, height: 20, background: background, sprites: sprites)
            let first = DrawList(
                time: 0,
                groups: [group([item(at: [5, 5])], opacity: 0.3), group([item(at: [25, 15])])]
            )
            let second = DrawList(time: 0, groups: [group([item(at: [15, 9], rotation: 1)])])
            rasterizer.draw(first)
            rasterizer.draw(second)
            let fresh = drawn(second.groups, sprites, width: 30, height: 20, background: background)
            #expect(rasterizer.bitmap.pixels == fresh.pixels)
            rasterizer.draw(DrawList(time: 0, groups: []))
            #expect(rasterizer.bitmap.shownBox == nil)
        }
    }

    @Test func `a stopped frame reports it`() throws {
        let sprites = try sprites(["a": ["shape": "circle", "size": 9]])
        var rasterizer = Rasterizer(width: 30, height: 20, background: .transparent, sprites: sprites)
        let list = DrawList(time: 0, groups: [group(Array(repeating: item(at: [9, 9]), count: 100))])
        let stopped = rasterizer.draw(list, unless: { true })
        let finished = rasterizer.draw(list, unless: { false })
        #expect(!stopped && finished)
    }

    @Test func `touched ranges are exact in rows and columns`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 4]])
        let bitmap = drawn([group([item(at: [10, 10])])], sprites)
        for y in 0..<20 { #expect(bitmap.touched[y].isEmpty == !(8..<12).contains(y)) }
        #expect(bitmap.touched[9] == 8..<12)
    }

    @Test func `every pixel that differs from the background is marked as touched`() throws {
        let sprites = try sprites(["a": ["shape": "star", "size": 30], "b": ["shape": "ring", "size": 900]])
        for (width, height) in [(1, 1), (15, 9), (64, 40), (1500, 70)] {
            let items = (0..<12).map { index in
                let place = SIMD2(Double(index * 131 % (width + 20)) - 10, Double(index * 37 % (height + 20)) - 10)
                return item(index % 6 == 0 ? 1 : 0, at: place, rotation: Double(index))
            }
            let bitmap = drawn([group(items)], sprites, width: width, height: height)
            let touched = bitmap.touched
            for y in 0..<height {
                for x in 0..<width where bitmap.pixels[y * width + x] != 0 {
                    let block = x / Bitmap.blockWidth
                    let word = bitmap.touchedBlocks[y * bitmap.wordsPerRow + block / 64]
                    let isNoted =
                        bitmap.touchedRows.contains(y) && touched[y].contains(Int32(x))
                        && word >> UInt64(block % 64) & 1 == 1
                    if !isNoted { Issue.record("(\(x), \(y)) of \(width) × \(height) is not noted as touched") }
                }
            }
        }
    }

    @Test func `a shape on three rows touches three rows`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 3]])
        let bitmap = drawn([group([item(at: [1000.5, 700.5])])], sprites, width: 1920, height: 1080)
        #expect(bitmap.touchedRows == 699..<702)
        #expect(bitmap.touchedBlocks.reduce(0) { $0 + $1.nonzeroBitCount } == 3)
        #expect(drawn([], sprites, width: 1920, height: 1080).touchedRows.isEmpty)
    }

    @Test func `a shape has the same edges over any content`() throws {
        let sprites = try sprites(["a": ["shape": "star", "size": 15]])
        let star = item(at: [9.3, 10.7], rotation: 0.4, color: [0.2, 0.9, 0.5, 0.8])
        let alone = drawn([group([star])], sprites)
        for blend in [DrawList.Blend.add, .screen, .maximum] {
            #expect(drawn([group([star], blend)], sprites).pixels == alone.pixels)
        }
        // A transparent piece touches no pixels; a piece in the corner marks the first block as touched.
        let corner = item(at: [0.5, 10.5], scale: [0.05, 2], color: [0, 0, 0, 1])
        let beside = drawn([group([corner, star])], sprites)
        for y in 0..<20 {
            for x in 4..<20 { #expect(beside.pixels[y * 20 + x] == alone.pixels[y * 20 + x]) }
        }
        let backgroundColor = drawn([group([star])], sprites, background: .color(try #require(Color("#336699"))))
        for index in alone.pixels.indices {
            #expect(backgroundColor.pixels[index] == Pixel.over(alone.pixels[index], 0xFF99_6633))
        }
    }

    @Test func `a shape larger than the mask is drawn completely`() throws {
        let sprites = try sprites(["a": ["shape": "square", "size": 100]])
        let bitmap = drawn([group([item(at: [300, 200], scale: [100, 100])])], sprites, width: 600, height: 400)
        #expect(bitmap.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
        let circle = try self.sprites(["a": ["shape": "circle", "size": 2]])
        let disc = drawn([group([item(at: [300, 200], scale: [190, 190])])], circle, width: 600, height: 400)
        #expect(abs(area(disc) / (.pi * 190 * 190) - 1) < 0.001)
    }

    /// A corner six million pixels away must not bend its edge.
    @Test func `edges that extend far beyond the canvas keep their slope`() throws {
        let wide: JSONValue = ["path": "M0 0L1000 100L0 1000Z", "size": 2048, "viewBox": [-0.5, -0.5, 1, 1]]
        let bitmap = drawn(
            [group([item(at: [0, 0], scale: [3, 3])])],
            try sprites(["a": wide]),
            width: 400,
            height: 100
        )
        // The upper edge starts at the sprite's center, (0, 0), and descends one pixel for every ten to the right.
        for x in stride(from: 5, to: 395, by: 10) {
            let covered = (0..<100).reduce(0.0) { $0 + Double(bitmap.pixels[$1 * 400 + x] >> 24) / 255 }
            #expect(abs(covered - (100 - (Double(x) + 0.5) / 10)) < 0.02)
        }
    }

    @Test(arguments: [1e-6, 1e-3, 0.02, 1e4, 1e6])
    func `any scale and position is safe`(_ scale: Double) throws {
        let sprites = try sprites([
            "a": ["shape": "circle", "size": 12], "b": ["path": "M0 0 L12 0 A6 6 0 0 1 0 12 Z", "size": 12],
        ])
        for place in [SIMD2(10.0, 10), [-1e9, 5], [5, 1e11], [-3, -3], [22, 22]] {
            for sprite in 0..<2 {
                _ = drawn([group([item(sprite, at: place, scale: [scale, scale], rotation: 1e6)])], sprites)
            }
        }
    }

    @Test func `a path is drawn in its box with its fill rule`() throws {
        let ring = "M0 0 H12 V12 H0 Z M3 3 H9 V9 H3 Z"
        let sprites = try sprites([
            "a": ["path": .string(ring), "size": 12, "fillRule": "evenodd"],
            "b": ["path": .string(ring), "size": 12],
            "c": ["path": "M0 0 H1 V1 H0 Z", "size": 12, "viewBox": [0, 0, 1, 1]],
        ])
        let areas = (0..<3).map { area(drawn([group([item($0, at: [10, 10])])], sprites)) }
        #expect(areas == [108, 144, 144])
    }
}
