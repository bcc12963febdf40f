internal import CKernels
internal import EffectModel
internal import Memory

/// The kernels that this target calls.
struct RasterKernels: BitwiseCopyable {
    private let table: UnsafePointer<hanabi_kernels>

    /// - Parameter table: Kernels of a kind of processor; those of this one by default.
    init(_ table: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.table = table }

    // MARK: Drawing. Callers must also touch the rows that they drew on.

    /// Fills an outline: see `fill_polygon`.
    ///
    /// - Returns: Number of rows drawn on.
    @inline(__always)
    func fill<Format>(
        _ contours: SmallShape.Contours,
        in box: hanabi_box,
        ink: hanabi_ink,
        blend: DrawList.Blend,
        on surface: Surface<Format>
    ) -> Int {
        let corners = UnsafeRawPointer(contours.corners.address(for: contours.cornerCount))
        let ends = UnsafeRawPointer(contours.ends.address(for: contours.count))
        let outline = hanabi_outline(
            corners: corners.assumingMemoryBound(to: Int64.self),
            ends: ends.assumingMemoryBound(to: Int64.self),
            count: contours.count
        )
        surface.check(box)
        var raw = surface.raw
        return table.pointee.fill_polygon(&raw, outline, box, ink, blend.raw)
    }

    /// Draws a soft dot: see `fill_dot`.
    ///
    /// - Returns: Number of rows drawn on.
    @inline(__always)
    func fill<Format>(_ dot: hanabi_dot, blend: DrawList.Blend, on surface: Surface<Format>) -> Int {
        var (raw, dot) = (surface.raw, dot)
        return table.pointee.fill_dot(&raw, surface.height, &dot, blend.raw)
    }

    /// Draws an upright image: see `draw_image`.
    ///
    /// - Parameter ink: Color that multiplies the pixels; `nil` leaves them unchanged.
    /// - Returns: Number of rows drawn on.
    @inline(__always)
    func draw<Format>(
        _ image: hanabi_image,
        _ borders: hanabi_borders,
        in box: hanabi_box,
        ink: hanabi_ink?,
        blend: DrawList.Blend,
        on surface: Surface<Format>
    ) -> Int {
        surface.check(box)
        var (raw, image, borders) = (surface.raw, image, borders)
        guard var ink else { return table.pointee.draw_image(&raw, &image, &borders, box, nil, blend.raw) }
        return table.pointee.draw_image(&raw, &image, &borders, box, &ink, blend.raw)
    }

    /// Rounds a row of wide pixels onto row `row` of a surface, where that was touched: see `round_wide_row`.
    @inline(__always)
    func round(_ pixels: MemoryView<UInt64>, onto surface: Surface<Narrow>, row: Int, frame: UInt8) {
        let start = row * surface.width
        table.pointee.round_wide_row(
            pixels.address(for: surface.width),
            surface.pixels.suffix(from: start).address(for: surface.width),
            surface.marks?.suffix(from: start).address(for: surface.width),
            UInt32(frame) << 24,
            surface.blocks.suffix(from: row * surface.wordsPerRow).address(for: surface.wordsPerRow),
            surface.wordsPerRow,
            surface.width
        )
    }

    // MARK: Glow

    /// Adds up the light of a row: see `glow_gather`.
    ///
    /// - Parameter threshold: Brightness from which on a pixel shines; `nil` takes all light.
    @inline(__always)
    func gather(
        _ pixels: MemoryView<UInt64>,
        count: Int,
        into sums: MutableMemoryView<UInt16>,
        shift: Int,
        threshold: UInt16?,
        slope: UInt32
    ) {
        table.pointee.glow_gather(
            pixels.address(for: count),
            count,
            sums.address(for: (count + 7) / 8 * 32),
            UInt32(shift),
            threshold != nil,
            threshold ?? 0,
            slope
        )
    }

    /// Sets cells to the means of sums: see `glow_cells`.
    @inline(__always)
    func setCells(
        _ cells: MutableMemoryView<UInt64>,
        count: Int,
        from sums: MemoryView<UInt16>,
        shift: Int,
        strength: UInt32
    ) {
        table.pointee.glow_cells(
            sums.address(for: (4 * count) << shift),
            count,
            UInt32(shift),
            strength,
            cells.address(for: count)
        )
    }

    /// Blurs a row of cells, with four sums for each: see `glow_box_row`.
    @inline(__always)
    func blur(
        _ sums: inout [UInt32],
        entering: MemoryView<UInt64>,
        leaving: MemoryView<UInt64>,
        before: MemoryView<UInt64>,
        after: MemoryView<UInt64>,
        into means: MutableMemoryView<UInt64>,
        _ box: hanabi_box_blur
    ) {
        let count = sums.count
        table.pointee.glow_box_row(
            &sums,
            entering.cast(to: UInt16.self).address(for: count),
            leaving.cast(to: UInt16.self).address(for: count),
            before.cast(to: UInt16.self).address(for: count),
            after.cast(to: UInt16.self).address(for: count),
            means.cast(to: UInt16.self).address(for: count),
            count,
            box
        )
    }

    /// Mixes two rows of cells: see `glow_mix`.
    ///
    /// - Parameter share: Share of the row below, in 1/65,536.
    @inline(__always)
    func mix(
        _ above: MemoryView<UInt64>,
        with below: MemoryView<UInt64>,
        share: UInt16,
        into result: MutableMemoryView<UInt64>,
        count: Int
    ) {
        table.pointee.glow_mix(
            above.cast(to: UInt16.self).address(for: 4 * count),
            below.cast(to: UInt16.self).address(for: 4 * count),
            share,
            result.cast(to: UInt16.self).address(for: 4 * count),
            4 * count
        )
    }

    /// Adds the light of cells to columns of a row of wide pixels: see `glow_spread`.
    ///
    /// - Parameters:
    ///   - cells: Cells from the one before that of column `first`.
    ///   - columns: Columns that get light, from `first` on. Others need not exist.
    @inline(__always)
    func spread(
        _ cells: MemoryView<UInt64>,
        from first: Int,
        over row: MutableMemoryView<UInt64>,
        _ columns: Range<Int>,
        shift: Int
    ) {
        let (low, high) = (columns.lowerBound - first, columns.upperBound - first)
        let start = row.suffix(from: columns.lowerBound).address(for: columns.count) - low
        table.pointee.glow_spread(cells.address, start, low, high, UInt32(shift))
    }
}

extension Surface {
    /// Memory for the kernels.
    @inline(__always)
    fileprivate var raw: hanabi_surface {
        hanabi_surface(
            pixels: Format.isWide ? nil : pixels.cast(to: UInt32.self).address,
            wide: Format.isWide ? pixels.cast(to: UInt64.self).address : nil,
            width: width,
            spans: spans.cast(to: hanabi_span.self).address,
            blocks: blocks.address,
            words_per_row: wordsPerRow,
            straight_colors: marks?.address
        )
    }

    /// Stops debug builds at a box that is not on the surface.
    @inline(__always)
    fileprivate func check(_ box: hanabi_box) {
        assert(box.left + box.width <= width && box.top + box.rows <= height)
    }
}
