import EffectModel
import Foundation
import SoftwareRaster
import StrictJSON

/// Hand-made draw lists that time the rasterizer alone.
struct DrawWorkload {
    let name: String
    let frames: [DrawList]
    let sprites: [Sprite]
    let side = 400

    /// Milliseconds of processor time for all frames, and the number of pixels touched.
    func measure() -> (milliseconds: Double, touched: Int) {
        var rasterizer = Rasterizer(width: side, height: side, background: .transparent, sprites: sprites)
        let start = processorTime()
        for frame in frames { rasterizer.draw(frame) }
        let time = processorTime() - start
        return (time, rasterizer.bitmap.touched.reduce(0) { $0 + $1.count })
    }

    static func all() throws -> [DrawWorkload] {
        let emoji = try sprite(face(64), size: 32)
        let photo = landscape(400)
        return [
            pictures("300 pictures of 32 px, opaque", try sprite(landscape(32), size: 32), white: true),
            pictures("300 pictures of 32 px from 64 px", emoji, white: true),
            pictures("300 pictures of 32 px, in colors", emoji, white: false),
            try glow("200 soft lights of 24–36 px (W3)"),
            try stars("2,000 stars of 1–3 px"),
            try shatter("400 falling tiles of 20 px (W4)", photo),
            try whole("300 pictures as a whole, masked", emoji),
        ]
    }

    /// Deterministic pseudorandom numbers.
    private struct Dice {
        private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        mutating func next(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Double(state >> 11) * 0x1p-53 * (range.upperBound - range.lowerBound)
        }
    }

    private static func item(
        _ index: Int,
        _ sprite: Int,
        _ position: SIMD2<Double>,
        scale: Double = 1,
        rotation: Double,
        color: SIMD4<Double> = SIMD4(1, 1, 1, 1)
    ) -> DrawList.Item {
        DrawList.Item(
            id: index,
            cell: 0,
            sprite: sprite,
            age: 0,
            position: (position * 256).rounded(.toNearestOrEven) / 256,
            z: 0,
            scale: SIMD2(scale, scale),
            rotation: rotation,
            color: color
        )
    }

    /// Frames of drifting, rotating sprites.
    private static func drifting(
        _ count: Int,
        frames: Int = 90,
        scale: ClosedRange<Double> = 1...1,
        color: (inout Dice) -> SIMD4<Double> = { _ in SIMD4(1, 1, 1, 1) }
    ) -> [[DrawList.Item]] {
        var dice = Dice()
        let start = (0..<count).map { index in
            item(
                index,
                0,
                SIMD2(dice.next(0...400), dice.next(0...400)),
                scale: dice.next(scale),
                rotation: dice.next(0...6),
                color: color(&dice)
            )
        }
        let moves = (0..<count).map { _ in SIMD3(dice.next(-1...1), dice.next(-1...1), dice.next(-0.2...0.2)) }
        return (0..<frames).map { frame in
            zip(start, moves).map { item, move in
                var item = item
                item.position += (SIMD2(move.x, move.y) * Double(frame) * 256).rounded(.toNearestOrEven) / 256
                item.rotation += move.z * Double(frame)
                return item
            }
        }
    }

    private static func frames(_ items: [[DrawList.Item]], _ blend: DrawList.Blend = .normal) -> [DrawList] {
        items.map { DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: blend, items: $0)]) }
    }

    private static func pictures(_ name: String, _ sprite: Sprite, white: Bool) -> DrawWorkload {
        let items =
            white
            ? drifting(300)
            : drifting(300) { dice in SIMD4(dice.next(0...1), dice.next(0...1), dice.next(0...1), dice.next(0.5...1)) }
        return DrawWorkload(name: name, frames: frames(items), sprites: [sprite])
    }

    private static func glow(_ name: String) throws -> DrawWorkload {
        let items = drifting(200, scale: 0.8...1.2) { dice in
            SIMD4(dice.next(0...1), dice.next(0...1), dice.next(0...1), dice.next(0.05...0.85))
        }
        return DrawWorkload(name: name, frames: frames(items, .add), sprites: [try dot(size: 30)])
    }

    private static func stars(_ name: String) throws -> DrawWorkload {
        let items = drifting(2000, scale: 0.033...0.1) { dice in SIMD4(1, 1, 1, dice.next(0.3...1)) }
        return DrawWorkload(name: name, frames: frames(items, .add), sprites: [try dot(size: 30)])
    }

    private struct Tile {
        var place: SIMD2<Double>
        var speed: SIMD2<Double>
        var angle = 0.0
        let spin: Double
        let start: Int
    }

    private static func shatter(_ name: String, _ picture: Picture) throws -> DrawWorkload {
        let asset = try sprite(picture, size: 400).asset
        let tiles = (0..<400).map { index in
            Sprite(
                name: "tile",
                asset: asset,
                part: UnitRectangle(
                    origin: SIMD2(Double(index % 20), Double(index / 20)) / 20,
                    size: SIMD2(0.05, 0.05)
                )
            )
        }
        var dice = Dice()
        var state: [Tile] = (0..<400).map { index in
            Tile(
                place: SIMD2(Double(index % 20), Double(index / 20)) * 20 + 10,
                speed: SIMD2(dice.next(-1.6...1.6), dice.next(-4...0)),
                spin: dice.next(-0.12...0.12),
                start: Int(dice.next(2...22))
            )
        }
        let all = (0..<60).map { frame in
            let items = state.enumerated().reversed().map { item($0, $0, $1.place, rotation: $1.angle) }
            for index in state.indices where frame >= state[index].start {
                state[index].speed.y += 0.75
                state[index].place += state[index].speed
                state[index].angle += state[index].spin
            }
            return items
        }
        return DrawWorkload(name: name, frames: frames(all), sprites: tiles)
    }

    private static func whole(_ name: String, _ sprite: Sprite) throws -> DrawWorkload {
        let mask = DrawList.Mask(sprite: 1, position: SIMD2(200, 200), scale: SIMD2(10, 10), rotation: 0)
        let frames = drifting(300).map { items in
            DrawList(
                time: 0,
                groups: [DrawList.Group(layer: 0, opacity: 0.5, blend: .normal, items: items, mask: mask)]
            )
        }
        return DrawWorkload(name: name, frames: frames, sprites: [sprite, try dot(size: 30)])
    }

    /// An asset library with a single picture.
    private struct OnePicture: AssetLibrary {
        let picture: Picture

        func picture(_ source: String, maximumPixels: Int) -> Picture { picture }
        func glyphs(of text: TextStyle, maximumPixels: Int) -> Glyphs { .picture(picture, size: SIMD2(1, 1)) }
    }

    private static func sprite(_ picture: Picture, size: Double) throws -> Sprite {
        try sprite(["image": "picture", "size": .number(size)], OnePicture(picture: picture))
    }

    private static func dot(size: Double) throws -> Sprite {
        try sprite(["shape": "dot", "size": .number(size)], NoAssets())
    }

    private static func sprite(_ asset: JSONValue, _ library: any AssetLibrary) throws -> Sprite {
        let cell: JSONValue = ["birthRate": 0, "lifetime": 0, "contents": .null]
        let spec = try EffectSpec(
            json: ["assets": ["a": asset], "layers": [["emitterCells": [cell]]]],
            library: library
        )
        guard let asset = spec.assets["a"] else { throw MissingAsset() }
        return Sprite(name: "a", asset: asset)
    }

    private struct MissingAsset: Error {}

    /// Opaque hills and noise.
    private static func landscape(_ side: Int) -> Picture {
        var dice = Dice()
        let pixels = (0..<side * side).map { index -> UInt32 in
            let (x, y) = (Double(index % side) / Double(side), Double(index / side) / Double(side))
            let hill = 0.5 + 0.2 * sin(x * 9) + 0.05 * sin(x * 31)
            let sky = SIMD3<Double>(0.4 + 0.4 * y, 0.6 + 0.2 * y, 0.95)
            let ground = SIMD3<Double>(0.2 + 0.3 * y, 0.35 + 0.3 * y, 0.15) + dice.next(-0.05...0.05)
            let color = y < hill ? sky : ground
            let bytes = SIMD3<UInt32>((color * 255).rounded(.down))
            return bytes.x | bytes.y << 8 | bytes.z << 16 | 0xFF00_0000
        }
        return Picture(width: side, height: side, pixels: pixels)
    }

    /// A yellow disc with eyes on a transparent background.
    private static func face(_ side: Int) -> Picture {
        let pixels = (0..<side * side).map { index -> UInt32 in
            let (x, y) = (Double(index % side) + 0.5, Double(index / side) + 0.5)
            let half = Double(side) / 2
            let place = SIMD2(x - half, y - half) / half
            let alpha = min(1, max(0, (0.97 - (place * place).sum().squareRoot()) * half))
            let eye = min(abs(place.x - 0.35), abs(place.x + 0.35)) < 0.12 && abs(place.y + 0.2) < 0.2
            let mouth = abs(place.y - 0.45 + place.x * place.x * 0.5) < 0.06 && abs(place.x) < 0.5
            let skin = SIMD3<Double>(1, 0.8 - 0.15 * place.y, 0.2)
            let color = eye || mouth ? SIMD3<Double>(0.35, 0.2, 0.05) : skin
            let bytes = SIMD3<UInt32>((color * alpha * 255).rounded(.down))
            return bytes.x | bytes.y << 8 | bytes.z << 16 | UInt32(alpha * 255) << 24
        }
        return Picture(width: side, height: side, pixels: pixels)
    }
}

/// Times the rasterizer alone and prints a table of the workloads whose names contain `part`.
func measureDrawing(runs: Int, only part: String = "") throws {
    print("\ndrawing alone                            items/frame  milliseconds  ns/item  touched in the last frame")
    for workload in try DrawWorkload.all() where part.isEmpty || workload.name.contains(part) {
        _ = workload.measure()
        let results = (0..<runs).map { _ in workload.measure() }
        let time = results.map(\.milliseconds).min() ?? 0
        let items = workload.frames.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.items.count } }
        let name = workload.name + String(repeating: " ", count: max(0, 40 - workload.name.count))
        print(
            name,
            padded("\(items / workload.frames.count)", 11),
            padded(String(format: "%.1f", time), 13),
            padded(String(format: "%.0f", time * 1e6 / Double(items)), 8),
            padded("\(results[0].touched)", 8)
        )
    }
}
