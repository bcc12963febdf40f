internal import EffectModel

/// Flattened outlines, kept while they are small enough to be worth it.
struct FlatOutlineCache {
    private let sprites: [Sprite]
    /// For each sprite, by the binary exponent of the scale, which outline of `kept`; −1 for none yet. A growing particle
    /// needs few of them.
    private var known: [Int32]
    private var kept: [Kept] = []
    /// Corners of all outlines that are kept, one after another.
    private(set) var points: [SIMD2<Double>] = []
    /// Where each of their contours ends, counted from its outline's first corner.
    private(set) var ends: [Int] = []

    /// An outline among all that are kept. No array of its own: counting the references to one takes longer than some of what
    /// is drawn.
    struct Kept {
        /// In ``FlatOutlineCache/points``.
        let points: Range<Int>
        /// In ``FlatOutlineCache/ends``.
        let ends: Range<Int>
        /// ``FlatOutline/extent``.
        let extent: Double
    }

    /// Points of all outlines that are kept: 16 MB, and as much again while they grow. A document can ask for many large
    /// ones at many sizes.
    private static let capacity = 1 << 20

    /// Binary exponents that make a difference: finer than 2⁴⁰ is not needed, coarser than 2⁻²⁰ is not seen.
    private static let levels = -20...40

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        known = Array(repeating: -1, count: sprites.count * Self.levels.count)
    }

    /// The outline of `sprite`, fine enough for `scale` pixels per unit: finite, 0 or more.
    @inline(__always)
    mutating func outline(of sprite: Int, scale: Double) -> Kept {
        let level = min(Self.levels.upperBound, max(Self.levels.lowerBound, Int(scale.exponent) &+ 1))
        let slot = sprite * Self.levels.count + level - Self.levels.lowerBound
        let index = known[slot]
        return index >= 0 ? kept[Int(index)] : make(sprite, level, slot)
    }

    /// An outline as one of its own.
    func flat(_ outline: Kept) -> FlatOutline {
        var flat = FlatOutline()
        var start = outline.points.lowerBound
        for end in ends[outline.ends] {
            flat.append(Array(points[start..<outline.points.lowerBound + end]))
            start = outline.points.lowerBound + end
        }
        return flat
    }

    @inline(never)
    private mutating func make(_ sprite: Int, _ level: Int, _ slot: Int) -> Kept {
        let scale = Double(sign: .plus, exponent: level, significand: 1)
        let (asset, part) = (sprites[sprite].asset, sprites[sprite].part)
        var made = FlatOutline(asset.outline, scale: scale)
        if asset.outline.fillRule == .evenodd { made = made.nested() }
        if part != .whole {
            let low = (part.origin - 0.5) * asset.size
            made = made.part(from: low, to: low + part.size * asset.size)
        }
        if points.count + made.points.count > Self.capacity {
            for slot in known.indices { known[slot] = -1 }
            kept.removeAll()
            points.removeAll()
            ends.removeAll()
        }
        known[slot] = Int32(kept.count)
        let new = Kept(
            points: points.count..<points.count + made.points.count,
            ends: ends.count..<ends.count + made.ends.count,
            extent: made.extent
        )
        kept.append(new)
        points += made.points
        ends += made.ends
        return new
    }
}
