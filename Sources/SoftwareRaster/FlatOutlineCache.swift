internal import EffectModel

/// Flattened outlines, kept while they are small enough to be worth it.
struct FlatOutlineCache {
    private let sprites: [Sprite]
    /// For each sprite, by the binary exponent of the scale: a growing particle needs few of them.
    private var kept: [[Int: FlatOutline]]
    private var points = 0

    /// Points of all outlines that are kept: 16 MB. A document can ask for many large ones at many sizes.
    private static let capacity = 1 << 20

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
        kept = Array(repeating: [:], count: sprites.count)
    }

    /// The outline of `sprite`, fine enough for `scale` pixels per unit.
    mutating func outline(of sprite: Int, scale: Double) -> FlatOutline {
        let level = min(40, max(-20, Int(scale.exponent) + 1))
        if let known = kept[sprite][level] { return known }
        let made = FlatOutline(
            sprites[sprite].asset.outline,
            scale: Double(sign: .plus, exponent: level, significand: 1)
        )
        if points + made.points.count > Self.capacity {
            kept = Array(repeating: [:], count: sprites.count)
            points = 0
        }
        kept[sprite][level] = made
        points += made.points.count
        return made
    }
}
