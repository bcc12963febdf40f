internal import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import EffectVectors

extension EffectRenderer {
    /// Writes an effect as formulas or keyframes, moving or still.
    ///
    /// - Parameter snapshot: Content of a still; `nil` moves.
    /// - Returns: The file, and what its form gave up; `nil` for nothing.
    /// - Throws: ``RenderError``; `GzipStream.Failure` without memory for compression.
    func vector(
        of spec: EffectSpec,
        as format: OutputFormat,
        still snapshot: Snapshot?,
        _ watch: RenderContext
    ) throws -> (bytes: [UInt8], reduced: String?) {
        try translating(spec, as: format, watch: watch) { simulation in
            try watch.times.measure(.encoding) {
                let writer = VectorRendering(simulation, still: snapshot, format: format, limits: limits) {
                    watch.isOver
                }
                return try writer.file()
            }
        }
    }

    /// Counts the pieces of a vector as a render does, without fitting their motions.
    ///
    /// - Throws: ``RenderError/tooManyPieces(found:limit:form:)``, as the render would, and other refusals of its.
    package func checkPieces(of plan: RenderPlan, watch: RenderContext = RenderContext()) throws {
        let (format, snapshot): (OutputFormat, Snapshot?)
        switch plan.output {
        case .frames(let own) where own.isVector: (format, snapshot) = (own, nil)
        case .still(let own, let form) where form.isVector: (format, snapshot) = (form, own)
        default: return
        }
        try translating(plan.spec, as: format, watch: watch) { simulation in
            try VectorRendering(simulation, still: snapshot, format: format, limits: limits) { watch.isOver }
                .checkPieces()
        }
    }

    /// Largest distance in pixels between the center of a vector's piece and the draw lists; 0 for exact motion.
    ///
    /// - Throws: ``RenderError``, as the render of the vector does.
    func errorOfMotion(
        in spec: EffectSpec,
        as format: OutputFormat,
        watch: RenderContext = RenderContext()
    ) throws -> Double {
        try translating(spec, as: format, watch: watch) { simulation in
            try VectorRendering(simulation, still: nil, format: format, limits: limits) { watch.isOver }.error()
        }
    }

    /// Calls `body` with the simulation of an effect, and translates its errors.
    private func translating<Result>(
        _ spec: EffectSpec,
        as format: OutputFormat,
        watch: RenderContext,
        _ body: (Simulation) throws -> Result
    ) throws -> Result {
        try watch.check()
        let ofCanvas: (contents: String, member: String)? =
            if spec.canvas.bloom?.isVisible == true {
                ("a bloom of the canvas", "bloom")
            } else if spec.canvas.tile {
                ("a canvas that repeats", "tile")
            } else {
                nil
            }
        if let ofCanvas {
            throw RenderError.notAVector(
                contents: ofCanvas.contents,
                layer: nil,
                pointer: "/canvas/\(ofCanvas.member)",
                form: format.noun,
                instead: ".png"
            )
        }
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        do {
            return try body(simulation)
        } catch let error as VectorError {
            switch error {
            case .unsupported(let contents, let layer):
                throw RenderError.notAVector(
                    contents: contents.phrase,
                    layer: spec.layers[layer].name,
                    pointer: spec.pointer(toLayer: layer, member: contents.member),
                    form: format.noun,
                    instead: contents.formsThatCan.map { "." + $0 }.joined(separator: ", ")
                )
            case .tooManyPieces(let found, let limit):
                throw RenderError.tooManyPieces(found: found, limit: limit, form: format.noun)
            case .tooLarge(let limit): throw RenderError.outputTooLarge(limit: limit)
            case .tooManySamples, .stopped:
                try watch.check()
                throw RenderError.cancelled
            }
        }
    }
}

extension EffectSpec {
    /// JSON Pointer to a layer's member; to the layer itself without one, or for a mode of blending that is not its own.
    fileprivate func pointer(toLayer index: Int, member: String?) -> String {
        let pointer = pointer(toLayer: index)
        guard let member else { return pointer }
        if member == "renderMode", layers[index].content.emitter?.renderMode != .maximum { return pointer }
        return "\(pointer)/\(member)"
    }
}

extension OutputFormat {
    /// A file of the format, in messages.
    fileprivate var noun: String {
        switch self {
        case .lottie, .dotLottie: "a Lottie"
        case .tgs: "a Telegram sticker"
        case .tracks: "tracks"
        default: "an SVG"
        }
    }
}
