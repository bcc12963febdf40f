internal import CVector
internal import EffectModel

/// Draws soft round spots, of any size and however squeezed.
///
/// Each pixel has the alpha of its middle. Spots that are only a few pixels across are read at sixteen places of each
/// pixel, and spots thinner than a pixel are drawn a pixel thick and fainter instead, so that a small star keeps its
/// light while it moves from pixel to pixel.
struct DotFiller {
    private let kernels: UnsafePointer<hanabi_kernels>
    private var boxes = BoxFiller()
    /// Coverage of a row of a part.
    private var row: [UInt32] = []

    /// Half axes in pixels below which a spot is read several times for each pixel: read at the middles alone, its light
    /// would change by more than a fiftieth with its place.
    static let small = 2.0
    /// The thinnest half axis. Read four times across each pixel it is as smooth as ``small`` is at one.
    private static let thinnest = 0.5

    init(_ kernels: UnsafePointer<hanabi_kernels> = hanabi_best_kernels()) { self.kernels = kernels }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw<Target: DrawingTarget>(
        _ shape: DotShape,
        _ item: DrawList.Item,
        _ blend: DrawList.Blend,
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
        spot.position -= 0.5  // middles of pixels are whole numbers from here on
        if isWhole, spot.thickness >= Self.small { return draw(spot, ink, blend, on: &target) }
        switch blend {
        case .normal: draw(DotRow(spot), part, GlowPainter(ink: ink, blender: OverBlender<Format>()), on: &target)
        case .add: draw(DotRow(spot), part, GlowPainter(ink: ink, blender: SumBlender<Format>()), on: &target)
        case .screen, .maximum:
            let painter = GlowPainter(ink: ink, blender: AnyBlender<Format>(blend: blend))
            draw(DotRow(spot), part, painter, on: &target)
        }
    }

    /// A whole spot of which the middles of pixels are read.
    private func draw(
        _ spot: Ellipse,
        _ ink: DotInk,
        _ blend: DrawList.Blend,
        on target: inout some DrawingTarget
    ) {
        let (top, bottom) = (spot.position.y - spot.height, spot.position.y + spot.height)
        let rows = Self.indices(top, bottom, within: target.height)
        if rows.isEmpty { return }
        var glow = spot.glow(ink)
        target.withSurface { surface in
            var raw = surface.raw
            let drawn = kernels.pointee.glow(&raw, surface.height, &glow, blend.raw)
            if drawn > 0 { surface.touch(rows: rows) }
        }
    }

    /// A whole small spot, or a part of one with the straight edges of a picture.
    @inline(__always)
    private mutating func draw<Target: DrawingTarget>(
        _ lines: DotRow,
        _ part: (placement: Placement, size: SIMD2<Double>)?,
        _ painter: GlowPainter<some Blender<Target.Format>>,
        on target: inout Target
    ) {
        guard let part else { return target.withSurface { lines.draw(painter, on: &$0) } }
        if row.count < target.width + 4 { row = Array(repeating: 0, count: target.width + 4) }
        guard let box = boxes.place(part.placement, size: part.size, on: target) else { return }
        row.withUnsafeMutableBufferPointer { row in
            boxes.forEachWindow(box, on: &target) { window, surface in
                for index in 0..<window.rows {
                    let columns = window.takeRow(index, into: row)
                    let coverage = UnsafeMutableBufferPointer(rebasing: row[..<columns.count])
                    let (x, y) = (window.left + columns.lowerBound, window.top + index)
                    lines.draw(y, coverage, x: x, painter, on: &surface)
                }
            }
        }
    }

    /// Whole numbers from `low` to `high` that are within `0..<count`; none if either is no number.
    @inline(__always)
    static func indices(_ low: Double, _ high: Double, within count: Int) -> Range<Int> {
        guard high >= 0, low <= Double(count), low <= high else { return 0..<0 }
        // Both lie between 0 and `count` here. `rounded` would be a call.
        let cut = low > 0 ? Int(low) : 0
        let first = Double(cut) < low ? cut + 1 : cut
        let end = high < Double(count) ? Int(high) + 1 : count
        return first < end ? first..<min(end, count) : 0..<0
    }
}

/// What a dot's sprite says about its shape: a sprite holds more, and copying it for each star takes as long as drawing it.
struct DotShape {
    /// Sides of the box that all of the dot fills.
    let whole: SIMD2<Double>
    /// Sides of the part that is drawn, and the way to its middle from that of the whole.
    let size: SIMD2<Double>
    let middle: SIMD2<Double>
    let isWhole: Bool

    init(_ sprite: Sprite) {
        (whole, size, middle) = (sprite.asset.size, sprite.size, sprite.middle)
        isWhole = sprite.part == .whole
    }
}
