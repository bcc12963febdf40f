internal import EffectModel

extension EmitterSimulation {
    func formulaLives(until end: Double) -> [FormulaLife]? {
        guard isInClosedForm, stage.isStill(until: end) else { return nil }
        let timing = stage.timeline.layer.timing
        var lives: [FormulaLife] = []
        lives.reserveCapacity(particles.count)
        for particle in particles {
            guard let life = life(of: particle, timing) else { return nil }
            lives.append(life)
        }
        return emitter.renderMode == .oldestLast ? lives.reversed() : lives
    }

    /// Whether formulas and constant rates say everything about all particles.
    private var isInClosedForm: Bool {
        emitter.renderMode != .backToFront && !(emitter.preservesDepth && stage.canvas.perspective != nil)
            && zip(plain, cells).allSatisfy { plain, cell in
                plain.isPlain && plain.live == nil && plain.back.map { $0.w == 1 } ?? true
                    && (plain.back == nil || cell.cell.colorSpeed.lowHalf == .zero && cell.cell.colorSpeed.z == 0)
            }
    }

    /// Coefficients of a particle; `nil` for one whose image is mirrored.
    private func life(of particle: Particle, _ timing: MediaTiming) -> FormulaLife? {
        let cell = plain[particle.cell]
        let least = min(particle.scale, particle.scale + particle.scaleSpeed * particle.lifetime)
        guard least > 0 || !cell.mirrors, cell.sprite >= 0 else { return nil }
        // Seconds of own time per second of the effect.
        let pace = particle.speed * timing.speed
        guard pace > 0 else { return nil }
        func flat(_ vector: SIMD3<Double>) -> SIMD2<Double> { SIMD2(vector.x, vector.y) * stage.canvas.scale }
        let formula = cell.formula
        let acceleration =
            formula.hasWind ? particle.acceleration + formula.wind / particle.mass : particle.acceleration
        let pixels = stage.canvas.scale / particle.contentsScale
        let isTurned = cell.lie != .upright
        return FormulaLife(
            sprite: cell.sprite,
            birth: timing.beginTime + (particle.birth - timing.timeOffset) / timing.speed,
            span: particle.lifetime / pace,
            position: flat(particle.position),
            velocity: flat(particle.velocity) * pace,
            drift: flat(formula.drift) * pace,
            acceleration: flat(acceleration) * (pace * pace),
            drag: formula.drag / particle.mass * pace,
            scale: particle.scale * pixels,
            scaleSpeed: particle.scaleSpeed * pixels * pace,
            rotation: isTurned ? particle.rotation : 0,
            spin: isTurned ? particle.spin * pace : 0,
            axis: cell.lie == .turnedInSpace ? particle.axis : nil,
            color: particle.color,
            colorSpeed: particle.colorSpeed * pace,
            tint: cell.tint,
            back: cell.back.map { SIMD3($0.x * cell.tint.x, $0.y * cell.tint.y, $0.z * cell.tint.z) }
        )
    }
}
