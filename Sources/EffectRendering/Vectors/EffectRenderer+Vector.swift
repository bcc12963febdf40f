internal import Compression
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
        try watch.check()
        let simulation = try watch.times.measure(.simulation) { try Simulation(spec, watch) }
        do {
            return try watch.times.measure(.encoding) {
                let writer = VectorRendering(simulation: simulation, snapshot: snapshot, limits: limits) {
                    watch.isOver
                }
                switch format {
                case .lottie: return (Array(try writer.lottie().text.utf8), nil)
                case .dotLottie: return (try DotLottie.bytes(of: writer.lottie(), loop: spec.timing.loop), nil)
                case .tgs: return try writer.sticker()
                default: return (Array(try writer.svg().text.utf8), nil)
                }
            }
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

/// An effect's vectors, in all forms.
private struct VectorRendering {
    let simulation: Simulation
    let snapshot: Snapshot?
    let limits: RenderLimits
    let isStopped: () -> Bool

    private var spec: EffectSpec { simulation.spec }

    func svg() throws(VectorError) -> SVGDocument {
        let scene = try VectorScene(simulation, maximumPieces: limits.maximumPieces, unless: isStopped)
        return try SVGDocument(
            scene,
            of: spec,
            sprites: simulation.sprites,
            still: moment(scene),
            SVGDocument.Limits(elements: limits.maximumPieces, bytes: limits.maximumOutputBytes),
            image: image
        )
    }

    func lottie() throws(VectorError) -> LottieDocument {
        let options = LottieDocument.Options(elements: limits.maximumPieces, bytes: limits.maximumOutputBytes)
        return try lottie(scene(within: options.tolerance), options)
    }

    /// Pieces whose motions are fitted by cubics.
    ///
    /// - Parameter tolerance: Largest distance in pixels that a fit may miss by.
    private func scene(within tolerance: Double) throws(VectorError) -> VectorScene {
        try VectorScene(
            simulation,
            maximumPieces: limits.maximumPieces,
            curves: .cubics,
            tolerance: tolerance,
            unless: isStopped
        )
    }

    private func lottie(_ scene: VectorScene, _ options: LottieDocument.Options) throws(VectorError) -> LottieDocument {
        try LottieDocument(
            scene,
            of: spec,
            sprites: simulation.sprites,
            still: moment(scene),
            options,
            unless: isStopped,
            image: { index, tint in
                guard case .picture(let picture) = simulation.sprites[index].contents else { return nil }
                return picture.dataURI(tint: tint, unless: isStopped)
            }
        )
    }

    /// A sticker within Telegram's bounds: first less exact, then with fewer pieces.
    func sticker() throws -> (bytes: [UInt8], reduced: String?) {
        var (tolerance, share) = (VectorScene.tolerance, 1.0)
        var scene = try scene(within: tolerance)
        while true {
            if isStopped() { throw VectorError.stopped }
            let options = LottieDocument.Options(
                elements: limits.maximumPieces,
                bytes: min(limits.maximumOutputBytes, Self.largestText),
                isSticker: true,
                share: share,
                tolerance: tolerance
            )
            let document: LottieDocument
            do {
                document = try lottie(scene, options)
            } catch VectorError.tooLarge(let limit) {
                // Too much to be worth compressing.
                share /= 2
                if share < Self.smallestShare {
                    throw RenderError.budgetTooSmall(budget: StickerRules.bytes, smallest: limit)
                }
                continue
            }
            let bytes = try GzipStream.packed(Array(document.text.utf8))
            if bytes.count <= StickerRules.bytes {
                var losses = document.losses
                if tolerance > VectorScene.tolerance { losses.append("exactness to \(tolerance) px") }
                if share < 1 { losses.append("\(Int((100 - share * 100).rounded()))% of the pieces") }
                return (bytes, losses.isEmpty ? nil : losses.joined(separator: ", "))
            }
            if tolerance < Self.largestTolerance {
                // One that is far too large needs fewer pieces in any case.
                tolerance = bytes.count > 2 * StickerRules.bytes ? Self.largestTolerance : tolerance * 2
                scene = try self.scene(within: tolerance)
            } else {
                let room = Double(StickerRules.bytes) / Double(bytes.count)
                share *= min(0.9, room * 0.95)
                if share < Self.smallestShare {
                    throw RenderError.budgetTooSmall(budget: StickerRules.bytes, smallest: bytes.count)
                }
            }
        }
    }

    /// Largest distance of a sticker's pieces from their places, in pixels, and smallest share of them.
    private static let largestTolerance = 0.8
    private static let smallestShare = 0.05
    /// Maximum number of bytes of a sticker before compression. Repetitive documents shrink to a fiftieth.
    private static let largestText = 1 << 22

    private func image(_ index: Int) -> String? {
        if case .picture(let picture) = simulation.sprites[index].contents { picture.dataURI } else { nil }
    }

    /// Share of the loop that a still shows.
    private func moment(_ scene: VectorScene) -> Double? {
        switch snapshot {
        case nil: nil
        case .best, .sheet: scene.best
        case .frame(let number): Double(number) / Double(spec.timing.frameCount)
        case .times(let times): times.first.map { spec.timing.wrapped($0) / spec.timing.period }
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
        default: "an SVG"
        }
    }
}
