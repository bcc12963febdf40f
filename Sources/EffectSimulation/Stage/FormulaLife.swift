internal import EffectModel

/// A particle that moves, turns, grows and fades in closed form: the formulas' own coefficients, in pixels of the canvas and
/// seconds of the effect. Ages are seconds since the birth.
package struct FormulaLife: Sendable {
    /// Index of the sprite.
    package var sprite: Int
    /// Birth in seconds of the effect.
    package var birth: Double
    /// Age at death.
    package var span: Double
    /// Position at birth.
    package var position: SIMD2<Double>
    /// Velocity at birth that drag takes away, and the constant one on top of it.
    package var velocity: SIMD2<Double>
    package var drift: SIMD2<Double>
    package var acceleration: SIMD2<Double>
    /// Rate at which drag takes velocity away; 0 for none.
    package var drag: Double
    /// Pixels per sprite unit at birth, and their change. Always positive.
    package var scale: Double
    package var scaleSpeed: Double
    /// Radians at birth, clockwise, and their change; about ``axis`` for a plane.
    package var rotation: Double
    package var spin: Double
    /// Rotation axis of a plane, a unit vector; `nil` for a particle that turns in the canvas' plane, or does not turn.
    package var axis: SIMD3<Double>?
    /// Color at birth and its change, straight and not clamped: alpha may start above 1.
    package var color: SIMD4<Double>
    package var colorSpeed: SIMD4<Double>
    /// Factor of the clamped color.
    package var tint: SIMD4<Double>
    /// Color of a plane's back, if it differs from the front's.
    package var back: SIMD3<Double>?

    /// Position at an age.
    package func position(atAge age: Double) -> SIMD2<Double> {
        guard drag > 0 else { return position + (velocity + drift) * age + acceleration * (age * age / 2) }
        let along = Decay.lost(drag * age) / drag
        return position + velocity * along + acceleration * ((age - along) / drag) + drift * age
    }
}

extension Simulation {
    /// Lives of all particles of layers where each has a closed form, by index of the layer, in drawing order. Such layers
    /// neither move nor repeat; their opacity, mask and blending are in the groups of ``drawList(at:withoutItemsOf:)``.
    package var formulaLives: [Int: [FormulaLife]] {
        guard isPlain, spec.timing.loop != .seamless else { return [:] }
        var lives: [Int: [FormulaLife]] = [:]
        for (layer, index) in zip(scene.layers, scene.indices) where !spec.layers[index].hasLight {
            lives[index] = layer.formulaLives(until: spec.timing.period)
        }
        return lives
    }
}

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
        emitter.renderMode != .backToFront
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

extension LayerContext {
    /// Whether the layer neither moves nor is clipped, and its clock runs on from its start, until a time of the effect.
    fileprivate func isStill(until end: Double) -> Bool {
        let timing = timeline.layer.timing
        guard !clips, timing.speed > 0, view(of: timeline.layer).isPlain else { return false }
        // Animations of other properties than the opacity are found at times that no rhythm hits.
        return (0..<Self.looks).allSatisfy { number in
            let share = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
            let (time, steady) = (end * share, timing.steadyTime(at: end * share))
            guard let now = timing.localTime(at: time) else { return steady < 0 }
            return now == steady && view(of: timeline.layer(at: now)).isPlain
        }
    }

    private static let looks = 48

    private func view(of layer: Layer) -> View { View(of: layer, on: canvas, preservesDepth: false) }
}
