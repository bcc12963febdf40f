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
