internal import EffectModel

/// Flattened outlines, kept while they are small enough to be worth it.
struct FlatOutlineCache {
    private let sprites: [Sprite]
    /// For each sprite, by the binary exponent of the scale, which outline of `kept`; −1 for none yet. A growing particle
    /// needs few of them.
    private var known: [Int32]
    private var kept: [FlatOutline] = []
    private var points = 0

    /// Points of all outlines that are kept: 16 MB. A document can ask for many large ones at many sizes.
    private static let capacity = 1 << 20

    /// Binary exponents that make a difference: finer than 2⁴⁰ is not needed, coarser than 2⁻²⁰ is not seen.
    private static let levels = -20...40

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        known = Array(repeating: -1, count: sprites.count * Self.levels.count)
    }

    /// The outline of `sprite`, fine enough for `scale` pixels per unit: finite, 0 or more.
    @inline(__always)
    mutating func outline(of sprite: Int, scale: Double) -> FlatOutline {
        let level = min(Self.levels.upperBound, max(Self.levels.lowerBound, Int(scale.exponent) &+ 1))
        let slot = sprite * Self.levels.count + level - Self.levels.lowerBound
        let index = known[slot]
        return index >= 0 ? kept[Int(index)] : make(sprite, level, slot)
    }

    @inline(never)
    private mutating func make(_ sprite: Int, _ level: Int, _ slot: Int) -> FlatOutline {
        let scale = Double(sign: .plus, exponent: level, significand: 1)
        let (asset, part) = (sprites[sprite].asset, sprites[sprite].part)
        var made = FlatOutline(asset.outline, scale: scale)
        if part != .whole {
            let low = (part.origin - 0.5) * asset.size
            made = made.part(
                from: low,
                to: low + part.size * asset.size,
                isEvenOdd: asset.outline.fillRule == .evenodd
            )
        }
        if points + made.points.count > Self.capacity {
            for slot in known.indices { known[slot] = -1 }
            kept.removeAll()
            points = 0
        }
        known[slot] = Int32(kept.count)
        kept.append(made)
        points += made.points.count
        return made
    }
}
