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
        let paint = Paint(ink: ink, rule: CoverageRule(isEvenOdd: isEvenOdd[item.sprite]), blend: blend)

        let count = outline.points.count
        if corners.count < count { corners = Array(repeating: SIMD2(0, 0), count: count) }
        var box = PolygonFiller.FixedBox()
        let isNear = corners.withUnsafeMutableBufferPointer { corners in
            outline.points.withUnsafeBufferPointer { points in
                for index in 0..<count {
                    let corner = placement.place(points[index])
                    guard FixedPoint.isNear(corner) else { return false }
                    let rounded = FixedPoint.rounded(corner)
                    box.add(rounded)
                    corners[index] = rounded
                }
                return true
            }
        }
        guard isNear else { return drawFar(outline, placement, paint, on: &target) }
        guard let pixels = box.pixels(on: target) else { return }
        polygons.forEachWindow(pixels, on: &target) { window, surface in
            corners.withUnsafeBufferPointer { corners in
                outline.forEachLine { window.addLine(from: corners[$0], to: corners[$1]) }
            }
            paint.sweep(window, onto: &surface)
        }
    }
}
