internal import CKernels
internal import EffectModel

/// Fills shapes of a few pixels that are wholly on the canvas, in a single kernel call: pieces of confetti, not
/// backgrounds.
struct SmallShape {
    private let kernels: UnsafePointer<hanabi_kernels>

    init(_ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.kernels = kernels }

    /// Fills an outline by the nonzero rule.
    ///
    /// - Parameters:
    ///   - corners: Corners in 1/256 pixel, all within `box`, borders included.
    ///   - ends: End of each contour, counted from the first corner.
    /// - Returns: Whether the outline was filled; false if the box is too large or too near the end of the canvas, or
    ///   if there are too many corners.
    @inline(__always)
    func fill<Target: DrawingTarget>(
        _ corners: UnsafeBufferPointer<SIMD2<Int>>,
        ends: UnsafeBufferPointer<Int>,
        box: PolygonFiller.PixelBox,
        ink: Ink,
        blend: DrawList.Blend,
        on target: inout Target
    ) -> Bool {
        let (width, rows) = (box.right &- box.left, box.bottom &- box.top)
        guard width <= HANABI_POLYGON_WIDTH, rows <= HANABI_POLYGON_ROWS, width > 0, rows > 0,
            (box.bottom &- 1) &* target.width &+ box.left &+ HANABI_POLYGON_WIDTH <= target.pixels.count,
            let corners = corners.baseAddress, let first = ends.baseAddress,
            !ends.isEmpty, ends[ends.count &- 1] <= HANABI_POLYGON_CORNERS
        else { return false }
        let outline = hanabi_outline(
            corners: UnsafeRawPointer(corners).assumingMemoryBound(to: Int64.self),
            ends: UnsafeRawPointer(first).assumingMemoryBound(to: Int64.self),
            count: ends.count
        )
        let place = hanabi_box(left: box.left, top: box.top, width: width, rows: rows)
        target.withMarkedSurface { surface, frame in
            var raw = surface.raw
            let drawn = kernels.pointee.fill_polygon(&raw, outline, place, ink.raw(inFrame: frame), blend.raw)
            if drawn > 0 { surface.touch(rows: box.top..<box.bottom) }
        }
        return true
    }
}
