internal import EffectModel

extension Simulation {
    /// Distance between the ids of one particle in two successive rounds of a seamless loop; more than any id of the first round.
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

extension Simulation {
    /// Lives of all particles of layers where each has a closed form, by index of the layer, in drawing order. Such layers
    /// neither move nor repeat; their opacity, mask and blending are in the groups of ``drawList(at:withoutItemsOf:)``.
    package var formulaLives: [Int: [FormulaLife]] {
        guard isPlain else { return [:] }
        var lives: [Int: [FormulaLife]] = [:]
        for (layer, index) in zip(scene.layers, scene.indices) where !spec.layers[index].hasLight {
            lives[index] = layer.formulaLives(until: spec.timing.period, sprites)
        }
        return lives
    }
}
