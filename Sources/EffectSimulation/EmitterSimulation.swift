internal import EffectModel
import Foundation

/// One emitter layer with every particle that it will ever give birth to, in the order of birth.
struct EmitterSimulation: Sendable {
    private let timeline: LayerTimeline
    private let layerIndex: Int
    private let emitter: Emitter
    /// Sub-cells after their parents.
    private let cells: [EmitterCell]
    private let particles: [Particle]
    /// The longest lifetime among them: nothing older needs a look.
    private let longestLife: Double
    private let firstID: Int
    /// For each cell what it draws, if anything.
    private let looks: [Look?]

    private struct Look {
        let sprite: Int
        /// Of a circle that holds the sprite at scale 1 and contents scale 1, in points.
        let radius: Double
        /// Multiplies the particle's colour.
        let tint: SIMD4<Double>
    }

    var count: Int { particles.count }

    init(
        _ emitter: Emitter,
        in layer: Layer,
        index: Int,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        timeline = LayerTimeline(layer, emitter)
        self.emitter = emitter
        self.firstID = firstID
        layerIndex = index
        cells = emitter.allCells
        looks = cells.map { cell in
            guard let (name, asset) = spec.asset(of: cell) else { return nil }
            let (sprite, radius) = sprites.index(of: name, asset)
            return Look(sprite: sprite, radius: radius, tint: asset.tint.components)
        }
        // Stable: ties go by the order of the plan, cell by cell. Indices are sorted, not the particles themselves.
        let plan = BirthPlan(timeline, spec).particles
        let order = plan.indices.sorted { (plan[$0].birth, $0) < (plan[$1].birth, $1) }
        particles = order.map { plan[$0] }
        longestLife = particles.reduce(0) { max($0, $1.death - $1.birth) }
    }

    /// What the layer shows at `time`, seconds since the scene's start; `nil` if that is nothing.
    func group(at time: Double, on canvas: Canvas) -> DrawList.Group? {
        guard let now = timeline.layer.timing.localTime(at: time) else { return nil }
        let opacity = timeline.layer(at: now).opacity.rounded(to: 1e6)
        guard opacity > 0 else { return nil }
        var items: [DrawList.Item] = []
        // Births ascend: everything alive lies in one stretch of the array.
        for index in firstParticle(bornAfter: now - longestLife)..<firstParticle(bornAfter: now) {
            if let item = item(index, at: now, on: canvas) { items.append(item) }
        }
        switch emitter.renderMode {
        case .unordered, .oldestFirst, .additive: break
        case .oldestLast: items.reverse()
        case .backToFront: items.sort { ($0.z, $0.id) < ($1.z, $1.id) }
        }
        return DrawList.Group(
            layer: layerIndex,
            opacity: min(1, opacity),
            blend: emitter.renderMode == .additive ? .add : .normal,
            items: items
        )
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

    /// The particle at `now`, in pixels; `nil` if it is dead, invisible, or wholly off the canvas.
    private func item(_ index: Int, at now: Double, on canvas: Canvas) -> DrawList.Item? {
        let particle = particles[index]
        let age = particle.age(at: now)
        guard age >= 0, age < particle.lifetime, let look = looks[particle.cell] else { return nil }
        let cell = cells[particle.cell]

        let scale = particle.scale(atAge: age)
        guard scale != 0, scale > 0 || cell.negativeScale == .mirror else { return nil }
        let color =
            look.tint
            * particle.color(atAge: age).clamped(
                lowerBound: SIMD4(repeating: 0),
                upperBound: SIMD4(repeating: 1)
            )
        guard color.w > 0 else { return nil }

        let place = particle.position(atAge: age)
        let pixels = SIMD2(place.x, place.y) * canvas.scale
        let radius = look.radius / particle.contentsScale * abs(scale) * canvas.scale + 1
        guard pixels.x > -radius, pixels.y > -radius,
            pixels.x < Double(canvas.pixelWidth) + radius, pixels.y < Double(canvas.pixelHeight) + radius
        else { return nil }

        let drawn = (abs(scale) / particle.contentsScale * canvas.scale).rounded(to: 1e6)
        // A scale below zero turns the picture by half a turn, as the matrix of such a scale does.
        let turned = particle.rotation + particle.spin * age + (scale < 0 ? .pi : 0)
        return DrawList.Item(
            id: firstID + index,
            cell: particle.cell,
            sprite: look.sprite,
            age: age.rounded(to: 1e6),
            position: SIMD2(pixels.x.rounded(to: 256), pixels.y.rounded(to: 256)),
            z: (place.z * canvas.scale).rounded(to: 256),
            scale: SIMD2(drawn, drawn),
            rotation: turned.rounded(to: 1e6),
            color: SIMD4(
                color.x.rounded(to: 1e4),
                color.y.rounded(to: 1e4),
                color.z.rounded(to: 1e4),
                color.w.rounded(to: 1e4)
            )
        )
    }
}

extension Double {
    /// Rounded to a multiple of 1/`steps`. What enters the draw list passes through here, so that a last bit that
    /// differs between two C libraries does not reach the pixels.
    func rounded(to steps: Double) -> Double {
        let number = (self * steps).rounded() / steps
        return number == 0 ? 0 : number  // no −0
    }
}
