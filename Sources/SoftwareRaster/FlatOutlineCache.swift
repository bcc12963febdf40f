internal import EffectModel

/// A cache of flattened outlines, limited in their total points.
struct FlatOutlineCache {
    private let sprites: [Sprite]
    /// Index in `kept` for each sprite and binary exponent of the scale; −1 for none yet. A growing particle needs few
    /// exponents.
    private var known: [Int32]
    private var kept: [Kept] = []
    /// Corners of all cached outlines, one outline after another.
    private(set) var points: [SIMD2<Double>] = []
    /// End of each contour, counted from its outline's first corner.
    private(set) var ends: [Int] = []

    /// A cached outline, as ranges of common arrays: reference counting of an array of its own would take longer than
    /// drawing some outlines.
    struct Kept {
        /// Range in ``FlatOutlineCache/points``.
        let points: Range<Int>
        /// Range in ``FlatOutlineCache/ends``.
        let ends: Range<Int>
        /// Value of ``FlatOutline/extent``.
        let extent: Double
        /// Corner of the smallest box around all points with the lowest coordinates.
        let low: SIMD2<Double>
        /// Corner of the smallest box around all points with the highest coordinates.
        let high: SIMD2<Double>
    }

    /// Maximum number of points of all cached outlines: 16 MB, and as much again while arrays grow. A document can ask
    /// for many large outlines at many sizes.
    private static let capacity = 1 << 20

    /// Range of binary exponents: finer than 2⁴⁰ is not needed, coarser than 2⁻²⁰ is not visible.
    private static let levels = -20...40

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        known = Array(repeating: -1, count: sprites.count * Self.levels.count)
    }

    /// Outline of `sprite`, fine enough for `scale` pixels per unit, which must be finite and not negative.
    @inline(__always)
    mutating func outline(of sprite: Int, scale: Double) -> Kept {
        let level = min(Self.levels.upperBound, max(Self.levels.lowerBound, Int(scale.exponent) &+ 1))
        let slot = sprite * Self.levels.count + level - Self.levels.lowerBound
        let index = known[slot]
        return index >= 0 ? kept[Int(index)] : make(sprite, level: level, slot: slot)
    }

    /// Copy of a cached outline.
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
    private mutating func make(_ sprite: Int, level: Int, slot: Int) -> Kept {
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
            extent: made.extent,
            low: made.points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) },
            high: made.points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
        )
        kept.append(new)
        points += made.points
        ends += made.ends
        return new
    }
}
