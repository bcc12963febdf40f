internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Repetition of what crosses an edge of the canvas on the opposite side, so that copies of the image side by side have
/// no seam.
struct Tiling: Sendable {
    /// Width and height of the canvas in pixels.
    let size: SIMD2<Double>
    /// Half the width and height of each sprite, from its position, in its own units.
    private let reaches: [SIMD2<Double>]
    /// Number of ids of the whole effect.
    let stride: Int

    /// Number of shifts along an axis that have ids of their own.
    private static let shifts = 64
    /// Distance in pixels beyond which nothing is drawn: what has run away has no place on the canvas.
    private static let farthest = 0x1p40

    /// Box in pixels.
    private typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)

    init(_ canvas: Canvas, sprites: [Sprite], stride: Int) {
        size = SIMD2(Double(canvas.pixelWidth), Double(canvas.pixelHeight))
        self.stride = max(1, stride)
        reaches = sprites.map(\.reach)
    }

    /// Groups in which each item is moved onto the canvas, and repeated where it crosses an edge.
    ///
    /// Items and ribbons of up to the canvas's size are repeated whole. Those that reach too far out are left out.
    func tiled(_ groups: [DrawList.Group]) -> [DrawList.Group] {
        groups.map { group in
            var tiled = group
            tiled.groups = self.tiled(group.groups)
            tiled.items = []
            tiled.items.reserveCapacity(group.items.count)
            tiled.ribbons = []
            for item in group.items {
                var item = item
                if item.ribbon >= 0, !Self.isNear(group.ribbons[item.ribbon]) { item.ribbon = -1 }
                if item.ribbon < 0, item.sprite == -1 { continue }
                let box = box(of: item, in: group)
                guard Self.isNear(box.low), Self.isNear(box.high) else { continue }
                let home = -((box.low + box.high) / (2 * size)).rounded(.down) * size
                for y in Self.copies(from: box.low.y + home.y, to: box.high.y + home.y, on: size.y) {
                    for x in Self.copies(from: box.low.x + home.x, to: box.high.x + home.x, on: size.x) {
                        tiled.add(item, of: group, movedBy: home + SIMD2(x, y), id: id(of: item, home + SIMD2(x, y)))
                    }
                }
            }
            return tiled
        }
    }

    /// Shifts along an axis by which something is seen on the canvas: none, and the one to the opposite side.
    private static func copies(from low: Double, to high: Double, on side: Double) -> [Double] {
        let (before, after) = (max(0, -low), max(0, high - side))
        if before == 0, after == 0 { return [0] }
        return before >= after ? [0, side] : [0, -side]
    }

    /// Id of an item that is moved: the same as long as the shift is the same.
    private func id(of item: DrawList.Item, _ shift: SIMD2<Double>) -> Int {
        let shifts = Double(Self.shifts)
        let steps = (shift / size).rounded(.toNearestOrEven)
        // Counted round before they are whole numbers, which have a limit.
        let place = steps - (steps / shifts).rounded(.down) * shifts
        return item.id + stride * (Int(place.x) * Self.shifts + Int(place.y))
    }

    /// Whether a point is near enough to be moved onto the canvas. Neither infinity nor NaN is.
    private static func isNear(_ point: SIMD2<Double>) -> Bool { abs(point.x) <= farthest && abs(point.y) <= farthest }

    /// Whether all points of a ribbon are near enough.
    private static func isNear(_ ribbon: DrawList.Ribbon) -> Bool { ribbon.points.allSatisfy { isNear($0) } }

    /// Box around an item with its ribbon.
    private func box(of item: DrawList.Item, in group: DrawList.Group) -> Box {
        // An outline may lie beside its position.
        var (middle, half) = (SIMD2<Double>(0, 0), SIMD2<Double>(0, 0))
        if let outline = item.outline {
            if let bounds = group.outlines[outline].bounds {
                (middle, half) = ((bounds.low + bounds.high) / 2, (bounds.high - bounds.low) / 2)
            }
        } else if reaches.indices.contains(item.sprite) {
            half = reaches[item.sprite]
        }
        middle *= item.scale
        middle.x += item.skew * middle.y
        half *= SIMD2(abs(item.scale.x), abs(item.scale.y))
        half.x += abs(item.skew) * half.y
        // A turned item is inside of its circle. A pixel more is for soft edges.
        if item.rotation != 0 {
            let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
            middle = SIMD2(cosine * middle.x - sine * middle.y, sine * middle.x + cosine * middle.y)
            half = SIMD2(repeating: (half * half).sum().squareRoot())
        }
        middle += item.position
        var box = (low: middle - half - 1, high: middle + half + 1)
        guard item.ribbon >= 0 else { return box }
        let ribbon = group.ribbons[item.ribbon]
        let width = ribbon.width.max() / 2 + 1
        for point in ribbon.points {
            box.low = pointwiseMin(box.low, point - width)
            box.high = pointwiseMax(box.high, point + width)
        }
        return box
    }
}

extension DrawList.Group {
    /// Adds an item of another group in another place, with its ribbon.
    fileprivate mutating func add(
        _ item: DrawList.Item,
        of group: DrawList.Group,
        movedBy shift: SIMD2<Double>,
        id: Int
    ) {
        var item = item
        item.id = id
        item.position += shift
        if item.ribbon >= 0 {
            var ribbon = group.ribbons[item.ribbon]
            for index in ribbon.points.indices { ribbon.points[index] += shift }
            item.ribbon = ribbons.count
            ribbons.append(ribbon)
        }
        items.append(item)
    }
}
