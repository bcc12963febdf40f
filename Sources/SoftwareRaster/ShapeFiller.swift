internal import EffectModel
import Foundation

/// Fills outlines: always from the geometry, at the size and angle at hand, never from a bitmap made for another size.
struct ShapeFiller {
    private let sprites: [Sprite]
    private var mask = CoverageMask()
    private var cache: FlatOutlineCache
    /// Corners of the shape at hand, in pixels.
    private var corners: [SIMD2<Double>] = []

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        cache = FlatOutlineCache(sprites)
    }

    /// Draws a layer's items; `false` when it was stopped before the end.
    mutating func draw(_ group: DrawList.Group, on target: inout Bitmap, _ isStopped: () -> Bool) -> Bool {
        for (number, item) in group.items.enumerated() {
            if number % 32 == 31, isStopped() { return false }
            draw(item, blend: group.blend, on: &target)
        }
        return true
    }

    /// Draws one item.
    mutating func draw(_ item: DrawList.Item, blend: DrawList.Blend, on target: inout Bitmap) {
        let ink = Ink(item.color)
        guard ink.solid != 0 else { return }
        let outline = cache.outline(of: item.sprite, scale: max(item.scale.x, item.scale.y))
        guard let box = place(outline, item) else { return }
        let canvas = SIMD2(Double(target.width), Double(target.height))
        guard box.low.x < canvas.x, box.low.y < canvas.y, box.high.x > 0, box.high.y > 0 else { return }
        let low = pointwiseMax(box.low, SIMD2(0, 0)).rounded(.down)
        let high = pointwiseMin(box.high, canvas).rounded(.up)
        let (left, width) = (Int(low.x), Int(high.x - low.x))
        let (above, below) = (Int(low.y), Int(high.y))
        guard width > 0, below > above else { return }

        // Shapes that reach far beyond the canvas are cut first, so that their corners fit into integers.
        let isNear = abs(box.low).max() < Self.farthest && abs(box.high).max() < Self.farthest
        let evenOdd = sprites[item.sprite].asset.outline.fillRule == .evenodd
        let rowsAtOnce = CoverageMask.rows(of: width)
        for top in stride(from: above, to: below, by: rowsAtOnce) {
            mask.begin(left: left, top: top, width: width, rows: min(rowsAtOnce, below - top))
            var start = 0
            for end in outline.ends {
                for index in start..<end {
                    let (from, to) = (corners[index], corners[index + 1 == end ? start : index + 1])
                    if isNear {
                        mask.addLine(from: Self.fixed(from), to: Self.fixed(to))
                    } else {
                        addCut(from: from, to: to, canvas)
                    }
                }
                start = end
            }
            mask.sweep(evenOdd: evenOdd) { y, columns, coverage in
                target.touch(y, columns)
                Self.fill(&target.pixels, y * target.width, columns, ink, coverage, blend)
            }
        }
    }

    private static func fill(
        _ pixels: inout [UInt32],
        _ row: Int,
        _ columns: Range<Int>,
        _ ink: Ink,
        _ coverage: UInt32,
        _ blend: DrawList.Blend
    ) {
        let source = coverage == 255 ? ink.solid : ink.pixel(coverage)
        if source == 0 { return }
        switch blend {
        case .normal where source >> 24 == 255:
            for x in columns { pixels[row + x] = source }
        case .normal:
            for x in columns { pixels[row + x] = Pixel.over(source, pixels[row + x]) }
        case .add:
            for x in columns { pixels[row + x] = Pixel.sum(source, pixels[row + x]) }
        case .screen, .maximum:
            for x in columns { pixels[row + x] = Pixel.blended(source, pixels[row + x], blend) }
        }
    }

    /// Puts the item's corners onto the canvas and gives the box that holds them; `nil` if there are none.
    private mutating func place(_ outline: FlatOutline, _ item: DrawList.Item) -> Box? {
        guard let first = outline.points.first else { return nil }
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        let right = SIMD2(cosine, sine) * item.scale.x
        let down = SIMD2(-sine, cosine) * item.scale.y
        func placed(_ point: SIMD2<Double>) -> SIMD2<Double> { item.position + right * point.x + down * point.y }
        corners.removeAll(keepingCapacity: true)
        var box = Box(low: placed(first), high: placed(first))
        for point in outline.points {
            let corner = placed(point)
            box.low = pointwiseMin(box.low, corner)
            box.high = pointwiseMax(box.high, corner)
            corners.append(corner)
        }
        return box
    }

    private struct Box {
        var low: SIMD2<Double>
        var high: SIMD2<Double>
    }

    /// Pixels from the origin: as 1/256 they are 2²⁸, and products of two stay far within 64 bits.
    private static let farthest = 1_048_576.0

    private static func fixed(_ corner: SIMD2<Double>) -> SIMD2<Int> {
        SIMD2(Int((corner.x * 256).rounded()), Int((corner.y * 256).rounded()))
    }

    /// Adds what of a line lies on the rows of the canvas. Left of it, the line only counts for where it crosses rows, so
    /// it is moved to just outside; right of it, for nothing.
    private mutating func addCut(from start: SIMD2<Double>, to end: SIMD2<Double>, _ canvas: SIMD2<Double>) {
        // Always downwards, so that neighbours cut the edge that they share at the same places.
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
            let from = Self.fixed(SIMD2(min(canvas.x + 1, max(-1, x(at: top))), top))
            let to = Self.fixed(SIMD2(min(canvas.x + 1, max(-1, x(at: bottom))), bottom))
            if isDown { mask.addLine(from: from, to: to) } else { mask.addLine(from: to, to: from) }
        }
    }
}

private func abs(_ pair: SIMD2<Double>) -> SIMD2<Double> { SIMD2(Swift.abs(pair.x), Swift.abs(pair.y)) }
