internal import Compression
internal import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import EffectVectors

/// A vector of an effect, in one of the forms.
struct VectorRendering {
    private let simulation: Simulation
    private let snapshot: Snapshot?
    private let format: OutputFormat
    private let limits: RenderLimits
    private let isStopped: () -> Bool
    private let images = ImageURLs()

    private var spec: EffectSpec { simulation.spec }

    /// Number of pieces that the form may have.
    private var mostPieces: Int { format == .tracks ? limits.maximumTracks : limits.maximumPieces }

    /// - Parameters:
    ///   - snapshot: Content of a still; `nil` moves.
    ///   - isStopped: Cancellation check.
    init(
        _ simulation: Simulation,
        still snapshot: Snapshot?,
        format: OutputFormat,
        limits: RenderLimits,
        unless isStopped: @escaping () -> Bool
    ) {
        (self.simulation, self.snapshot, self.format) = (simulation, snapshot, format)
        (self.limits, self.isStopped) = (limits, isStopped)
    }

    /// The file, and what its form or its byte budget gave up; `nil` for nothing.
    func file() throws -> (bytes: [UInt8], reduced: String?) {
        let made: (bytes: [UInt8], reduced: String?)
        if format == .tgs {
            made = try sticker()
        } else if let budget = spec.output.maxBytes {
            made = try file(within: budget)
        } else {
            made = (try file(VectorReduction()), nil)
        }
        let losses = try losses()
        guard !losses.isEmpty else { return made }
        let others = made.reduced.flatMap { $0 == VectorReduction().text ? nil : [$0] } ?? []
        return (made.bytes, (others + losses).joined(separator: ", "))
    }

    /// Losses of vectors of any size: motion blur, an order by depth that changes, and trails whose steps of width are seen.
    private func losses() throws -> [String] {
        var losses: [String] = []
        if spec.timing.shutter > 0 { losses.append("shutter=0") }
        let layers = Set(
            spec.layers.indices.filter { spec.layers[$0].content.emitter?.renderMode == .backToFront }
        )
        if !layers.isEmpty, snapshot == nil, try changesOrder(of: layers) { losses.append("renderMode=unordered") }
        if format != .tracks, try hasSteppedTrails { losses.append("trails=stepped") }
        return losses
    }

    /// Whether bands of a trail differ in width by more than is seen.
    private var hasSteppedTrails: Bool {
        get throws {
            let emitters = spec.layers.compactMap { $0.content.emitter }
            guard emitters.contains(where: { $0.allCells.contains { $0.trail != nil } }) else { return false }
            var times = (0..<Self.moments).map { spec.timing.period * (Double($0) + 0.5) / Double(Self.moments) }
            if case .times(let own) = snapshot { times = own }
            return try times.contains { time in
                if isStopped() { throw VectorError.stopped }
                return simulation.drawList(at: time).leaves.contains {
                    $0.ribbons.contains { VectorScene.hasSteps(in: $0.width) }
                }
            }
        }
    }

    /// Moments at which the order of pieces is looked at.
    private static let moments = 24

    /// Whether pieces of layers that are drawn by depth pass each other.
    private func changesOrder(of layers: Set<Int>) throws -> Bool {
        var before: [Int: Int] = [:]
        for moment in 0..<Self.moments {
            if isStopped() { throw VectorError.stopped }
            let time = spec.timing.period * (Double(moment) + 0.5) / Double(Self.moments)
            let ids = simulation.drawList(at: time).leaves.filter { layers.contains($0.layer) }.flatMap(\.items).map(
                \.id
            )
            let places = ids.compactMap { before[$0] }
            if zip(places, places.dropFirst()).contains(where: { $0 > $1 }) { return true }
            before = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        }
        return false
    }

    /// Bytes of the file with the largest loss.
    func smallestSize() throws -> Int { try file(VectorReduction.steps[VectorReduction.steps.count - 1]).count }

    /// The smallest loss found on the ladder of ``VectorReduction`` whose file has at most `budget` bytes.
    private func file(within budget: Int) throws -> (bytes: [UInt8], reduced: String?) {
        let steps = VectorReduction.steps
        // Fitting motions takes longer than writing them, and steps that leave pieces out have the same fit.
        var fit: (looseness: Double, scene: VectorScene)?
        func fitting(_ step: Int) throws -> (bytes: [UInt8]?, size: Int) {
            let step = steps[step]
            do {
                let scene = if let fit, fit.looseness == step.looseness { fit.scene } else { try scene(after: step) }
                fit = (step.looseness, scene)
                let bytes = try file(step, of: scene)
                return (bytes.count <= budget ? bytes : nil, bytes.count)
            } catch VectorError.tooLarge(let limit) {
                return (nil, limit + 1)
            }
        }
        // Mostly the budget is kept from the start.
        let whole = try fitting(0)
        if let bytes = whole.bytes { return (bytes, steps[0].text) }
        var low = (step: 0, size: whole.size)
        let last = try fitting(steps.count - 1)
        guard var best = last.bytes else {
            // It has been given up before its end.
            if last.size > limits.maximumOutputBytes { throw VectorError.tooLarge(limit: limits.maximumOutputBytes) }
            throw RenderError.budgetTooSmall(budget: budget, smallest: min(whole.size, last.size))
        }
        var high = (step: steps.count - 1, size: last.size)
        for attempt in 0..<Self.attempts where high.step - low.step > 1 {
            if Double(high.size) >= BudgetSearch.fullness * Double(budget) { break }
            // Sizes fall by about the same bytes from step to step; where they don't, the middle leads on.
            let share = (Double(low.size) - 0.95 * Double(budget)) / Double(max(1, low.size - high.size))
            let place = attempt % 3 == 2 ? 0.5 : min(1, max(0, share))
            let distance = Double(high.step - low.step) * place
            let step = min(high.step - 1, max(low.step + 1, low.step + Int(distance.rounded(.up))))
            let made = try fitting(step)
            if let bytes = made.bytes { (best, high) = (bytes, (step, made.size)) } else { low = (step, made.size) }
        }
        return (best, steps[high.step].text)
    }

    /// Files made between the one without a loss and the one with the largest.
    private static let attempts = 8

    private func file(_ step: VectorReduction) throws -> [UInt8] { try file(step, of: scene(after: step)) }

    /// All pieces, as exact as the form has them after a loss.
    private func scene(after step: VectorReduction) throws(VectorError) -> VectorScene {
        guard simulation.drawPictures(unless: isStopped) else { throw .stopped }
        let tolerance = tolerance(after: step)
        return switch format {
        case .lottie, .dotLottie: try scene(.cubics, within: tolerance)
        case .tracks: try scene(.tracks, within: tolerance)
        default: try scene(.formulas, within: tolerance)
        }
    }

    private func tolerance(after step: VectorReduction) -> Double {
        let isLottie = format == .lottie || format == .dotLottie
        return (isLottie ? LottieDocument.tolerance : VectorScene.tolerance) * step.looseness
    }

    /// - Parameter scene: All pieces, of which the step leaves some out.
    private func file(_ step: VectorReduction, of scene: VectorScene) throws -> [UInt8] {
        let scene = scene.thinned(to: step.share)
        switch format {
        case .lottie, .dotLottie:
            let options = LottieDocument.Options(
                elements: mostPieces,
                bytes: limits.maximumOutputBytes,
                tolerance: tolerance(after: step)
            )
            let document = try lottie(scene, options)
            return format == .lottie
                ? Array(document.text.utf8) : try DotLottie.bytes(of: document, loop: spec.timing.loop)
        case .tracks:
            let options = TracksDocument.Options(
                elements: mostPieces,
                bytes: limits.maximumOutputBytes,
                tolerance: tolerance(after: step)
            )
            return Array(try tracks(scene, options).text.utf8)
        default: return Array(try svg(scene).text.utf8)
        }
    }

    /// Largest distance in pixels between the center of a piece and the draw lists; 0 for exact motion.
    ///
    /// - Throws: ``VectorError`` as ``file()`` does.
    func error() throws -> Double {
        _ = try file()
        let error: Double
        switch format {
        case .lottie, .dotLottie, .tgs: error = try scene(.cubics, within: LottieDocument.tolerance).error
        case .tracks: error = try scene(.tracks, within: VectorScene.tolerance).error
        default: error = try scene(.formulas, within: VectorScene.tolerance).error
        }
        return error < VectorScene.exactness ? 0 : error
    }

    /// Counts pieces by writing the document without motion, which has as many; of a Lottie without its outlines, too. A still
    /// has its motion, which decides what is visible at its moment.
    ///
    /// - Parameter share: Share of the loop from its start that is looked at.
    func checkPieces(in share: Double) throws(VectorError) {
        let scene = try scene(
            snapshot == nil ? .constants : .formulas,
            within: VectorScene.tolerance,
            share: share
        )
        switch format {
        case .lottie, .dotLottie, .tgs:
            let options = LottieDocument.Options(
                elements: mostPieces,
                bytes: limits.maximumOutputBytes,
                isSticker: format == .tgs,
                isCounted: true
            )
            _ = try lottie(scene, options, isEmpty: true)
        case .tracks:
            let options = TracksDocument.Options(
                elements: mostPieces,
                bytes: limits.maximumOutputBytes,
                isCounted: true
            )
            _ = try tracks(scene, options, isEmpty: true)
        default: _ = try svg(scene, isCounted: true)
        }
    }

    /// Pieces of the effect.
    ///
    /// - Parameters:
    ///   - curves: Kinds of channels to choose from.
    ///   - tolerance: Largest distance in pixels that a fit may miss by.
    ///   - share: Share of the loop from its start that is looked at.
    private func scene(
        _ curves: VectorScene.Curves,
        within tolerance: Double,
        share: Double = 1
    ) throws(VectorError) -> VectorScene {
        for (index, layer) in spec.layers.enumerated() where layer.hasLight {
            throw .unsupported(layer.blur > 0 ? .blur : .bloom, layer: index)
        }
        return try VectorScene(
            simulation,
            maximumPieces: mostPieces,
            curves: curves,
            tolerance: tolerance,
            share: share,
            unless: isStopped
        )
    }

    /// URL of the image of a sprite; `nil` if it has none.
    private func image(_ index: Int, tint: SIMD3<Double> = SIMD3(1, 1, 1), isEmpty: Bool) -> String? {
        guard case .picture(let picture) = simulation.sprites[index].contents else { return nil }
        return isEmpty ? "" : images.url(index, tint) { picture.dataURI(tint: tint, unless: isStopped) }
    }

    /// URL of the background as an image of the canvas' shape; `nil` unless it is a gradient that vectors cannot say.
    private func ground(isEmpty: Bool) -> String? {
        guard case .gradient(let gradient) = spec.canvas.background, !gradient.isVector, !gradient.isFlat else {
            return nil
        }
        if isEmpty { return "" }
        return images.url(nil, SIMD3(1, 1, 1)) {
            let canvas = spec.canvas
            let picture = gradient.picture(of: SIMD2(Double(canvas.pixelWidth), Double(canvas.pixelHeight)))
            return picture.dataURI(tint: SIMD3(1, 1, 1), unless: isStopped)
        }
    }

    /// - Parameter isCounted: Whether elements are counted: images and outlines are left out.
    private func svg(_ scene: VectorScene, isCounted: Bool = false) throws(VectorError) -> SVGDocument {
        try SVGDocument(
            scene,
            of: spec,
            sprites: simulation.sprites,
            still: moment(scene),
            SVGDocument.Limits(
                elements: mostPieces,
                bytes: limits.maximumOutputBytes,
                isCounted: isCounted
            ),
            ground: ground(isEmpty: isCounted)
        ) { index in image(index, isEmpty: isCounted) }
    }

    /// - Parameter isEmpty: Whether images are left out.
    private func lottie(
        _ scene: VectorScene,
        _ options: LottieDocument.Options,
        isEmpty: Bool = false
    ) throws(VectorError) -> LottieDocument {
        try LottieDocument(
            scene,
            of: spec,
            sprites: simulation.sprites,
            still: moment(scene),
            options,
            ground: format == .tgs ? nil : ground(isEmpty: isEmpty),
            unless: isStopped
        ) { index, tint in image(index, tint: tint, isEmpty: isEmpty) }
    }

    /// - Parameter isEmpty: Whether images are left out.
    private func tracks(
        _ scene: VectorScene,
        _ options: TracksDocument.Options,
        isEmpty: Bool = false
    ) throws(VectorError) -> TracksDocument {
        try TracksDocument(
            scene,
            of: spec,
            sprites: simulation.sprites,
            still: moment(scene),
            options,
            unless: isStopped
        ) { index in image(index, isEmpty: isEmpty) }
    }

    // MARK: Stickers

    /// A sticker within Telegram's bounds, and the byte budget if there is one: first less exact, then with fewer pieces.
    private func sticker() throws -> (bytes: [UInt8], reduced: String?) {
        let most = min(StickerRules.bytes, spec.output.maxBytes ?? .max)
        var search = StickerSearch(most: most)
        var fit: (tolerance: Double, scene: VectorScene)?
        var smallest: Int?
        while true {
            if isStopped() { throw VectorError.stopped }
            let attempt = search.attempt
            let scene =
                try fit.flatMap { $0.tolerance == attempt.tolerance ? $0.scene : nil }
                ?? scene(.cubics, within: attempt.tolerance)
            fit = (attempt.tolerance, scene)
            let options = LottieDocument.Options(
                elements: mostPieces,
                bytes: min(limits.maximumOutputBytes, Self.largestText),
                isSticker: true,
                tolerance: attempt.tolerance
            )
            let thinned = scene.thinned(to: attempt.share, sparing: 0)
            var size: Int?
            do {
                let document = try lottie(thinned, options)
                let bytes = try GzipStream.packed(Array(document.text.utf8))
                // What has lost all its pieces is no sticker of the effect.
                let isEmpty = thinned.isEmpty && !scene.isEmpty
                if bytes.count <= most, !isEmpty { return (bytes, losses(of: document, attempt)) }
                if !isEmpty { (size, smallest) = (bytes.count, min(smallest ?? .max, bytes.count)) }
            } catch VectorError.tooLarge {
                // Too much to be worth compressing.
            }
            if search.reduce(after: size) { continue }
            guard let smallest else { throw RenderError.outputTooLarge(limit: most) }
            guard let budget = spec.output.maxBytes, budget <= most else {
                throw RenderError.stickerTooLarge(smallest: smallest)
            }
            throw RenderError.budgetTooSmall(budget: budget, smallest: smallest)
        }
    }

    /// Losses of a sticker as text; `nil` for none.
    private func losses(of document: LottieDocument, _ attempt: StickerSearch.Attempt) -> String? {
        var losses = document.losses
        if attempt.tolerance > VectorScene.tolerance { losses.append("exactness to \(attempt.tolerance) px") }
        if attempt.share < 1 { losses.append("\(Int((100 - attempt.share * 100).rounded()))% of the pieces") }
        return losses.isEmpty ? nil : losses.joined(separator: ", ")
    }

    /// Maximum number of bytes of a sticker before compression. Repetitive documents shrink to a fiftieth.
    private static let largestText = 1 << 22

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

/// URLs of images as they are written, which all files of a byte budget share.
private final class ImageURLs {
    private struct Key: Hashable {
        let sprite: Int?
        let tint: SIMD3<Double>
    }

    private var urls: [Key: String] = [:]

    /// - Parameter sprite: Index of the sprite; `nil` for the background.
    func url(_ sprite: Int?, _ tint: SIMD3<Double>, _ make: () -> String?) -> String? {
        let key = Key(sprite: sprite, tint: tint)
        if let url = urls[key] { return url }
        let url = make()
        urls[key] = url
        return url
    }
}
