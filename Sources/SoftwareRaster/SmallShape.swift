internal import CVector
internal import EffectModel

/// Fills shapes of a few pixels that lie on the canvas as a whole, in one go: pieces of confetti, not backgrounds.
struct SmallShape {
    private let kernels: UnsafePointer<hanabi_kernels>

    init(_ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.kernels = kernels }

    /// Fills an outline where its winding number is not 0.
    ///
    /// - Parameters:
    ///   - corners: In 1/256 pixel, all of which lie in `box`, borders included.
    ///   - ends: Where each of its contours ends, counted from the first corner.
    /// - Returns: Whether that was done; not where the box is too large, or too near to the end of the canvas, or corners are too many.
    @inline(__always)
    func fill<Target: DrawingTarget>(
        _ corners: UnsafeBufferPointer<SIMD2<Int>>,
        _ ends: UnsafeBufferPointer<Int>,
        _ box: PolygonFiller.PixelBox,
        _ ink: Ink,
        _ blend: DrawList.Blend,
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
            let drawn = kernels.pointee.polygon(&raw, outline, place, ink.raw(inFrame: frame), blend.raw)
            if drawn > 0 { surface.touch(rows: box.top..<box.bottom) }
        }
        return true
    }
}
