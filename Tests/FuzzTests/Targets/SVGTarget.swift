import EffectCoding
import EffectModel
import SoftwareRaster
import StrictJSON

/// SVG path data, parsed, written again, and drawn at several sizes.
enum SVGTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let path = try? SVGPath(text) else { return }
        try promise(
            path.outline.bounds.map { all($0.low) && all($0.high) } ?? true,
            "points beyond what is allowed: \(path.outline.bounds.debugDescription)"
        )
        for fillRule in ["nonzero", "evenodd"] {
            let asset: JSONValue = ["path": .string(text), "size": [12, 9], "fillRule": .string(fillRule)]
            let cell: JSONValue = ["birthRate": 0, "lifetime": 0, "contents": .null]
            // A nearly empty bounding box has no size to draw at.
            let spec = try? EffectSpec(json: ["assets": ["a": asset], "layers": [["emitterCells": [cell]]]])
            guard let spec, let asset = spec.assets["a"] else { return }
            try SpecTarget.checkDocument(of: spec)
            draw(Sprite(name: "a", asset: asset))
        }
    }

    private static func all(_ point: SIMD2<Double>) -> Bool {
        abs(point.x) <= SVGPath.maximumCoordinate && abs(point.y) <= SVGPath.maximumCoordinate
    }

    private static func draw(_ sprite: Sprite) {
        var rasterizer = Rasterizer(width: 24, height: 16, background: .transparent, sprites: [sprite])
        for (scale, rotation) in [(SIMD2(1.0, 1.0), 0.0), (SIMD2(0.05, -2.0), 0.7), (SIMD2(300.0, 90.0), -3.0)] {
            let item = DrawList.Item(
                id: 0,
                cell: 0,
                sprite: 0,
                age: 0,
                position: SIMD2(12.25, 7.5),
                z: 0,
                scale: scale,
                skew: rotation,
                rotation: rotation,
                color: SIMD4(1, 0.5, 0, 0.75)
            )
            rasterizer.draw(
                DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])])
            )
        }
    }
}
