internal import EffectCoding
internal import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import EffectVectors
internal import StrictJSON

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

    /// Checks that the smallest file of a vector keeps a byte budget.
    ///
    /// - Parameter size: Bytes of the file without a loss.
    /// - Throws: ``RenderError/budgetTooSmall(budget:smallest:)``, as the render does.
    func checkBudget(
        _ budget: Int,
        of spec: EffectSpec,
        as format: OutputFormat,
        whole size: Int,
        _ watch: RenderContext
    ) throws {
        try translating(spec, as: format, watch: watch) { simulation in
            let smallest = try VectorRendering(simulation, still: nil, format: format, limits: limits) { watch.isOver }
                .smallestSize()
            guard smallest <= budget else {
                throw RenderError.budgetTooSmall(budget: budget, smallest: min(size, smallest))
            }
        }
    }

    /// Counts the pieces of a vector as a render does, without fitting their motions.
    ///
    /// - Parameter share: Share of the loop from its start whose pieces are counted.
    /// - Throws: ``RenderError/tooManyPieces(found:limit:form:)``, as the render would, and other refusals of its.
    package func checkPieces(of plan: RenderPlan, in share: Double = 1, watch: RenderContext = RenderContext()) throws {
        let (format, snapshot): (OutputFormat, Snapshot?)
        switch plan.output {
        case .frames(let own) where own.isVector: (format, snapshot) = (own, nil)
        case .still(let own, let form) where form.isVector: (format, snapshot) = (form, own)
        default: return
        }
        try translating(plan.spec, as: format, watch: watch) { simulation in
            try VectorRendering(simulation, still: snapshot, format: format, limits: limits) { watch.isOver }
                .checkPieces(in: share)
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
                instead: RenderError.endings(of: [])
            )
        }
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec.lastingOneRound, watch) }
        do {
            return try body(simulation)
        } catch let error as VectorError {
            switch error {
            case .unsupported(let contents, let layer):
                let isFill = contents == .conicFill || contents == .changingFill
                throw RenderError.notAVector(
                    contents: contents.phrase,
                    layer: spec.layers[layer].name,
                    pointer: isFill
                        ? spec.pointer(toFillOfLayer: layer, isConic: contents == .conicFill)
                        : spec.pointer(toLayer: layer, member: contents.member),
                    form: format.noun,
                    instead: RenderError.endings(of: contents.formsThatCan)
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

    /// JSON Pointer to the gradient that fills contents of a layer, or an asset that they name; to the layer if there is none.
    ///
    /// - Parameter isConic: Whether a conic gradient is meant, of several.
    fileprivate func pointer(toFillOfLayer index: Int, isConic: Bool) -> String {
        func isMeant(_ fill: JSONValue) -> Bool {
            fill["gradient"] != nil && (!isConic || fill["gradient"]?["type"] == .string(Gradient.Kind.conic.rawValue))
        }
        func place(in value: JSONValue, at pointer: String) -> String? {
            switch value {
            case .object(let members):
                if let fill = value["fill"], isMeant(fill) { return "\(pointer)/fill" }
                return members.lazy.compactMap { place(in: $0.value, at: "\(pointer)/\($0.name)") }.first
            case .array(let elements):
                return elements.enumerated().lazy.compactMap { place(in: $1, at: "\(pointer)/\($0)") }.first
            case .string(let name):
                guard let fill = assets[name]?.fill, !isConic || fill.kind == .conic else { return nil }
                return "/assets/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))/fill"
            default: return nil
            }
        }
        let pointer = pointer(toLayer: index)
        let document = pointer.split(separator: "/").reduce(Optional(json)) { value, name in
            if case .array(let elements)? = value { return Int(name).map { elements[$0] } }
            return value?[String(name)]
        }
        return document.flatMap { place(in: $0, at: pointer) } ?? pointer
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
