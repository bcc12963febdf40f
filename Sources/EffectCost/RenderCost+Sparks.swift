import EffectModel

/// Costs of fireworks and fountains.
extension RenderCost {
    mutating func add(_ firework: Firework, growth: Double, layer: Layer, spec: EffectSpec) {
        let count = Double(firework.count * firework.sparks)
        let scale = firework.animator.scale.largest * growth
        addSparks(
            count,
            life: firework.duration,
            contents: firework.contents,
            size: firework.sparkSize,
            scale: scale,
            layer: layer,
            spec: spec
        )
    }

    mutating func add(_ fountain: Fountain, growth: Double, layer: Layer, spec: EffectSpec) {
        let count = Double(fountain.sparks)
        let scale = fountain.animator.scale.largest * growth
        addSparks(
            count,
            life: fountain.duration,
            contents: fountain.contents,
            size: fountain.sparkSize,
            scale: scale,
            layer: layer,
            spec: spec
        )
    }

    private mutating func addSparks(
        _ count: Double,
        life: Double,
        contents: [Contents],
        size: SIMD2<Double>,
        scale: Double,
        layer: Layer,
        spec: EffectSpec
    ) {
        // In a seamless loop, a spark that outlives the loop is visible once per round.
        let period = spec.timing.loop == .seamless ? spec.timing.period * layer.timing.speed : 0
        let rounds = period > 0 ? (life / period).rounded(.up) + 1 : 1
        let alive = count * rounds
        births += count
        liveParticles += alive
        work += count * (Self.workPerBirth + Double(frames) * Self.workPerLook)
        var crowd = Crowd(layer: self.layer, cell: 0)
        crowd.births = count
        crowd.workPerBirth = Self.workPerBirth + Double(frames) * Self.workPerLook
        crowd.places = alive * Double(min(frames, layer.content.framesShown(in: layer, of: spec)))
        crowd.workPerPlace = Self.workPerSpark
        crowds.append(crowd)
        during(layer.content.framesShown(in: layer, of: spec)) {
            $0.work += alive * Double($0.frames) * Self.workPerSpark
            let share = alive / Double(contents.count)
            for contents in contents {
                guard let asset = spec.asset(of: contents, owner: "")?.asset else { continue }
                $0.addWork(of: asset, scale: scale * (size / asset.size).max(), alive: share, spec)
            }
        }
    }

    /// Work for three eased curves and a position: at most 0.7 µs, rounded up.
    private static let workPerSpark = 1000.0
}

extension SparkAnimator.Keyframes {
    /// Upper bound of the values.
    var largest: Double { values.map(\.largest).max() ?? 0 }
}
