internal import EffectModel

/// Facts of a particle that its draw-list items do not show, for outputs that describe motion by formulas.
package struct ParticleFacts: Sendable {
    /// Age at death in seconds, on the clock of ``DrawList/Item/age``.
    package let end: Double
    /// Rate per second of age at which drag takes velocity away; 0 for none, and for motion without a formula.
    package let drag: Double
    /// Free rotation of a plane in space; `nil` for other particles. Forces and walls may turn the plane otherwise.
    package let plane: Plane?

    /// Free rotation of a plane.
    package struct Plane: Sendable {
        /// Rotation axis, a unit vector.
        package let axis: SIMD3<Double>
        /// Radians at birth.
        let rotation: Double
        /// Radians per second of age.
        let spin: Double
        /// Color of the back, if it differs from the front's.
        package let back: SIMD3<Double>?

        /// Angle in radians at an age.
        package func angle(atAge age: Double) -> Double { rotation + spin * age }

        /// Directions of one step right and one step down, as seen from the front, at an age.
        package func projection(atAge age: Double) -> (right: SIMD2<Double>, down: SIMD2<Double>) {
            let seen = Turn(axis: axis, angle: angle(atAge: age)).projection
            return (seen.right, seen.down)
        }
    }
}

extension Simulation {
    /// Distance between the ids of one particle in two successive rounds of a seamless loop.
    package var roundStride: Int { birthCount * scene.copies }

    /// Facts of the particle with an item's id; `nil` for items that are no particles of an emitter.
    package func facts(ofItem id: Int) -> ParticleFacts? {
        birthCount > 0 ? scene.facts(ofItem: id % birthCount) : nil
    }
}

extension Scene {
    fileprivate func facts(ofItem id: Int) -> ParticleFacts? {
        for layer in layers {
            if let facts = layer.facts(ofItem: id) { return facts }
            for scene in layer.scenes { if let facts = scene.facts(ofItem: id) { return facts } }
        }
        return nil
    }
}

extension EmitterSimulation {
    func facts(ofItem id: Int) -> ParticleFacts? {
        guard let (particle, cell) = particle(withID: id) else { return nil }
        let formula = cell.kinetics.formula
        var plane: ParticleFacts.Plane?
        // Forces, walls and curves may turn it otherwise; callers compare.
        if cell.cell.particleType == .plane {
            let back = cell.cell.back.map { $0.components * (cell.look?.tint ?? SIMD4(repeating: 1)) }
            plane = ParticleFacts.Plane(
                axis: particle.axis,
                rotation: particle.rotation,
                spin: particle.spin,
                back: back.map { SIMD3($0.x, $0.y, $0.z) }
            )
        }
        return ParticleFacts(
            end: particle.end,
            drag: (formula?.drag ?? 0) / particle.mass,
            plane: plane
        )
    }
}
