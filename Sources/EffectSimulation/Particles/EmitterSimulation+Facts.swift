internal import EffectModel

extension EmitterSimulation {
    func facts(ofItem id: Int) -> ParticleFacts? {
        guard let (particle, cell) = particle(withID: id) else { return nil }
        let formula = cell.kinetics.formula
        var plane: ParticleFacts.Plane?
        // Forces, walls and curves may turn it otherwise; callers compare.
        if cell.cell.particleType == .plane {
            let back = cell.cell.back.map { $0.components * cell.tint(of: particle) }
            plane = ParticleFacts.Plane(
                axis: particle.axis,
                rotation: particle.rotation,
                spin: particle.spin,
                back: back.map { SIMD3($0.x, $0.y, $0.z) }
            )
        }
        var facts = ParticleFacts(
            end: particle.end,
            drag: (formula?.drag ?? 0) / particle.mass,
            plane: plane
        )
        let appearance = cell.appearance
        if !cell.isAnimated, cell.live == nil {
            let unit = SIMD2(particle.lifetime, 1)
            if !appearance.changes.isEmpty, appearance.mayHaveColorLines,
                let color = appearance.colorLines(of: particle)
            {
                facts.looks = ParticleFacts.Looks(
                    color: color.map { $0.map { $0 * unit } },
                    tint: cell.tint(of: particle)
                )
            }
            if !appearance.scales.isEmpty, appearance.mayHaveScaleLine {
                facts.scale = appearance.scaleLine(of: particle)?.map { $0 * unit } ?? []
            }
        }
        return facts
    }
}
