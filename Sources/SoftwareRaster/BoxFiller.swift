/// Opens windows on the canvas that hold the coverage of a placed box: a picture has the edges that a rectangle drawn as a
/// shape has, and two boxes that share an edge fill its pixels between them.
struct BoxFiller {
    private var polygons = PolygonFiller()
    /// In 1/256 pixel.
    private var corners: [SIMD2<Int>] = Array(repeating: SIMD2(0, 0), count: Self.mostCorners)
    private var cutter = BoxCutter()

    /// A box cut by the canvas has at most eight.
    private static let mostCorners = 8

    /// A placed box that may be seen.
    struct Box {
        fileprivate let corners: Int
        let pixels: PolygonFiller.PixelBox
        fileprivate let isInside: Bool
        /// Its two opposite corners in 1/256 pixel, if its sides lie along the canvas'.
        let upright: (low: SIMD2<Int>, high: SIMD2<Int>)?
    }

    /// Places a box of `size` around the middle of what is placed. Its corners may be anything, even infinite or not
    /// numbers.
    ///
    /// - Returns: `nil` if nothing of it can be seen.
    @inline(__always)
    mutating func place(_ placement: Placement, size: SIMD2<Double>, on target: some DrawingTarget) -> Box? {
        let count = corners(placement, size, target)
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

    /// Of four corners, the first and the third if each of the others shares a side with both.
    private var upright: (low: SIMD2<Int>, high: SIMD2<Int>)? {
        let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
        guard a.x == d.x, b.x == c.x, a.y == b.y, c.y == d.y else { return nil }
        return (pointwiseMin(a, c), pointwiseMax(a, c))
    }

    /// Hands out windows that hold the edges of the box that was placed last, one after another; `body` must sweep them.
    @inline(__always)
    mutating func forEachWindow<Target: DrawingTarget>(
        _ box: Box,
        on target: inout Target,
        _ body: (CoverageWindow, inout Surface<Target.Format>) -> Void
    ) {
        corners.withUnsafeBufferPointer { corners in
            polygons.forEachWindow(box.pixels, on: &target) { window, surface in
                window.addContour(UnsafeBufferPointer(rebasing: corners[..<box.corners]), isInside: box.isInside)
                body(window, &surface)
            }
        }
    }

    /// Puts the box's corners into `corners`.
    ///
    /// - Returns: How many they are; 0 if nothing of it can be seen.
    @inline(__always)
    private mutating func corners(
        _ placement: Placement,
        _ size: SIMD2<Double>,
        _ target: some DrawingTarget
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

/// Cuts boxes that reach so far beyond the canvas that their corners do not fit into integers.
struct BoxCutter {
    private var corners: [SIMD2<Double>] = []
    private var spare: [SIMD2<Double>] = []

    /// What of a convex outline lies on the canvas or within a pixel around it, so that no cut is seen; nothing if any of
    /// it is no number.
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
            // Not a number, or not where a cut leaves it: nothing that could be drawn.
            guard corner.x >= -1, corner.y >= -1, corner.x <= limit.x, corner.y <= limit.y else { return [] }
        }
        return corners
    }

    /// Keeps what lies where `direction · p ≥ bound`.
    private mutating func cut(_ direction: SIMD2<Double>, _ bound: Double) {
        func depth(_ p: SIMD2<Double>) -> Double { (p * direction).sum() - bound }
        guard !corners.allSatisfy({ depth($0) >= 0 }) else { return }
        spare.removeAll(keepingCapacity: true)
        for index in corners.indices {
            let (a, b) = (corners[index], corners[index + 1 == corners.count ? 0 : index + 1])
            let (here, there) = (depth(a), depth(b))
            if here >= 0 { spare.append(a) }
            guard (here >= 0) != (there >= 0) else { continue }
            // Always from the inside: boxes that share an edge cut it at the same place.
            let (inside, outside, share) = here >= 0 ? (a, b, here / (here - there)) : (b, a, there / (there - here))
            var point = inside + (outside - inside) * share
            if direction.x != 0 { point.x = bound * direction.x } else { point.y = bound * direction.y }
            spare.append(point)
        }
        swap(&corners, &spare)
    }
}
