extension Simulation {
    /// Distance between the ids of one particle in two successive rounds of a seamless loop.
    package var roundStride: Int { birthCount * copies }

    /// Facts of the particle with an item's id; `nil` for items that are no particles of an emitter.
    package func facts(ofItem id: Int) -> ParticleFacts? {
        guard birthCount > 0 else { return nil }
        let base = id % birthCount
        for (layer, _) in layers { if let facts = layer.facts(ofItem: base) { return facts } }
        return nil
    }
}
