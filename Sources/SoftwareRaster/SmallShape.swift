internal import CKernels
internal import EffectModel
internal import Memory

/// Fills shapes of a few pixels that are wholly on the canvas, in a single kernel call: pieces of confetti, not
/// backgrounds.
struct SmallShape {
    private let kernels: RasterKernels

    init(_ kernels: RasterKernels = RasterKernels()) { self.kernels = kernels }

    /// The contours of an outline.
    struct Contours {
        /// Corners in 1/256 pixel.
        let corners: MemoryView<SIMD2<Int>>
        /// End of each contour, counted from the first corner.
        let ends: MemoryView<Int>
        /// Number of contours.
        let count: Int

        /// Number of corners of all contours.
        var cornerCount: Int { count > 0 ? ends[count &- 1] : 0 }
    }

    /// Fills an outline by the nonzero rule.
    ///
    /// - Parameter contours: Contours whose corners are all within `box`, borders included.
    /// - Returns: Whether the outline was filled; false if the box is too large or too near the end of the canvas, or
    ///   if there are too many corners.
    @inline(__always)
    func fill<Target: DrawingTarget>(
        _ contours: Contours,
        box: PolygonFiller.PixelBox,
        ink: Ink,
        blend: DrawList.Blend,
        on target: inout Target
    ) -> Bool {
        let (width, rows) = (box.right &- box.left, box.bottom &- box.top)
        guard width <= HANABI_POLYGON_WIDTH, rows <= HANABI_POLYGON_ROWS, width > 0, rows > 0,
            (box.bottom &- 1) &* target.width &+ box.left &+ HANABI_POLYGON_WIDTH <= target.pixels.count,
            contours.count > 0, contours.cornerCount <= HANABI_POLYGON_CORNERS
        else { return false }
        let place = hanabi_box(left: box.left, top: box.top, width: width, rows: rows)
        target.withMarkedSurface { surface, frame in
            let drawn = kernels.fill(contours, in: place, ink: ink.raw(inFrame: frame), blend: blend, on: surface)
            if drawn > 0 { surface.touch(rows: box.top..<box.bottom) }
        }
        return true
    }
}
