internal import EffectModel

/// Worlds of an effect's sprite layers, each simulated from its layer's start.
struct SpriteWorlds {
    private var bodies: [Int: SpriteBody] = [:]

    /// - Parameter isStopped: Cancellation check, called at each step.
    init(_ spec: EffectSpec, unless isStopped: () -> Bool) {
        let seed = RandomStream(key: RandomStream.hash(spec.seed))
        for owner in spec.layers.indices {
            guard case .sprite(let sprite) = spec.layers[owner].content, case .own(let dynamics)? = sprite.dynamics
            else {
                continue
            }
            let members = spec.worldMembers(ofLayer: owner)
            let items = members.map { index in
                let layer = spec.layers[index]
                var kind = dynamics.item
                if case .sprite(let member) = layer.content { kind = member.dynamicItem ?? kind }
                return RigidWorld.Item(
                    place: layer.position,
                    size: spec.spriteSize(ofLayer: index) ?? SIMD2(1, 1),
                    angle: layer.transform.rotation,
                    kind: kind,
                    random: seed.substream(named: layer.name)
                )
            }
            let tracks = ItemTracks(
                dynamics,
                items,
                on: SIMD2(spec.canvas.width, spec.canvas.height),
                seconds: spec.layers[owner].worldTime(at: spec.scene(ofLayer: owner).timing.duration),
                noise: seed.substream(named: spec.layers[owner].name).substream(named: "fields").key,
                unless: isStopped
            )
            for (item, index) in members.enumerated() {
                bodies[index] = SpriteBody(tracks: tracks, item: item, owner: spec.layers[owner])
            }
        }
    }

    /// Body that moves a layer; `nil` if the layer is not part of a world.
    subscript(layer: Int) -> SpriteBody? { bodies[layer] }
}

/// A sprite layer's body in a world.
struct SpriteBody: Sendable {
    fileprivate let tracks: ItemTracks
    fileprivate let item: Int
    /// Layer whose clock the world follows.
    fileprivate let owner: Layer

    /// Translation in points and rotation in radians of a layer since the start, at `time` of the scene.
    func change(at time: Double) -> (way: SIMD2<Double>, turn: Double) {
        let (start, now) = (tracks.pose(of: item, at: 0), tracks.pose(of: item, at: owner.worldTime(at: time)))
        return (now.place - start.place, now.angle - start.angle)
    }
}
