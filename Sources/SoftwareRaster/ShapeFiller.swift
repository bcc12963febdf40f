internal import EffectModel
import Foundation

/// Fills outlines: always from the geometry, at the size and angle at hand, never from a bitmap made for another size.
struct ShapeFiller {
    private let sprites: [Sprite]
    private var mask = CoverageMask()
    /// Flattened outlines: for each sprite, by the binary exponent of the scale.
    private var flat: [[Int: FlatOutline]]
    private var corners: [SIMD2<Int>] = []

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        flat = Array(repeating: [:], count: sprites.count)
    }

    /// Draws one item.
    mutating func draw(_ item: DrawList.Item, blend: DrawList.Blend, on target: inout Bitmap) {
        let ink = Ink(item.color)
        guard ink.solid != 0, let box = place(item) else { return }
        let (left, right) = (max(0, box.low.x >> 8), min(target.width, (box.high.x + 255) >> 8))
        let (above, below) = (max(0, box.low.y >> 8), min(target.height, (box.high.y + 255) >> 8))
        guard left < right, above < below else { return }
        let (x, y) = (left..<right, above..<below)
        let outline = flatOutline(of: item)
        let evenOdd = sprites[item.sprite].outline.fillRule == .evenodd
        let rowsAtOnce = CoverageMask.rows(of: x.count)
        for top in stride(from: y.lowerBound, to: y.upperBound, by: rowsAtOnce) {
            let rows = min(rowsAtOnce, y.upperBound - top)
            mask.begin(left: x.lowerBound, top: top, width: x.count, rows: rows)
            var start = 0
            for end in outline.ends {
                for index in start..<end {
                    mask.addLine(from: corners[index], to: corners[index + 1 == end ? start : index + 1])
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
        }
    }

    /// Puts the item's corners onto the canvas, in 1/256 pixel, and gives the box that holds them.
    private mutating func place(_ item: DrawList.Item) -> (low: SIMD2<Int>, high: SIMD2<Int>)? {
        let outline = flatOutline(of: item)
        guard !outline.points.isEmpty else { return nil }
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        let right = SIMD2(cosine, sine) * item.scale.x
        let down = SIMD2(-sine, cosine) * item.scale.y
        // Corners may lie far out: 2²² pixels is a thousand canvases away, and keeps every product within 64 bits.
        let reach = SIMD2<Double>(repeating: 4_194_304)
        corners.removeAll(keepingCapacity: true)
        var low = SIMD2(repeating: Int.max)
        var high = SIMD2(repeating: Int.min)
        for point in outline.points {
            let placed = (item.position + right * point.x + down * point.y)
                .clamped(lowerBound: -reach, upperBound: reach)
            let corner = SIMD2(Int((placed.x * 256).rounded()), Int((placed.y * 256).rounded()))
            low = pointwiseMin(low, corner)
            high = pointwiseMax(high, corner)
            corners.append(corner)
        }
        return (low, high)
    }

    private mutating func flatOutline(of item: DrawList.Item) -> FlatOutline {
        let scale = max(item.scale.x, item.scale.y)
        // Outlines are flattened for the next power of two, so a growing particle needs few of them.
        let level = min(40, max(-20, Int(scale.exponent) + 1))
        if let known = flat[item.sprite][level] { return known }
        let made = FlatOutline(
            sprites[item.sprite].outline,
            scale: Double(sign: .plus, exponent: level, significand: 1)
        )
        flat[item.sprite][level] = made
        return made
    }
}
