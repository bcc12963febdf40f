internal import CKernels
internal import EffectModel
internal import Memory

/// Draws images whose sides are parallel to the canvas', as most are: every row is read at the same columns.
struct UprightPicture {
    private let kernels: RasterKernels

    init(_ kernels: RasterKernels = RasterKernels()) { self.kernels = kernels }

    /// Draws an image with interpolation between its pixels.
    ///
    /// - Parameter places: Positions read for each pixel of the canvas; `nil` for its center alone.
    /// - Returns: Whether the image was drawn; false if it is rotated or sheared, or too near the end of the canvas.
    func draw(
        _ size: PictureSize.Readable,
        lattice: PictureLattice,
        places: AreaPlaces? = nil,
        in box: BoxFiller.Box,
        ink: Ink,
        blend: DrawList.Blend,
        on target: inout some DrawingTarget
    ) -> Bool {
        let (pixels, lanes) = (box.pixels, Int(HANABI_LANES))
        let (width, rows) = (pixels.right &- pixels.left, pixels.bottom &- pixels.top)
        let reach = (width &+ lanes &- 1) / lanes &* lanes
        guard let upright = box.upright, lattice.across.y == 0, lattice.down.x == 0, width > 0, rows > 0,
            (pixels.bottom &- 1) &* target.width &+ pixels.left &+ reach <= target.pixels.count
        else { return false }
        // Integers are pixel centers here.
        let origin = lattice.origin &- 1 << 31
        let picture = hanabi_image(
            pixels: size.pixels.address(for: size.count),
            stride: size.stride,
            count: size.count,
            first_x: Int32(size.range.first.x),
            last_x: Int32(size.range.last.x),
            first_y: Int32(size.range.first.y),
            last_y: Int32(size.range.last.y),
            x: Int64(origin.x),
            step_x: Int64(lattice.across.x),
            y: Int64(origin.y),
            step_y: Int64(lattice.down.y),
            places: Int32(places?.count ?? 1),
            half_x: Int64(places?.across.x ?? 0),
            half_y: Int64(places?.down.y ?? 0)
        )
        let borders = hanabi_borders(
            left: Int64(upright.low.x),
            right: Int64(upright.high.x),
            top: Int64(upright.low.y),
            bottom: Int64(upright.high.y)
        )
        let place = hanabi_box(left: pixels.left, top: pixels.top, width: width, rows: rows)
        let tint = ink == .white ? nil : ink.raw
        target.withSurface { surface in
            let drawn = kernels.draw(picture, borders, in: place, ink: tint, blend: blend, on: surface)
            if drawn > 0 { surface.touch(rows: pixels.top..<pixels.bottom) }
        }
        return true
    }
}
