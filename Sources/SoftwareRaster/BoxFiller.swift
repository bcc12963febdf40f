internal import Memory

/// Opens windows on the canvas with the coverage of a placed box. An image thus has the same edges as a rectangle drawn
/// as a shape, and two boxes that share an edge fill its pixels between them.
struct BoxFiller {
    private var polygons = PolygonFiller()
    /// Corners in 1/256 pixel.
    private var corners: [SIMD2<Int>] = Array(repeating: SIMD2(0, 0), count: Self.mostCorners)
    private var cutter = BoxCutter()

    /// Maximum number of corners: a box clipped by the canvas has at most eight.
    private static let mostCorners = 8

    /// A placed box that may be visible.
    struct Box {
        fileprivate let corners: Int
        let pixels: PolygonFiller.PixelBox
        fileprivate let isInside: Bool
        /// Two opposite corners in 1/256 pixel if the sides are parallel to the canvas'; else `nil`.
        let upright: (low: SIMD2<Int>, high: SIMD2<Int>)?
    }

    /// Places a box of `size` around the center of `placement`. Its corners may be anything, even infinite or NaN.
    ///
    /// - Returns: `nil` if no part of the box is visible.
    @inline(__always)
    mutating func place(_ placement: Placement, size: SIMD2<Double>, on target: some DrawingTarget) -> Box? {
        let count = corners(placement, size: size, target: target)
        var box = PolygonFiller.FixedBox()
        for index in 0..<count { box.add(corners[index]) }
        guard let pixels = box.pixels(on: target), pixels.left < pixels.right, pixels.top < pixels.bottom else {
            return nil
        }
        let isInside =
            box.isInside(width: target.width, height: target.height)
            && pixels.bottom - pixels.top <= CoverageMask.rows(of: pixels.right - pixels.left)
        return Box(corners: count, pixels: pixels, isInside: isInside, upright: count == 4 ? upright : nil)
    }

    /// Two opposite corners if the four corners form a box parallel to the canvas; else `nil`.
    private var upright: (low: SIMD2<Int>, high: SIMD2<Int>)? {
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
        guard a.x == d.x, b.x == c.x, a.y == b.y, c.y == d.y else { return nil }
        return (pointwiseMin(a, c), pointwiseMax(a, c))
    }

    /// Calls `body` with windows that hold the edges of the box placed last, one after another; `body` must sweep each
    /// window.
    @inline(__always)
    mutating func forEachWindow<Target: DrawingTarget>(
        _ box: Box,
        on target: inout Target,
        _ body: (CoverageWindow, inout Surface<Target.Format>) -> Void
    ) {
        corners.withMemory { corners in
            polygons.forEachWindow(box.pixels, on: &target) { window, surface in
                window.addContour(corners, count: box.corners, isInside: box.isInside)
                body(window, &surface)
            }
        }
    }

    /// Writes the box's corners into `corners`.
    ///
    /// - Returns: Number of corners; 0 if no part of the box is visible.
    @inline(__always)
    private mutating func corners(
        _ placement: Placement,
        size: SIMD2<Double>,
        target: some DrawingTarget
    ) -> Int {
        let half = size / 2
        let (a, b) = (placement.place(-half), placement.place(SIMD2(half.x, -half.y)))
        let (c, d) = (placement.place(half), placement.place(SIMD2(-half.x, half.y)))
        if FixedPoint.isNear(a), FixedPoint.isNear(b), FixedPoint.isNear(c), FixedPoint.isNear(d) {
            corners[0] = FixedPoint.rounded(a)
            corners[1] = FixedPoint.rounded(b)
            corners[2] = FixedPoint.rounded(c)
            corners[3] = FixedPoint.rounded(d)
            return 4
        }
        let cut = cutter.cut([a, b, c, d], width: target.width, height: target.height)
        for (index, corner) in cut.prefix(Self.mostCorners).enumerated() {
            corners[index] = FixedPoint.rounded(corner)
        }
        return min(cut.count, Self.mostCorners)
    }
}

/// Clips boxes that extend so far beyond the canvas that their corners do not fit into integers.
struct BoxCutter {
    private var corners: [SIMD2<Double>] = []
    private var spare: [SIMD2<Double>] = []

    /// Part of a convex outline on the canvas or within a pixel around it, so that no cut is visible; empty if any
    /// coordinate is NaN.
    @inline(never)
    mutating func cut(_ outline: [SIMD2<Double>], width: Int, height: Int) -> [SIMD2<Double>] {
        corners = outline
        let limit = SIMD2(Double(width + 1), Double(height + 1))
        cut(SIMD2(1, 0), -1)
        cut(SIMD2(-1, 0), -limit.x)
        cut(SIMD2(0, 1), -1)
        cut(SIMD2(0, -1), -limit.y)
        guard corners.count >= 3 else { return [] }
        for corner in corners {
            // NaN, or not where a cut would leave the corner: nothing that could be drawn.
            guard corner.x >= -1, corner.y >= -1, corner.x <= limit.x, corner.y <= limit.y else { return [] }
        }
        return corners
    }

    /// Keeps the part with `direction · p ≥ bound`.
    private mutating func cut(_ direction: SIMD2<Double>, _ bound: Double) {
        func depth(_ p: SIMD2<Double>) -> Double { (p * direction).sum() - bound }
        guard !corners.allSatisfy({ depth($0) >= 0 }) else { return }
        spare.removeAll(keepingCapacity: true)
        for index in corners.indices {
            let (a, b) = (corners[index], corners[index + 1 == corners.count ? 0 : index + 1])
            let (here, there) = (depth(a), depth(b))
            if here >= 0 { spare.append(a) }
            guard (here >= 0) != (there >= 0) else { continue }
            // Always from the inside: boxes that share an edge cut it at the same point.
            let (inside, outside, share) = here >= 0 ? (a, b, here / (here - there)) : (b, a, there / (there - here))
            var point = inside + (outside - inside) * share
            if direction.x != 0 { point.x = bound * direction.x } else { point.y = bound * direction.y }
            spare.append(point)
        }
        swap(&corners, &spare)
    }
}
