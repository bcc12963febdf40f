internal import EffectModel

extension EmitterSimulation {
    func formulaLives(until end: Double, _ sprites: [Sprite]) -> [FormulaLife]? {
        guard isInClosedForm, stage.isStill(until: end) else { return nil }
        let timing = stage.timeline.layer.timing
        var lives: [FormulaLife] = []
        lives.reserveCapacity(particles.count)
        for particle in particles where cells[particle.cell].look != nil {
            guard let life = life(of: particle, timing) else { return nil }
            lives.append(life)
        }
        if stage.period != nil {
            guard let rounds = rounds(of: lives, sprites, end) else { return nil }
            lives = rounds
        }
        return emitter.renderMode == .oldestLast ? lives.reversed() : lives
    }

    /// Largest number of rounds of a seamless loop that a particle lives for, so that its formula is cut into so many pieces.
    private static let mostRounds = 8

    /// Lives in a seamless loop: one for each round in which a particle is alive, the oldest first. Where the order does not
    /// matter, one is enough.
    private func rounds(of lives: [FormulaLife], _ sprites: [Sprite], _ period: Double) -> [FormulaLife]? {
        guard !lives.contains(where: { $0.span > Double(Self.mostRounds) * period || $0.birth < 0 }) else { return nil }
        let anyOrder = !emitter.renderMode.isOrdered || Self.haveOneColor(lives, sprites)
        var rounds: [FormulaLife] = []
        rounds.reserveCapacity(lives.count * 2)
        for life in lives {
            var round = life
            round.birth -= (life.birth / period).rounded(.down) * period
            if anyOrder, life.span < period * 0.999 {
                round.wraps = round.birth + life.span > period
                rounds.append(round)
                continue
            }
            while round.birth + life.span > 0 {
                rounds.append(round)
                round.birth -= period
            }
        }
        return anyOrder
            ? rounds : rounds.enumerated().sorted { ($0.1.birth, $0.0) < ($1.1.birth, $1.0) }.map(\.element)
    }

    /// Whether lives look the same in any order: one color over itself is that color.
    private static func haveOneColor(_ lives: [FormulaLife], _ sprites: [Sprite]) -> Bool {
        guard let first = lives.first else { return true }
        return lives.allSatisfy { life in
            life.colorLines.isEmpty && life.back == nil && sprites[life.sprite].hasOneColor
                && (0..<3).allSatisfy { life.colorSpeed[$0] == 0 && life.shownColor($0) == first.shownColor($0) }
        }
    }

    /// Whether formulas and straight lines say everything about all particles.
    private var isInClosedForm: Bool {
        emitter.renderMode != .backToFront && !(emitter.preservesDepth && stage.canvas.perspective != nil)
            && emitter.cull.showsAll && cells.allSatisfy { $0.look == nil || $0.isInClosedForm }
    }

    /// Coefficients of a particle; `nil` for one whose image is mirrored, or whose looks are curves.
    private func life(of particle: Particle, _ timing: MediaTiming) -> FormulaLife? {
        let dynamics = cells[particle.cell]
        guard let formula = dynamics.kinetics.formula, let sprite = dynamics.sprite(of: particle, atAge: 0), sprite >= 0
        else { return nil }
        // Seconds of own time per second of the effect.
        let pace = particle.speed * timing.speed
        guard pace > 0 else { return nil }
        func flat(_ vector: SIMD3<Double>) -> SIMD2<Double> { SIMD2(vector.x, vector.y) * stage.canvas.scale }
        let acceleration =
            formula.hasWind ? particle.acceleration + formula.wind / particle.mass : particle.acceleration
        let pixels = stage.canvas.scale / particle.contentsScale
        let tint = dynamics.tint(of: particle)
        let type = dynamics.cell.particleType
        let back = type == .plane ? dynamics.cell.back?.components : nil
        let span = particle.lifetime / pace
        // What is too little to be felt is none, as in the draw lists.
        let drag = formula.drag / particle.mass * pace
        var life = FormulaLife(
            sprite: sprite,
            birth: timing.beginTime + (particle.birth - timing.timeOffset) / timing.speed,
            span: span,
            position: flat(particle.position),
            velocity: flat(particle.velocity) * pace,
            drift: flat(formula.drift) * pace,
            acceleration: flat(acceleration) * (pace * pace),
            drag: drag * span > 1e-6 ? drag : 0,
            scale: particle.scale * pixels,
            scaleSpeed: particle.scaleSpeed * pixels * pace,
            rotation: type == .point ? 0 : particle.rotation,
            spin: type == .point ? 0 : particle.spin * pace,
            axis: type == .plane ? particle.axis : nil,
            color: particle.color,
            colorSpeed: particle.colorSpeed * pace,
            tint: tint,
            back: back.map { SIMD3($0.x * tint.x, $0.y * tint.y, $0.z * tint.z) }
        )
        if !dynamics.appearance.isPlain {
            guard let lines = dynamics.appearance.lines(of: particle) else { return nil }
            life.scaleLine = lines.scale.map { $0 * SIMD2(span, pixels) }
            life.colorLines = lines.color.map { $0.map { $0 * SIMD2(span, 1) } }
        }
        let mirrors = dynamics.cell.negativeScale == .mirror
        return mirrors && life.scales.contains { $0.y <= 0 && ($0.y < 0 || life.scaleLine.isEmpty) } ? nil : life
    }
}

extension FormulaLife {
    /// A component of the color at birth, as shown.
    fileprivate func shownColor(_ index: Int) -> Double { tint[index] * max(0, min(1, color[index])) }
}

extension CellDynamics {
    /// Whether formulas and straight lines say everything about the particles.
    fileprivate var isInClosedForm: Bool {
        guard let look, look.sprite >= 0, look.frames.mode == .single || look.frames.mode == .random, cell.trail == nil,
            cell.stretchFactor == 0, !isAnimated, live == nil, kinetics.formula != nil, appearance.mayHaveLines
        else { return false }
        guard cell.particleType == .plane, let back = cell.back?.components else { return true }
        // The front's color is one that a plane has throughout.
        return back.w == 1 && cell.colorSpeed.lowHalf == .zero && cell.colorSpeed.z == 0 && !appearance.recolors
    }
}

extension Emitter.RenderMode {
    /// Whether the order of particles is seen.
    fileprivate var isOrdered: Bool {
        switch self {
        case .unordered, .oldestFirst, .oldestLast, .backToFront: true
        case .additive, .cheapAdditive, .screen, .maximum: false
        }
    }
}
