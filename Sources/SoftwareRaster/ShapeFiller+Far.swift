internal import EffectModel

extension ShapeFiller {
    /// Draws a shape that extends far beyond the canvas: each line is clipped first, so that its ends fit into
    /// integers.
    @inline(never)
    mutating func drawFar(
        _ outline: FlatOutline,
        placement: Placement,
        paint: some WindowPaint,
        on target: inout some DrawingTarget
    ) {
        let corners = outline.points.map(placement.place)
        var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
        for corner in corners {
            // Farther out, differences might overflow; nothing of the shape could be drawn correctly anyway.
            guard abs(corner.x) < 1e150, abs(corner.y) < 1e150 else { return }
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
        }
        let canvas = SIMD2(Double(target.width), Double(target.height))
        guard low.x < canvas.x, low.y < canvas.y, high.x > 0, high.y > 0 else { return }
        low = pointwiseMax(low, SIMD2(0, 0)).rounded(.down)
        high = pointwiseMin(high, canvas).rounded(.up)
        let box = PolygonFiller.PixelBox(left: Int(low.x), top: Int(low.y), right: Int(high.x), bottom: Int(high.y))
        polygons.forEachWindow(box, on: &target) { window, surface in
            outline.forEachLine { Self.addCut(from: corners[$0], to: corners[$1], canvas, window) }
            paint.sweep(window, onto: &surface)
        }
    }

    /// Adds the part of a line on the rows of the canvas. To the left of the canvas only the crossed rows count, so the
    /// line is moved to just outside; to the right, the line has no effect.
    private static func addCut(
        from start: SIMD2<Double>,
        to end: SIMD2<Double>,
        _ canvas: SIMD2<Double>,
        _ window: CoverageWindow
    ) {
        // Always downward, so that neighbors clip the edge that they share at the same points.
        let isDown = start.y <= end.y
        let (a, b) = isDown ? (start, end) : (end, start)
        guard a.y < canvas.y, b.y > 0, a.y < b.y else { return }
        func x(at y: Double) -> Double { a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)) }
        func y(at x: Double) -> Double { a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)) }
        var cuts = [max(0, a.y), min(canvas.y, b.y)]
        for side in [-1, canvas.x + 1] where (a.x < side) != (b.x < side) {
            let cut = y(at: side)
            if cut > cuts[0], cut < cuts[cuts.count - 1] { cuts.append(cut) }
        }
        cuts.sort()
        for (top, bottom) in zip(cuts, cuts.dropFirst()) {
            let from = FixedPoint.rounded(SIMD2(min(canvas.x + 1, max(-1, x(at: top))), top))
            let to = FixedPoint.rounded(SIMD2(min(canvas.x + 1, max(-1, x(at: bottom))), bottom))
            if isDown { window.addLine(from: from, to: to) } else { window.addLine(from: to, to: from) }
        }
    }
}
