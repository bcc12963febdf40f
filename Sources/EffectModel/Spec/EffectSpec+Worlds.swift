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

    /// Width and height of a sprite layer's body in points, without animations; `nil` for other layers. Light around a shape is
    /// outside of it.
    package func spriteSize(ofLayer index: Int) -> SIMD2<Double>? {
        guard case .sprite(let sprite) = layers[index].content else { return nil }
        let asset = asset(of: sprite.contents, owner: "")?.asset
        let natural = asset?.size ?? SIMD2(0, 0)
        let scale = layers[index].transform.scale
        let body = asset.map { $0.solid.size / $0.size } ?? SIMD2(1, 1)
        return (sprite.size ?? natural * sprite.contentsRect.size) * body * SIMD2(abs(scale.x), abs(scale.y))
    }
}
