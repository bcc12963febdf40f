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

        let count = outline.points.count
        if corners.count < count { corners = Array(repeating: SIMD2(0, 0), count: count) }
        var (lowX, lowY, highX, highY) = (Int.max, Int.max, Int.min, Int.min)
        let isNear = corners.withUnsafeMutableBufferPointer { corners in
            outline.points.withUnsafeBufferPointer { points in
                for index in 0..<count {
                    let corner = placement.place(points[index])
                    guard FixedPoint.isNear(corner) else { return false }
                    let rounded = FixedPoint.rounded(corner)
                    lowX = min(lowX, rounded.x)
                    lowY = min(lowY, rounded.y)
                    highX = max(highX, rounded.x)
                    highY = max(highY, rounded.y)
                    corners[index] = rounded
                }
                return true
            }
        }
        guard isNear else { return drawFar(outline, placement, paint, on: &target) }
        guard count > 0 else { return }
        let box = PolygonFiller.PixelBox(
            left: max(0, lowX >> 8),
            top: max(0, lowY >> 8),
            right: min(target.width, (highX + 255) >> 8),
            bottom: min(target.height, (highY + 255) >> 8)
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
