internal import EffectModel
internal import Memory

/// Fills outlines, always from the geometry at the current size and angle, never from a bitmap for another size.
struct ShapeFiller {
    private let isEvenOdd: [Bool]
    private let small = SmallShape()
    var polygons = PolygonFiller()
    private var cache: FlatOutlineCache
    private var fills: GradientFills
    /// Corners of the current shape, in 1/256 pixel.
    private var corners: [SIMD2<Int>] = []

    init(_ sprites: [Sprite]) {
        isEvenOdd = sprites.map { $0.asset.outline.fillRule == .evenodd }
        cache = FlatOutlineCache(sprites)
        fills = GradientFills(sprites)
    }

    /// Draws an item's outline.
    mutating func draw<Target: DrawingTarget>(
        _ item: DrawList.Item,
        blend: DrawList.Blend,
        on target: inout Target
    ) {
        let ink = Ink(item.color)
        guard Target.Format.isSeen(ink) else { return }
        let placement = Placement(item)
        guard placement.isFinite else { return }
        let outline = cache.outline(of: item.sprite, scale: placement.stretch)
        // Placing many points takes longer than finding out that none is on the canvas.
        if outline.points.count >= Self.fewestToBound,
            Self.isOff(outline, placement, width: target.width, height: target.height)
        {
            return
        }
        if fills.areUsed, let fill = fills.fill(of: item.sprite) {
            return draw(cache.flat(outline), fill: fill, as: item, placement, blend, on: &target)
        }
        let paint = Paint(ink: ink, rule: CoverageRule(isEvenOdd: isEvenOdd[item.sprite]), blend: blend)

        let count = outline.points.count
        guard count > 0 else { return }
        if corners.count < count { corners = Array(repeating: SIMD2(0, 0), count: count) }
        let near = Self.place(cache.points, outline: outline, placement: placement, corners: &corners)
        guard let box = near else {
            return drawFar(cache.flat(outline), placement: placement, paint: paint, on: &target)
        }
        guard let pixels = box.pixels(on: target) else { return }
        let isWhole = box.isInside(width: target.width, height: target.height)
        if isWhole, !isEvenOdd[item.sprite] {
            let isDone = corners.withMemory { corners in
                cache.ends.withMemory { ends in
                    let contours = SmallShape.Contours(
                        corners: corners,
                        ends: ends.suffix(from: outline.ends.lowerBound),
                        count: outline.ends.count
                    )
                    return small.fill(contours, box: pixels, ink: ink, blend: blend, on: &target)
                }
            }
            if isDone { return }
        }
        // A shape that is wholly on the canvas and fits into one window is inside the window.
        let isInside =
            isWhole
            && pixels.bottom - pixels.top <= CoverageMask.rows(of: pixels.right - pixels.left)
        polygons.forEachWindow(pixels, on: &target) { window, surface in
            corners.withMemory { corners in
                var start = 0
                for contour in outline.ends {
                    let end = cache.ends[contour]
                    window.addContour(corners.suffix(from: start), count: end - start, isInside: isInside)
                    start = end
                }
            }
            paint.sweep(window, onto: &surface)
        }
    }

    /// Fewest points of an outline whose box is placed first.
    private static let fewestToBound = 64

    /// Whether the box around an outline is off the canvas, which it may be on without a point of the outline.
    private static func isOff(
        _ outline: FlatOutlineCache.Kept,
        _ placement: Placement,
        width: Int,
        height: Int
    ) -> Bool {
        let (middle, half) = ((outline.low + outline.high) / 2, (outline.high - outline.low) / 2)
        let center = placement.place(middle)
        let across = placement.place(middle + SIMD2(half.x, 0)) - center
        let down = placement.place(middle + SIMD2(0, half.y)) - center
        let reach = SIMD2(abs(across.x) + abs(down.x), abs(across.y) + abs(down.y))
        let (low, high) = (center - reach, center + reach)
        // A pixel more than rounding takes.
        return high.x < -1 || high.y < -1 || low.x > Double(width) + 1 || low.y > Double(height) + 1
    }

    /// Draws an outline other than a sprite's, in an item's place. It is valid at this time alone, so nothing is
    /// cached.
    mutating func draw<Target: DrawingTarget>(_ outline: Outline, as item: DrawList.Item, on target: inout Target) {
        guard let (flat, placement, paint) = Self.flat(outline, as: item, .normal, in: Target.Format.self) else {
            return
        }
        drawFar(flat, placement: placement, paint: paint, on: &target)
    }

    /// Flattened outline with its placement and paint; `nil` if it would be invisible.
    private static func flat<Format: PixelFormat>(
        _ outline: Outline,
        as item: DrawList.Item,
        _ blend: DrawList.Blend,
        in format: Format.Type
    ) -> (FlatOutline, Placement, Paint)? {
        let ink = Ink(item.color)
        let placement = Placement(item)
        guard Format.isSeen(ink), placement.isFinite else { return nil }
        let isEvenOdd = outline.fillRule == .evenodd
        var flat = FlatOutline(outline, scale: placement.stretch)
        if isEvenOdd { flat = flat.nested() }
        guard !flat.points.isEmpty else { return nil }
        return (flat, placement, Paint(ink: ink, rule: CoverageRule(isEvenOdd: isEvenOdd), blend: blend))
    }

    /// Draws an outline of an item's own, which is not cached either.
    ///
    /// Unlike masks, whose results must stay the same to the last bit, it takes the fast path if it is near the canvas.
    mutating func draw<Target: DrawingTarget>(
        _ outline: Outline,
        as item: DrawList.Item,
        _ blend: DrawList.Blend,
        on target: inout Target
    ) {
        guard let (flat, placement, paint) = Self.flat(outline, as: item, blend, in: Target.Format.self) else { return }
        draw(flat, placement: placement, paint: paint, on: &target)
    }

    /// Draws an item's outline in the colors of a gradient.
    @inline(never)
    private mutating func draw(
        _ flat: FlatOutline,
        fill: GradientFills.Fill,
        as item: DrawList.Item,
        _ placement: Placement,
        _ blend: DrawList.Blend,
        on target: inout some DrawingTarget
    ) {
        guard !flat.points.isEmpty else { return }
        let isEvenOdd = isEvenOdd[item.sprite]
        // Taken out, since the closure draws with the rest of the filler.
        var own = GradientFills([])
        swap(&own, &fills)
        defer { swap(&own, &fills) }
        own.withReader(of: fill, at: placement) { reader in
            let paint = GradientPaint(reader: reader, ink: Ink(item.color), isEvenOdd: isEvenOdd, blend: blend)
            draw(flat, placement: placement, paint: paint, on: &target)
        }
    }

    /// Draws an outline that is near the canvas by the fast path.
    private mutating func draw(
        _ flat: FlatOutline,
        placement: Placement,
        paint: some WindowPaint,
        on target: inout some DrawingTarget
    ) {
        guard placement.bound(for: flat.extent) < FixedPoint.farthest else {
            return drawFar(flat, placement: placement, paint: paint, on: &target)
        }
        var box = PolygonFiller.FixedBox()
        let corners = flat.points.map { FixedPoint.rounded(placement.place($0)) }
        for corner in corners { box.add(corner) }
        guard let pixels = box.pixels(on: target) else { return }
        let isInside =
            box.isInside(width: target.width, height: target.height)
            && pixels.bottom - pixels.top <= CoverageMask.rows(of: pixels.right - pixels.left)
        polygons.forEachWindow(pixels, on: &target) { window, surface in
            corners.withMemory { corners in
                var start = 0
                for end in flat.ends {
                    window.addContour(corners.suffix(from: start), count: end - start, isInside: isInside)
                    start = end
                }
            }
            paint.sweep(window, onto: &surface)
        }
    }

    /// Places the outline's points on the canvas, into `corners`, and returns their bounding box; `nil` if some are too
    /// far away.
    @inline(__always)
    private static func place(
        _ all: [SIMD2<Double>],
        outline: FlatOutlineCache.Kept,
        placement: Placement,
        corners: inout [SIMD2<Int>]
    ) -> PolygonFiller.FixedBox? {
        let bound = placement.bound(for: outline.extent)
        // Few shapes are so large that their corners have to be checked one by one.
        if bound >= FixedPoint.farthest {
            guard all[outline.points].allSatisfy({ FixedPoint.isNear(placement.place($0)) }) else { return nil }
        }
        return all.withMemory { all in
            let points = all.suffix(from: outline.points.lowerBound)
            return corners.withMutableMemory { corners in
                let first = FixedPoint.whole(placement.place(points[0]))
                var (low, high) = (first, first)
                for index in 0..<outline.points.count {
                    let corner = FixedPoint.whole(placement.place(points[index]))
                    low.replace(with: corner, where: corner .< low)
                    high.replace(with: corner, where: corner .> high)
                    corners[index] = FixedPoint.integers(corner)
                }
                return PolygonFiller.FixedBox(low: FixedPoint.integers(low), high: FixedPoint.integers(high))
            }
        }
    }
}
