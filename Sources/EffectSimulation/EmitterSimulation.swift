internal import EffectModel

/// One emitter layer with every particle that it will ever give birth to, in the order of birth.
struct EmitterSimulation: Sendable {
    private let timeline: LayerTimeline
    private let layerIndex: Int
    private let emitter: Emitter
    /// Sub-cells after their parents.
    private let cells: [CellDynamics]
    private let particles: [Particle]
    private let trajectories: Trajectories
    /// The longest that anything of a particle is seen, in the layer's seconds: nothing older needs a look.
    private let longestLife: Double
    /// In the layer's seconds; `nil` if the effect does not close.
    private let period: Double?
    private let firstID: Int
    /// Of the layer's mask.
    private let maskSprite: Int?
    /// Of the mask's tint.
    private let maskAlpha: Double

    var count: Int { particles.count }

    init(
        _ emitter: Emitter,
        in layer: Layer,
        index: Int,
        of spec: EffectSpec,
        _ cost: RenderCost,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        timeline = LayerTimeline(layer, emitter)
        self.emitter = emitter
        self.firstID = firstID
        layerIndex = index
        let maskAsset = layer.mask.flatMap { spec.asset(of: $0) }
        maskSprite = maskAsset.map { name, asset in sprites.add([Sprite(name: name, asset: asset)]) }
        maskAlpha = (maskAsset?.asset.tint.components.w ?? 1).rounded(to: 1e4)
        var plan = BirthPlan(timeline, spec, cost, sprites: &sprites)
        plan.run()
        cells = plan.cells
        trajectories = plan.trajectories
        period = plan.period
        // Stable: ties go by the order of the plan, cell by cell. Indices are sorted, not the particles themselves.
        let born = plan.particles
        let order = born.indices.sorted { (born[$0].birth, $0) < (born[$1].birth, $1) }
        particles = order.map { born[$0] }
        let cells = cells
        longestLife = particles.reduce(0) { longest, particle in
            max(longest, (particle.lifetime + (cells[particle.cell].cell.trail?.duration ?? 0)) / particle.speed)
        }
    }

    /// What the layer shows at `time`, seconds since the scene's start; `nil` if that is nothing.
    ///
    /// - Parameter births: Of the whole effect: what tells rounds of a loop apart.
    func group(at time: Double, on canvas: Canvas, of births: Int) -> DrawList.Group? {
        let timing = timeline.layer.timing
        guard let now = period == nil ? timing.localTime(at: time) : timing.steadyTime(at: time) else { return nil }
        let layer = timeline.layer(at: now)
        let opacity = layer.opacity.rounded(to: 1e6)
        guard opacity > 0 else { return nil }
        var painter = ItemPainter(
            view: View(of: layer, on: canvas, preservesDepth: emitter.preservesDepth),
            cells: cells,
            trajectories: trajectories,
            timeline,
            at: now
        )
        if let period {
            for moment in moments(at: now, period) {
                let id = firstID + moment.index + moment.round * births
                painter.add(particles[moment.index], id: id, at: now + Double(moment.round) * period)
            }
        } else {
            // Births ascend: everything alive lies in one stretch of the array.
            let alive = firstParticle(bornAfter: now - longestLife)..<firstParticle(bornAfter: now)
            painter.reserve(alive.count)
            particles.withUnsafeBufferPointer { particles in  // no copies of what is only read
                for index in alive { painter.add(particles[index], id: firstID + index, at: now) }
            }
        }
        var items = painter.items
        switch emitter.renderMode {
        case .unordered, .oldestFirst, .additive, .screen, .maximum: break
        case .oldestLast: items.reverse()
        case .backToFront:
            // Ties go by birth, which is the order at hand.
            items = items.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }.map(\.element)
        }
        return DrawList.Group(
            layer: layerIndex,
            opacity: min(1, opacity),
            blend: emitter.renderMode.blend,
            composite: layer.blend,
            items: items,
            ribbons: painter.ribbons,
            mask: maskSprite.flatMap { sprite in
                layer.mask.map { DrawList.Mask($0, sprite: sprite, alpha: maskAlpha, on: canvas) }
            }
        )
    }

    /// In a loop that closes, what a particle does beyond the last frame it does again from the first one on: at each
    /// moment it is there once for each round that it has begun and not yet finished. The oldest come first.
    private func moments(at now: Double, _ period: Double) -> [(index: Int, round: Int)] {
        var moments: [(birth: Double, index: Int, round: Int)] = []
        for (index, particle) in particles.enumerated() {
            // Rounds in which its age is within its life; as many as are predicted to be alive.
            let life = (particle.lifetime + (cells[particle.cell].cell.trail?.duration ?? 0)) / particle.speed
            let first = max(0, ((particle.birth - now) / period).rounded(.up))
            var round = first
            while now + round * period < particle.birth + life, round < first + 1e6 {
                moments.append((particle.birth - round * period, index, Int(round)))
                round += 1
            }
        }
        moments.sort { ($0.birth, $0.index) < ($1.birth, $1.index) }
        return moments.map { ($0.index, $0.round) }
    }

    /// Index of the first particle whose birth is later than `time`.
    private func firstParticle(bornAfter time: Double) -> Int {
        var low = 0
        var high = particles.count
        while low < high {
            let middle = (low + high) / 2
            if particles[middle].birth <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Emitter.RenderMode {
    fileprivate var blend: DrawList.Blend {
        switch self {
        case .additive: .add
        case .screen: .screen
        case .maximum: .maximum
        case .unordered, .oldestFirst, .oldestLast, .backToFront: .normal
        }
    }
}

extension DrawList.Mask {
    /// A layer's mask as it is at one time, in pixels.
    fileprivate init(_ mask: Layer.Mask, sprite: Int, alpha: Double, on canvas: Canvas) {
        let place = mask.position * canvas.scale
        let scale = mask.scale * canvas.scale
        self.init(
            sprite: sprite,
            position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
            scale: SIMD2(scale.x.rounded(to: 1e6), scale.y.rounded(to: 1e6)),
            rotation: mask.rotation.rounded(to: 1e6),
            alpha: alpha,
            isInverted: mask.inverted
        )
    }
}
