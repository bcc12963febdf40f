internal import EffectModel

/// Fills outlines: always from the geometry, at the size and angle at hand, never from a bitmap made for another size.
struct ShapeFiller {
    private let isEvenOdd: [Bool]
    var polygons = PolygonFiller()
    private var cache: FlatOutlineCache
    /// Corners of the shape at hand, in 1/256 pixel.
    private var corners: [SIMD2<Int>] = []

    init(_ sprites: [Sprite]) {
        isEvenOdd = sprites.map { $0.asset.outline.fillRule == .evenodd }
        cache = FlatOutlineCache(sprites)
    }

    /// Draws one item's outline.
    mutating func draw(_ item: DrawList.Item, blend: DrawList.Blend, on target: inout Bitmap) {
        let ink = Ink(item.color)
        guard ink.solid != 0 else { return }
        let placement = Placement(item)
        guard placement.isFinite else { return }
        let outline = cache.outline(of: item.sprite, scale: placement.stretch)
        let paint = PolygonFiller.Paint(ink: ink, isEvenOdd: isEvenOdd[item.sprite], blend: blend)

        var (low, high) = (SIMD2(Int.max, .max), SIMD2(Int.min, .min))
        corners.removeAll(keepingCapacity: true)
        for point in outline.points {
            let corner = placement.place(point)
            guard FixedPoint.isNear(corner) else { return drawFar(outline, placement, paint, on: &target) }
            let rounded = FixedPoint.rounded(corner)
            low = SIMD2(min(low.x, rounded.x), min(low.y, rounded.y))
            high = SIMD2(max(high.x, rounded.x), max(high.y, rounded.y))
            corners.append(rounded)
        }
        guard !corners.isEmpty else { return }
        let box = PolygonFiller.PixelBox(
            left: max(0, low.x >> 8),
            top: max(0, low.y >> 8),
            right: min(target.width, (high.x + 255) >> 8),
            bottom: min(target.height, (high.y + 255) >> 8)
        )
        polygons.fill(box, paint, on: &target) { window in
            corners.withUnsafeBufferPointer { corners in
                var start = 0
                for end in outline.ends {
                    var from = corners[end - 1]
                    for index in start..<end {
                        let to = corners[index]
                        window.addLine(from: from, to: to)
                        from = to
                    }
                    start = end
                }
            }
        }
    }
}
