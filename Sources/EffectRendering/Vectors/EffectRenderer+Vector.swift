internal import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import EffectVectors

extension EffectRenderer {
    /// Writes an effect as an SVG, moving or still.
    ///
    /// - Parameter snapshot: Content of a still; `nil` moves.
    /// - Throws: ``RenderError``.
    func vector(of spec: EffectSpec, still snapshot: Snapshot?, _ watch: RenderContext) throws -> [UInt8] {
        try watch.check()
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        do {
            return try watch.times.measure(.encoding) {
                let scene = try VectorScene(simulation, maximumPieces: limits.maximumPieces) { watch.isOver }
                let sprites = simulation.sprites
                let document = try SVGDocument(
                    scene,
                    of: spec,
                    sprites: sprites,
                    still: moment(snapshot, scene, spec),
                    SVGDocument.Limits(elements: limits.maximumPieces, bytes: limits.maximumOutputBytes)
                ) {
                    if case .picture(let picture) = sprites[$0].contents { picture.dataURI } else { nil }
                }
                return Array(document.text.utf8)
            }
        } catch let error as VectorError {
            switch error {
            case .unsupported(let contents, let layer):
                throw RenderError.notAVector(contents: contents.phrase, layer: spec.layers[layer].name)
            case .tooManyPieces(let found, let limit): throw RenderError.tooManyPieces(found: found, limit: limit)
            case .tooLarge(let limit): throw RenderError.outputTooLarge(limit: limit)
            case .tooManySamples, .stopped:
                try watch.check()
                throw RenderError.cancelled
            }
        }
    }

    /// Share of the loop that a still shows.
    private func moment(_ snapshot: Snapshot?, _ scene: VectorScene, _ spec: EffectSpec) -> Double? {
        switch snapshot {
        case nil: nil
        case .best, .sheet: scene.best
        case .frame(let number): Double(number) / Double(spec.timing.frameCount)
        case .times(let times): times.first.map { spec.timing.wrapped($0) / spec.timing.period }
        }
    }
}
