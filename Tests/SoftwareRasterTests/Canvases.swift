import EffectCoding
import EffectModel
import Foundation
import StrictJSON
import TestSupport

@testable import SoftwareRaster

/// Sprites, draw lists and canvases for tests of the rasterizer.
enum Canvases {
    /// An asset library with one picture under any name.
    private struct OnePicture: AssetLibrary {
        let picture: Picture

        func picture(_ source: String, maximumPixels: Int) -> Picture { picture }
        func glyphs(of text: TextStyle, maximumPixels: Int) -> Glyphs {
            .picture(picture, size: SIMD2(Double(picture.width), Double(picture.height)))
        }
    }

    /// Returns the asset that a document describes.
    static func asset(_ json: JSONValue, _ picture: Picture? = nil) throws -> Asset {
        let spec = try EffectSpec(
            json: ["assets": ["a": json], "layers": [["emitterCells": [Specs.idleCell]]]],
            library: picture.map { OnePicture(picture: $0) } ?? NoAssets()
        )
        guard let asset = spec.assets["a"] else { throw Missing() }
        return asset
    }

    private struct Missing: Error {}

    /// Returns a picture's sprite, one unit per pixel unless `size` is given.
    static func sprite(
        _ picture: Picture,
        size: SIMD2<Double>? = nil,
        part: UnitRectangle = .whole,
        _ sampling: Sprite.Sampling = Sprite.Sampling()
    ) throws -> Sprite {
        let size = size ?? SIMD2(Double(picture.width), Double(picture.height))
        let asset = try asset(["image": "picture", "size": [.number(size.x), .number(size.y)]], picture)
        return Sprite(name: "a", asset: asset, part: part, sampling: sampling)
    }

    static func sprite(shape: String, size: SIMD2<Double>, part: UnitRectangle = .whole) throws -> Sprite {
        let asset = try asset(["shape": .string(shape), "size": [.number(size.x), .number(size.y)]])
        return Sprite(name: "a", asset: asset, part: part)
    }

    static func sampling(_ filter: Sprite.Sampling.Filter, bias: Double = 0) -> Sprite.Sampling {
        var sampling = Sprite.Sampling()
        sampling.minification = filter
        sampling.magnification = filter
        sampling.minificationBias = bias
        return sampling
    }

    static func item(
        _ sprite: Int = 0,
        at position: SIMD2<Double>,
        scale: SIMD2<Double> = [1, 1],
        skew: Double = 0,
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
            skew: skew,
            rotation: rotation,
            color: color
        )
    }

    static func group(
        _ items: [DrawList.Item],
        _ blend: DrawList.Blend = .normal,
        opacity: Double = 1,
        composite: DrawList.Blend? = nil,
        mask: DrawList.Mask? = nil
    ) -> DrawList.Group {
        DrawList.Group(layer: 0, opacity: opacity, blend: blend, composite: composite, items: items, mask: mask)
    }

    static func drawn(
        _ groups: [DrawList.Group],
        _ sprites: [Sprite],
        width: Int = 40,
        height: Int = 40,
        background: Canvas.Background = .transparent
    ) -> Bitmap {
        var rasterizer = Rasterizer(width: width, height: height, background: background, sprites: sprites)
        rasterizer.draw(DrawList(time: 0, groups: groups))
        return rasterizer.bitmap
    }

    /// Returns the channels R, G, B, A of a pixel.
    static func channels(_ pixel: UInt32) -> SIMD4<Double> {
        SIMD4(
            Double(pixel & 0xFF),
            Double(pixel >> 8 & 0xFF),
            Double(pixel >> 16 & 0xFF),
            Double(pixel >> 24)
        )
    }

    static func isPremultiplied(_ pixel: UInt32) -> Bool {
        let c = channels(pixel)
        return max(c.x, c.y, c.z) <= c.w
    }

    /// Returns the largest channel difference of two bitmaps.
    static func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
        zip(a.pixels, b.pixels).reduce(0) { most, pair in
            let (one, other) = (channels(pair.0), channels(pair.1))
            return max(most, (one - other).max(), (other - one).max())
        }
    }
}

/// Deterministic pseudorandom numbers, pixels and images.
struct Dice {
    private var generator: SplitMix64

    init(_ seed: UInt64) { generator = SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15) }

    mutating func bits() -> UInt64 { generator.next() }
    mutating func unit() -> Double { generator.unit() }
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(bits() % UInt64(range.upperBound - range.lowerBound + 1))
    }
    mutating func pick<T>(_ values: [T]) -> T { values[whole(0...(values.count - 1))] }

    /// Returns a premultiplied pixel.
    mutating func pixel(opaque: Bool = false) -> UInt32 {
        let alpha = opaque ? 255 : whole(0...255)
        let c = (0..<3).map { _ in UInt32(whole(0...alpha)) }
        return c[0] | c[1] << 8 | c[2] << 16 | UInt32(alpha) << 24
    }

    mutating func picture(_ width: Int, _ height: Int, opaque: Bool = false) -> Picture {
        Picture(width: width, height: height, pixels: (0..<width * height).map { _ in pixel(opaque: opaque) })
    }

    /// Returns an opaque picture that is smooth enough for interpolation.
    mutating func smoothPicture(_ width: Int, _ height: Int) -> Picture {
        let phase = (unit(), unit(), unit())
        func wave(_ t: Double) -> UInt32 { UInt32((127.5 + 127.4 * sin(2 * .pi * t)).rounded()) }
        let pixels = (0..<width * height).map { index in
            let (x, y) = (Double(index % width), Double(index / width))
            let (r, g) = (wave(x / 13 + phase.0), wave(y / 11 + phase.1))
            return r | g << 8 | wave((x + y) / 17 + phase.2) << 16 | 0xFF00_0000
        }
        return Picture(width: width, height: height, pixels: pixels)
    }
}
