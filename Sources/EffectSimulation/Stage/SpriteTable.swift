internal import EffectModel

/// Sprites in use, without duplicates.
struct SpriteTable {
    private(set) var sprites: [Sprite] = []
    private var known: [String: [Int]] = [:]
    /// Rims computed so far, by sprite index.
    private var rims: [Int: Rim] = [:]

    /// Union of the rims of consecutive sprites, of which there is at least one.
    mutating func rim(ofSprites range: Range<Int>) -> Rim {
        Rim(
            around: range.map { index in
                if let rim = rims[index] { return rim }
                let rim = sprites[index].rim
                rims[index] = rim
                return rim
            }
        )
    }

    /// Adds consecutive sprites unless the table already has them, and returns the index of the first.
    mutating func add(_ made: [Sprite]) -> Int {
        let name = made[0].name
        if let place = known[name]?.first(where: { sprites[$0...].starts(with: made) }) { return place }
        known[name, default: []].append(sprites.count)
        sprites += made
        return sprites.count - made.count
    }
}
