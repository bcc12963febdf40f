internal import EffectModel
internal import Memory

/// Draws soft round dots of any size, possibly squeezed to an ellipse.
///
/// Each pixel has the alpha at its center. Dots of only a few pixels are sampled at sixteen points of each pixel, and
/// dots thinner than a pixel are drawn a pixel thick and fainter instead, so that a small star keeps its light while it
/// moves from pixel to pixel.
struct DotFiller {
    private let kernels: RasterKernels
    private var boxes = BoxFiller()
    /// Coverage of a row of a partial dot.
    private var row: [UInt32] = []

    /// Half axes in pixels below which a dot is sampled several times per pixel: sampled at pixel centers alone, its
    /// light would change by more than a fiftieth with its position.
    static let small = 2.0
    /// Minimum half axis in pixels. Sampled four times across each pixel, it is as smooth as ``small`` is with one
    /// sample.
    private static let thinnest = 0.5

    init(_ kernels: RasterKernels = RasterKernels()) { self.kernels = kernels }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that the item covers).
    mutating func draw<Target: DrawingTarget>(
        _ shape: DotShape,
        item: DrawList.Item,
        blend: DrawList.Blend,
        on target: inout Target
    ) {
        typealias Format = Target.Format
        let isWhole = shape.isWhole
        let placement = Placement(item)
        guard var spot = Ellipse(shape.whole, placement, thinnest: isWhole ? Self.thinnest : 0) else { return }
        let ink = DotInk(item.color * SIMD4(1, 1, 1, spot.light))
        guard Format.isSeen(ink) else { return }
        let part = isWhole ? nil : (placement: placement, size: shape.size)
        if !isWhole { spot.position = placement.place(-shape.middle) }
        spot.position -= 0.5  // pixel centers are integers from here on
        if isWhole, spot.thickness >= Self.small { return draw(spot, ink: ink, blend: blend, on: &target) }
        switch blend {
        case .normal:
            draw(DotRow(spot), part: part, painter: GlowPainter(ink: ink, blender: OverBlender<Format>()), on: &target)
        case .add:
            draw(DotRow(spot), part: part, painter: GlowPainter(ink: ink, blender: SumBlender<Format>()), on: &target)
        case .screen, .maximum:
            let painter = GlowPainter(ink: ink, blender: AnyBlender<Format>(blend: blend))
            draw(DotRow(spot), part: part, painter: painter, on: &target)
        }
    }

    /// Draws a whole dot that is sampled at pixel centers.
    private func draw(
        _ spot: Ellipse,
        ink: DotInk,
        blend: DrawList.Blend,
        on target: inout some DrawingTarget
    ) {
        let (top, bottom) = (spot.position.y - spot.height, spot.position.y + spot.height)
        let rows = Self.indices(top, bottom, within: target.height)
        if rows.isEmpty { return }
        let glow = spot.glow(ink)
        target.withSurface { surface in
            if kernels.fill(glow, blend: blend, on: surface) > 0 { surface.touch(rows: rows) }
        }
    }

    /// Draws a whole small dot, or a part of a dot with the straight edges of an image.
    @inline(__always)
    private mutating func draw<Target: DrawingTarget>(
        _ lines: DotRow,
        part: (placement: Placement, size: SIMD2<Double>)?,
        painter: GlowPainter<some Blender<Target.Format>>,
        on target: inout Target
    ) {
        guard let part else { return target.withSurface { lines.draw(painter, on: &$0) } }
        if row.count < target.width + 4 { row = Array(repeating: 0, count: target.width + 4) }
        guard let box = boxes.place(part.placement, size: part.size, on: target) else { return }
        row.withMutableMemory { row in
            boxes.forEachWindow(box, on: &target) { window, surface in
                for index in 0..<window.rows {
                    let columns = window.takeRow(index, into: row)
                    let part = window.left + columns.lowerBound..<window.left + columns.upperBound
                    lines.draw(window.top + index, part, coverage: row.readOnly, painter: painter, on: &surface)
                }
            }
        }
    }

    /// Integers from `low` to `high` within `0..<count`; none if either is NaN.
    @inline(__always)
    static func indices(_ low: Double, _ high: Double, within count: Int) -> Range<Int> {
        guard high >= 0, low <= Double(count), low <= high else { return 0..<0 }
        // Both can be converted without a trap here. `rounded` would be a call.
        let cut = low > 0 ? Int(low) : 0
        let first = Double(cut) < low ? cut + 1 : cut
        let end = high < Double(count) ? Int(high) + 1 : count
        return first < end ? first..<min(end, count) : 0..<0
    }
}

/// Shape of a dot's sprite. A sprite holds more, and copying it for each star would take as long as drawing it.
struct DotShape {
    /// Sides of the box that the whole dot fills.
    let whole: SIMD2<Double>
    /// Sides of the drawn part, and the offset of its center from the whole dot's center.
    let size: SIMD2<Double>
    let middle: SIMD2<Double>
    let isWhole: Bool

    init(_ sprite: Sprite) {
        (whole, size, middle) = (sprite.asset.size, sprite.size, sprite.middle)
        isWhole = sprite.part == .whole
    }
}
