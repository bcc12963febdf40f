import EffectCoding
import EffectModel
import Foundation
import SoftwareRaster
import StrictJSON

/// Draw lists without a simulation, which isolate the cost of drawing.
struct Drawing {
    let name: String
    let width: Int
    let height: Int
    let frames: [DrawList]

    static let all = [
        Drawing("pieces 400×400", 400, 400, .pieces()),
        Drawing("the same on 1920×1080", 1920, 1080, .pieces(around: SIMD2(960, 540))),
        Drawing("spread over 1920×1080", 1920, 1080, .pieces(around: SIMD2(960, 540), within: SIMD2(1900, 1060))),
        Drawing("rectangles, opaque", 400, 400, .pieces(circles: 0, translucent: 0)),
        Drawing("circles, translucent", 400, 400, .pieces(circles: 1, translucent: 1)),
        Drawing("pieces, added", 400, 400, .pieces(blend: .add)),
        Drawing("ribbons of 16 points", 400, 400, .ribbons),
    ]

    private init(_ name: String, _ width: Int, _ height: Int, _ frames: [DrawList]) {
        (self.name, self.width, self.height, self.frames) = (name, width, height, frames)
    }

    /// Milliseconds of processor time for all frames, and the number of items drawn.
    func measure() throws -> (milliseconds: Double, items: Int) {
        var rasterizer = Rasterizer(
            width: width,
            height: height,
            background: .transparent,
            sprites: try Self.sprites
        )
        // Warm-up: the canvas memory is allocated once, not for each frame.
        for list in frames { rasterizer.draw(list) }
        let start = processorTime()
        for list in frames { rasterizer.draw(list) }
        return (processorTime() - start, frames.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.items.count } })
    }

    /// A square and a circle of 12 points.
    private static var sprites: [Sprite] {
        get throws {
            let idle: JSONValue = ["birthRate": 0, "lifetime": 0, "contents": .null]
            let shapes: JSONValue = [
                "square": ["shape": "square", "size": 12], "circle": ["shape": "circle", "size": 12],
            ]
            let spec = try EffectSpec(json: ["assets": shapes, "layers": [["emitterCells": [idle]]]])
            return ["square", "circle"].compactMap { name in
                spec.assets[name].map { Sprite(name: name, asset: $0) }
            }
        }
    }
}

extension [DrawList] {
    /// Ninety frames of 300 drifting, turning rectangles and circles of 8–12 px.
    ///
    /// - Parameters:
    ///   - circles: Fraction of the pieces that are circles.
    ///   - translucent: Fraction of the pieces that are translucent.
    static func pieces(
        circles: Double = 0.5,
        translucent: Double = 0.5,
        around middle: SIMD2<Double> = SIMD2(200, 200),
        within size: SIMD2<Double> = SIMD2(380, 380),
        blend: DrawList.Blend = .normal
    ) -> [DrawList] {
        var random = Sequence(state: 1)
        let first = (0..<300).map { id -> DrawList.Item in
            let isCircle = random.next() < circles
            let side = random.next(8...12) / 12
            let alpha = random.next() < translucent ? random.next(0.3...0.9) : 1
            return DrawList.Item(
                id: id,
                cell: 0,
                sprite: isCircle ? 1 : 0,
                age: 0,
                position: middle + (SIMD2(random.next(), random.next()) - 0.5) * size,
                z: 0,
                scale: SIMD2(side, isCircle ? side : random.next(8...12) / 12),
                rotation: random.next(0...6),
                color: SIMD4(random.next(), random.next(), random.next(), alpha)
            )
        }
        let motion = first.map { _ in SIMD3(random.next(-1...1), random.next(-1...1), random.next(-0.3...0.3)) }
        return (0..<90).map { frame in
            let items = zip(first, motion).map { item, motion in
                var item = item
                item.position += SIMD2(motion.x, motion.y) * Double(frame)
                item.position = (item.position * 256).rounded(.down) / 256
                item.rotation += motion.z * Double(frame)
                return item
            }
            let group = DrawList.Group(layer: 0, opacity: 1, blend: blend, items: items)
            return DrawList(time: Double(frame) / 30, groups: [group])
        }
    }

    /// Ninety frames of 100 ribbons, 60 px long, 6 px wide at the head.
    static var ribbons: [DrawList] {
        (0..<90).map { frame in
            let ribbons = (0..<100).map { index -> DrawList.Ribbon in
                let start = Double(frame) * 0.05 + Double(index)
                let points = (0..<16).map { step -> SIMD2<Double> in
                    let angle = start - Double(step) * 0.05
                    let radius = 40 + 1.4 * Double(index)
                    let place = SIMD2(200 + radius * cos(angle), 200 + radius * sin(angle))
                    return (place * 256).rounded(.down) / 256
                }
                return DrawList.Ribbon(points: points, width: SIMD2(6, 1), color: SIMD4(1, 0.6, 0.2, 0.8), endAlpha: 0)
            }
            let items = ribbons.indices.map { index in
                DrawList.Item(
                    id: index,
                    cell: 0,
                    sprite: -1,
                    age: 0,
                    position: SIMD2(0, 0),
                    z: 0,
                    scale: SIMD2(1, 1),
                    rotation: 0,
                    color: SIMD4(1, 1, 1, 1),
                    ribbon: index
                )
            }
            let group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: items, ribbons: ribbons)
            return DrawList(time: Double(frame) / 30, groups: [group])
        }
    }
}

/// Deterministic pseudorandom numbers.
private struct Sequence {
    var state: UInt64

    /// The next number in 0..<1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24)
    }

    mutating func next(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * next()
    }
}
