extension EffectSpec {
    /// Indices of the sprite layers in the world that layer `index` owns, its own first; empty if the layer owns no
    /// world.
    package func worldMembers(ofLayer index: Int) -> [Int] {
        guard case .sprite(let owner) = layers[index].content, case .own? = owner.dynamics else { return [] }
        return [index]
            + layers.indices.filter { other in
                guard case .sprite(let sprite) = layers[other].content else { return false }
                return sprite.dynamics == .with(layers[index].name) && layers[other].parent == layers[index].parent
            }
    }

    /// Width and height of a sprite layer in points, without animations; `nil` for other layers.
    package func spriteSize(ofLayer index: Int) -> SIMD2<Double>? {
        guard case .sprite(let sprite) = layers[index].content else { return nil }
        let natural = asset(of: sprite.contents, owner: "")?.asset.size ?? SIMD2(0, 0)
        let scale = layers[index].transform.scale
        return (sprite.size ?? natural * sprite.contentsRect.size) * SIMD2(abs(scale.x), abs(scale.y))
    }
}
