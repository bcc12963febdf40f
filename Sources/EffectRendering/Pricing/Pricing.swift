import EffectCost
internal import EffectModel
internal import EffectSimulation
internal import EffectVectors

/// Assembles the stages of a render and their costs from the counts of a survey.
struct Pricing {
    let spec: EffectSpec
    let job: RenderPrice.Job
    let cost: RenderCost
    /// Upper bound of the work, from the spec's numbers alone.
    private let upperBound: Double
    private let survey: Survey?

    init(_ spec: EffectSpec, _ job: RenderPrice.Job) {
        (self.spec, self.job) = (spec, job)
        switch job {
        case .times(let times):
            let whole = spec.lasting(times.max() ?? 0)
            cost = RenderCost(of: whole, pictures: times.count)
            survey = Survey(of: whole, cost, at: times.map(spec.timing.wrapped))
            upperBound = Self.bound(cost, spec, job)
        case .animation, .best, .sheet, .dump:
            cost = RenderCost(of: spec)
            survey = Survey(of: spec, cost)
            upperBound = Self.bound(cost, spec, job)
        case .vector:
            cost = RenderCost(of: spec.lastingOneRound)
            // Samples are taken however few frames there are.
            let sampled = spec.sampled(perSecond: VectorScene.samplesPerSecond)
            let whole = RenderCost(of: sampled)
            survey = Survey(of: sampled, whole, hasPixels: false)
            upperBound = whole.work
        }
    }

    /// Nanoseconds of the render, optionally with something given up. A byte budget is not considered.
    ///
    /// - Parameter isSettled: Whether the best frame is known already.
    func work(after trade: QualityReduction? = nil, isSettled: Bool = false) -> Double {
        let bound = trade.map(bound) ?? upperBound
        guard survey != nil else { return bound }
        let parts = parts(after: trade, isSettled: isSettled)
        // The bound knows nothing of the images in a document, nor of how often outlines are written.
        let written = parts.reduce(0) { sum, part in
            switch part.stage {
            case .embed: sum + part.work
            case .vector: sum + PriceTable.work(.vector, part.tally.only(.outlineSegments)) * part.times
            default: sum
            }
        }
        return min(bound + written, parts.reduce(0) { $0 + $1.work })
    }

    /// Nanoseconds to read the request and to price it, which is over when the render begins.
    var workOfRequest: Double {
        let document = Assembly.document(of: spec)
        return ([document] + (survey.map { Assembly(spec: spec, survey: $0).survey(for: job) } ?? []))
            .reduce(0) { $0 + $1.work }
    }

    /// Nanoseconds to estimate the size of the file from a few of its frames.
    func workOfGuess(after trade: QualityReduction, whole: Double) -> Double {
        guard case .animation = job, survey != nil else { return whole }
        let reduced = spec.after(trade)
        let timing = reduced.timing
        func share(_ frames: Int) -> Double { min(1, Double(frames) / Double(max(1, timing.frameCount))) }
        func work(_ parts: [RenderPrice.Part]) -> Double { parts.reduce(0) { $0 + $1.work } }
        guard spec.output.format?.isVideo == true else {
            let samples = SequenceSamples.Frames(of: reduced)
            return min(
                whole,
                parts(after: trade).reduce(0) { sum, part in
                    let share =
                        switch part.stage {
                        case .avifGround: Double(samples.files)
                        // Colors are counted in frames of their own.
                        case .count: 1.0
                        case .follow: share(samples.followed)
                        case let stage where PriceTable.isOnce(stage): 1.0
                        case let stage: share(PriceTable.sizes[stage] == nil ? samples.drawn : samples.encoded)
                        }
                    return sum + part.work * share
                }
            )
        }
        // A guess starts the program for each file of a few frames, which may take longer than a short video. Held frames
        // are not encoded.
        let all = parts(after: trade, holds: false)
        let once = work(all.filter { PriceTable.isOnce($0.stage) })
        let start = work(all.filter { $0.stage == .startVideo })
        let runs = SequenceSamples.runs(of: reduced.canvas)
        let files = SequenceSamples.files(frames: timing.frameCount, held: timing.heldFrames, runs: runs)
        let sampled = max(SequenceSamples.frames(runs: runs), min(SequenceSamples.shortSequence, timing.frameCount))
        return once + start * Double(files - 1) + (work(all) - once) * share(sampled)
    }

    /// Bytes of the file; `nil` for a format whose size is not predicted, and where nothing is known of the frames.
    func bytes(after trade: QualityReduction) -> Double? {
        guard let survey, !survey.isEmptySample else { return nil }
        let parts = parts(after: trade, isSettled: true)
        guard let part = parts.last(where: { PriceTable.sizes[$0.stage] != nil }) else { return nil }
        // A gradient behind everything has a part of its own.
        var tally = part.tally
        tally[.grainy] = parts.filter { $0.stage == part.stage }.reduce(0) { $0 + $1.tally[.grainy] }
        return PriceTable.bytes(part.stage, tally) * PriceTable.bytes(relativeTo: spec.after(trade).output)
    }

    /// Nanoseconds to count the pieces of a vector, before the first sample and in all: all samples are taken once, and no motion
    /// is fitted.
    func worksOfCount() -> (before: Double, all: Double) {
        guard let survey else { return (0, upperBound) }
        let parts = Assembly(spec: spec, survey: survey).countOfPieces
        func work(_ parts: [RenderPrice.Part]) -> Double { parts.reduce(0) { $0 + $1.work } }
        return (work(parts.filter { $0.stage == .prepare }), work(parts))
    }

    /// Upper bound from the spec's numbers alone, in nanoseconds.
    private func bound(after trade: QualityReduction) -> Double {
        let reduced = spec.after(trade)
        let cost =
            switch job {
            case .times(let times): RenderCost(of: reduced.lasting(times.max() ?? 0), pictures: times.count)
            case .vector: RenderCost(of: reduced.lastingOneRound)
            case .animation, .best, .sheet, .dump: RenderCost(of: reduced)
            }
        return Self.bound(cost, reduced, job)
    }

    /// Upper bound of a job: a still WebP codes its whole canvas, a frame of an animated one only what anything touches.
    private static func bound(_ cost: RenderCost, _ spec: EffectSpec, _ job: RenderPrice.Job) -> Double {
        let isStill =
            switch job {
            case .best: true
            case .times(let times): times.count == 1
            case .animation, .sheet, .dump, .vector: false
            }
        return cost.work + (isStill && spec.output.format == .webp ? cost.workOfFullCanvas(spec.output) : 0)
    }

    /// All parts of the render; empty if no survey was made.
    ///
    /// - Parameters:
    ///   - isSettled: Whether the best frame is known already.
    ///   - holds: Whether the last frame is held for as long as asked.
    func parts(after trade: QualityReduction? = nil, isSettled: Bool = false, holds: Bool = true)
        -> [RenderPrice.Part]
    {
        guard let survey else { return [] }
        var reduced = trade.map { spec.after($0) } ?? spec
        if !holds { reduced.timing.hold = 0 }
        let scale = reduced.canvas.scale / spec.canvas.scale
        let frames = Double(reduced.timing.frameCount) / Double(max(1, spec.timing.frameCount))
        let particles = trade?.count ?? 1
        func scaled(_ tally: Tally, frames: Double) -> Tally {
            trade == nil ? tally : tally.scaled(by: scale, frames: frames, particles: particles)
        }
        let isAnimation = if case .times = job { false } else { true }
        return Assembly(
            spec: reduced,
            total: scaled(survey.total, frames: isAnimation ? frames : 1),
            fullest: scaled(survey.fullest, frames: 1),
            once: scaled(survey.once, frames: 1),
            colors: survey.colors,
            repeated: scaled(survey.repeated, frames: isAnimation ? frames : 1)
        ).parts(of: job, isSettled: isSettled)
    }
}

/// A survey's counts, and their assignment to stages.
private struct Assembly {
    let spec: EffectSpec
    let total: Tally
    let fullest: Tally
    let once: Tally
    let colors: Int
    /// Counts of the frames that look the same as the one before.
    let repeated: Tally
    /// Whether the light of frames is summed. Stored, since computing it visits all cells.
    private let sumsLight: Bool

    private var frames: Double { max(1, total[.frames]) }

    init(spec: EffectSpec, total: Tally, fullest: Tally, once: Tally, colors: Int, repeated: Tally) {
        (self.spec, self.total, self.fullest, self.once) = (spec, total, fullest, once)
        (self.colors, self.repeated) = (colors, repeated)
        sumsLight = spec.sumsLight
    }

    init(spec: EffectSpec, survey: Survey) {
        self.init(
            spec: spec,
            total: survey.total,
            fullest: survey.fullest,
            once: survey.once,
            colors: survey.colors,
            repeated: survey.repeated
        )
    }
    private var output: Output { spec.output }
    private var draw: PriceTable.Stage { sumsLight ? .drawWide : .draw }
    private var isOpaque: Bool { spec.canvas.background.isOpaque }

    func parts(of job: RenderPrice.Job, isSettled: Bool) -> [RenderPrice.Part] {
        let simulated = part(.prepare, tally: once)
        if job == .dump {
            var images = once
            // A dump has the colors of its background, and no image of it.
            images[.ground] = 0
            return [
                simulated, part(.follow, tally: total), part(.embed, tally: images), part(.dump, tally: total),
            ]
        }
        if job == .vector {
            var images = once
            images[.ground] *= tries
            // Its outlines are written with its pieces.
            images[.assetPoints] = 0
            return [
                simulated, part(.follow, tally: total, times: tries * (1 + refinement)), part(.embed, tally: images),
                part(.vector, tally: fitted, times: vectorPasses),
            ]
        }
        let ready = [simulated, part(sumsLight ? .beginWide : .begin, tally: fresh)]
        switch job {
        case .times(let times) where times.count == 1 && isMoving:
            // A palette is chosen from the image, which is drawn for it.
            return ready + start + drawn(hasPalette ? 2 : 1) + choice(of: total) + firstGround
                + grainOfStill(encoder) + outside(total) + [part(encoder, tally: total, times: factorOfStill)]
        case .times, .sheet, .dump, .vector:
            return ready + drawn(1) + choice(of: total) + grainOfStill(still, times: frames)
                + [part(still, tally: total)]
        case .best:
            let looked = isSettled ? [] : drawn(1 + 2 / frames) + [part(.weigh, tally: total)]
            let best = part(isMoving ? encoder : still, tally: fullest, times: factorOfStill)
            return ready + start + looked + (isMoving ? drawn(1 / frames) : []) + choice(of: fullest)
                + drawn(1, of: fullest)
                + firstGround + grainOfStill(isMoving ? encoder : still) + outside(fullest) + [best]
        case .animation: return ready + animation
        }
    }

    /// The reading and answering of a request.
    static func document(of spec: EffectSpec) -> RenderPrice.Part {
        var tally = Tally()
        tally[.frames] = 1
        return RenderPrice.Part(stage: .document, tally: tally, times: sizeOfDocument(spec))
    }

    /// Time to read and write a spec, relative to one that is empty.
    private static func sizeOfDocument(_ spec: EffectSpec) -> Double {
        let things = spec.layers.reduce(0) { sum, layer in
            let emitter = layer.content.emitter
            let cells = emitter?.allCells ?? []
            let behaviors = cells.reduce(emitter?.emitterBehaviors.count ?? 0) { $0 + $1.emitterBehaviors.count }
            return sum + 1 + layer.animations.flatMap(\.withChildren).count + cells.count + behaviors
        }
        return 1 + 0.1 * Double(things)
    }

    /// The survey of which all these counts are: a simulation, and draw lists of some of the frames.
    func survey(for job: RenderPrice.Job) -> [RenderPrice.Part] {
        // Of many particles, few are simulated.
        func part(_ stage: PriceTable.Stage, _ tally: Tally, times: Double) -> RenderPrice.Part {
            let all = PriceTable.work(stage, tally)
            return self.part(stage, tally: tally, times: all > 0 ? min(times, Self.mostOfSurvey / all) : 0)
        }
        let looked = min(1, Double(Survey.mostMoments) / frames)
        // The pieces of vectors are counted, not their pixels.
        return [
            part(.prepare, once, times: Self.simulationOfSurvey),
            part(.follow, total, times: job == .vector ? looked : looked * Self.countOfPixels),
        ]
    }

    /// Simulation for the survey, of few of many particles, relative to that of all.
    private static let simulationOfSurvey = 0.5
    /// Time to make a draw list and count its pixels, relative to making it.
    private static let countOfPixels = 2.0
    /// Most nanoseconds of a survey's simulation, and of its draw lists.
    private static let mostOfSurvey = 8e6

    /// Parts of a count of a vector's pieces.
    var countOfPieces: [RenderPrice.Part] {
        // Its outlines are not written.
        var sampled = total
        sampled[.outlineSegments] = 0
        sampled[.formulas] = once[.formulas]
        return [
            part(.prepare, tally: once), part(.follow, tally: total, times: 1 + refinement),
            part(.vector, tally: sampled, times: Self.shareOfCount),
        ]
    }

    /// Time to count a sample's pieces, relative to fitting its motion.
    private static let shareOfCount = 0.3

    /// Number of times that pieces are fitted and written, relative to SVG. Stickers that are too large are tried several times
    /// until they fit.
    private var vectorPasses: Double {
        switch output.format {
        case .tgs where once[.outlineSegments] > Self.segmentsOfText: Self.triesOfText
        case .tgs: Self.passesOfSticker * triesOfSticker
        case .lottie: 1.25 * tries
        // The archive is packed.
        case .dotLottie: 3 * tries
        case .tracks where isIrregular: 1.05 * tries
        case .tracks: 0.85 * tries
        default: tries
        }
    }

    /// Segments of the outlines of all pieces, written for each, that have more text than a sticker may have, and number of files
    /// that are then mostly made.
    private static let segmentsOfText = 70_000.0
    private static let triesOfText = 5.8
    /// Segments beyond which further ones take no time: the text ends before them.
    private static let mostSegmentsOfSticker = 200_000.0
    /// Passes of a single try, compressed.
    private static let passesOfSticker = 2.5

    /// Number of files made for a sticker, by a rough guess at the bytes of the first.
    private var triesOfSticker: Double {
        let fitted = fitted
        let smooth = 0.6 * (smoothItems + (Self.keyframesOfPlane - 1) * total[.planeItems])
        let bytes =
            28 * fitted[.formulas] + 19 * fitted[.dragged] + 29 * fitted[.strands] + smooth
            + 0.7 * (total[.irregular] - total[.bent]) + 5 * total[.bent] + 0.53 * fitted[.ribbonPoints]
            + 0.4 * fitted[.outlineSegments] + Self.bytesOfBand * once[.bands]
            + Self.bytesOfChange * total[.outlineSegments]
        let share = bytes / Double(min(RenderError.bytesOfSticker, output.maxBytes ?? .max))
        // A file that seems small enough may be too large. After that, another follows with as many pieces as fit, which are few
        // of a file that is far too large.
        return 1 + min(max((share - 0.5) / 0.6, 0), 1) * min(1, 1.5 / share)
    }

    /// Further compressed bytes of a segment of an outline that changes.
    private static let bytesOfChange = 1.5
    /// Compressed bytes of a band: 41 of a straight trail, 97 of a parabola.
    private static let bytesOfBand = 60.0

    /// Time to write all segments of outlines that change, relative to tracks, beyond the passes of the format. Paths that become
    /// others, and lines that become wider, have more text than strokes that grow or dashes that run, which matters to archives
    /// and stickers: they are packed.
    private var segmentsOfChange: Double {
        let (all, morphs) = (total[.outlineSegments], total[.morphSegments])
        return switch output.format {
        case .svg: 1.3 * all
        case .lottie: 2.5 * all
        case .dotLottie, .tgs: 1.5 * (all - morphs) + 3.2 * morphs
        default: all
        }
    }

    /// Time to write, or to clip, a segment of a sheet's outline for an image, relative to one of an outline that changes.
    private var segmentsOfImage: Double {
        switch output.format {
        case .lottie: 2.5
        case .dotLottie: 1.4
        default: 1
        }
    }

    /// Time to write a point of an asset's outline once, relative to a segment of an outline that changes. Archives and stickers
    /// are also packed, in which outlines are most of the work.
    private var segmentsOfPoint: Double {
        switch output.format {
        case .dotLottie: 2.7
        case .tgs: 2
        default: 0.8
        }
    }

    /// Time to write a segment of a piece's own outline, relative to one of an outline that changes.
    private static let segmentsOfPiece = 2.0

    /// Counts of the pieces that are fitted.
    private var fitted: Tally {
        var tally = total
        tally[.outlineSegments] = segmentsOfChange + segmentsOfPoint * once[.assetPoints]
        switch output.format {
        // Written once for pieces of one color.
        case .lottie, .dotLottie:
            tally[.outlineSegments] += once[.outlineSegments] / 2 + segmentsOfImage * once[.sheetSegments]
        case .tgs:
            let written = min(once[.outlineSegments] + once[.sheetSegments], Self.mostSegmentsOfSticker)
            tally[.outlineSegments] += Self.segmentsOfPiece * written
        case .svg, .tracks: tally[.outlineSegments] += segmentsOfImage * once[.sheetSegments]
        default: break
        }
        // A Lottie has keyframes in place of formulas, and more of them where drag bends the motion.
        let isLottie = output.format == .lottie
        tally[.formulas] = once[.formulas] * (isLottie ? Self.formulasOfLottie : 1)
        tally[.dragged] = output.format == .svg || output.format == .tracks ? 0 : once[.dragged]
        tally[.strands] = once[.strands]
        tally[.bands] = weightedBands
        let isOfKeyframes = [.lottie, .dotLottie, .tgs].contains(output.format)
        let timeOfPlane = isOfKeyframes ? Self.keyframesOfPlane : Self.formulasOfPlane
        for count in [Tally.Count.formulas, .dragged, .strands] { tally[count] *= 1 + (timeOfPlane - 1) * planes }
        // Keyframes of many bends pack well.
        let isPacked = output.format == .dotLottie
        tally[.items] =
            total[.irregular] * (isPacked ? Self.timeOfPackedBends : 1)
            + (smoothItems + (timeOfPlane - 1) * total[.planeItems]) * Self.fitOfSmooth
        let points = total[.ribbonPoints] - total[.irregularPoints]
        tally[.ribbonPoints] = total[.irregularPoints] + points * Self.trailOfSmooth
        return tally
    }

    /// Number of bands of a Lottie that take as long as all trails. A band of a Lottie has a path and keyframes. A band of an SVG has
    /// attributes alone, and tracks have no bands, so most of their time goes to the trails' paths.
    private var weightedBands: Double {
        switch output.format {
        case .svg: Self.timeOfPath * once[.trails] + Self.timeOfAttributes * once[.bands]
        case .tracks: Self.timeOfPath * once[.trails]
        default: once[.bands]
        }
    }

    /// Time to fit a trail's path, relative to a band of a Lottie.
    private static let timeOfPath = 1.5
    /// Time to write the attributes of a band of an SVG, relative to a band of a Lottie.
    private static let timeOfAttributes = 0.35

    /// Draw lists made for the short fades of tracks, relative to those of all samples: at the start and at the end of what
    /// is no particle.
    private var refinement: Double {
        guard output.format == .tracks else { return 0 }
        let pieces = spec.layers.indices.reduce(0) { sum, index in
            switch spec.layers[index].content {
            case .emitter, .group: sum
            case .sprite, .shape: sum + spec.copies(ofLayer: index)
            // Each has many pieces.
            case .firework, .fountain, .reveal, .transition, .shatter, .like: VectorScene.mostRefined
            }
        }
        let refined = min(VectorScene.mostRefined, 2 * min(pieces, VectorScene.mostRefined))
        return Double(refined * VectorScene.finerParts.count) / frames
    }

    /// Items whose curves have few bends.
    private var smoothItems: Double { total[.items] - total[.irregular] }

    /// Whether any curves have many bends.
    private var isIrregular: Bool { total[.irregular] > 0 }

    /// Share of the particles that turn in space, as paper does.
    private var planes: Double {
        let particles = once[.formulas] + once[.strands]
        return particles > 0 ? min(1, once[.planes] / particles) : 0
    }

    /// Keyframes of a plane, whose skew and scale follow its turns, relative to those of other particles.
    private static let keyframesOfPlane = 3.5

    /// Time to write the formulas of a plane, which has those of its turns too, relative to those of other particles.
    private static let formulasOfPlane = 1.5

    /// Time to write the formula of a piece as text of a Lottie, relative to its archive, which is also packed.
    private static let formulasOfLottie = 1.5

    /// Time to write and pack a keyframe of many bends, relative to one that has few.
    private static let timeOfPackedBends = 0.75

    /// Time to fit smooth motions and their trails, relative to irregular ones, whose bends are searched for.
    private static let fitOfSmooth = 0.25
    private static let trailOfSmooth = 0.5

    /// Number of files made for a byte budget: one if the first fits, else a search makes up to ten. A file may have half of its
    /// predicted bytes, or twice as many.
    private var tries: Double {
        guard let budget = output.maxBytes.map(Double.init) else { return 1 }
        return 2 * bytesOfVector <= budget ? 1.5 : bytesOfVector > 2 * budget ? 3.3 : 2.6
    }

    /// Rough number of bytes of a vector without a loss, fitted to presets.
    private var bytesOfVector: Double {
        20_000 + 100 * once[.formulas] + 7 * (total[.irregular] + smoothItems * Self.fitOfSmooth)
            + 27 * total[.ribbons] + 12 * total[.outlineSegments] + 8 * once[.assetPoints]
    }

    /// Whether the output format is GIF, WebP, AVIF or a video, whose stills use the encoder of animations.
    private var isMoving: Bool { output.format?.encodesStills == true }

    /// Time that the encoder of animations takes for a still, relative to its table.
    private var factorOfStill: Double { isAVIF ? 1.6 * fineness : videoFactor * webpFineness }

    /// Encoding of what is outside the box of everything visible. A WebP that moves leaves it out, a still one codes the whole
    /// canvas.
    private func outside(_ tally: Tally) -> [RenderPrice.Part] {
        guard output.format == .webp else { return [] }
        var rest = Tally()
        rest[.box] = max(0, tally[.canvas] / max(1, tally[.frames]) - tally[.box])
        rest[.moving] = rest[.box]
        return [part(encoder, tally: rest, times: factorOfStill)]
    }

    private var isVideo: Bool { output.format?.isVideo == true }

    /// The start of a video's program.
    private var start: [RenderPrice.Part] { isVideo ? [part(.startVideo, tally: frame)] : [] }

    /// Time that a video takes by its effort and quality, relative to the default's.
    private var videoFactor: Double {
        let (fast, small, finest): (Double, Double, Double)
        switch encoder {
        case .h264: (fast, small, finest) = (0.75, 1.9, 0.1)
        case .vp9: (fast, small, finest) = (0.95, 1.4, 0.15)
        case .av1: (fast, small, finest) = (1, 2.7, 0.6)
        case .proRes: (fast, small, finest) = (1, 1, 0.3)
        case .hevc: (fast, small, finest) = (0.75, 2.5, 0.5)
        default: return 1
        }
        let effort =
            switch output.effort {
            case .fast: fast
            case .balanced: 1.0
            case .small: small
            }
        return effort * (1 + finest * (fineness - 1))
    }

    /// Counts of all frames and of those that repeat the last one at the end of a video.
    private func held(_ tally: Tally) -> Tally {
        var held = tally
        let share = Double(spec.timing.heldFrames) / frames
        // ProRes codes each frame anew; for other codecs, what repeats costs as much as what is empty.
        for count in Tally.Count.allCases where encoder == .proRes || [.frames, .canvas].contains(count) {
            held[count] *= 1 + share
        }
        return held
    }

    private var animation: [RenderPrice.Part] {
        var passes = 1.0
        var parts: [RenderPrice.Part] = []
        if hasPalette {
            let share = colorShare
            passes += share
            parts += [part(.count, tally: total, times: share), part(.choose, tally: frame)]
        }
        var encoded = withoutRepeats(total)
        // Whether some frames are encoded as differences from the one before to learn whether that takes fewer bytes.
        var isTried = false
        if output.format == .gif {
            isTried = isOpaque
            if isOpaque { passes += (1 + triedFrames) / frames }
            // Rows that repeat those of the frame before are not looked up again.
            leaveOutSteady(&encoded, most: 0.8)
        } else if output.format == .webp {
            // Two frames are compared, and one is encoded in up to four ways.
            if output.quality == .lossless {
                if frames > 1 { passes += 2 / frames }
                if comparesFrames { leaveOutSteady(&encoded, most: 0.9) }
            } else if isOpaque, frames > 1, case .gradient = spec.canvas.background {
                // Only the first frame covers the canvas. Threads that share the frames may draw the one before each again.
                passes += 1
                encoded[.background] /= frames
            }
        } else if isVideo {
            encoded = held(encoded)
        } else if output.format != .avif, frames > 1 {
            // Frames drawn and followed to find static content, and to try differences.
            let hasBackground = spec.canvas.background != .transparent
            passes += (hasBackground ? 1 + triedFrames : total[.steady] > 0 ? 2 + triedFrames : 0) / frames
            isTried = hasBackground || total[.steady] > 0
            parts.append(part(.follow, tally: total, times: 2 / frames))
            // Without a background, small files leave out what the first frame has, and nothing else.
            let same: Tally.Count = output.effort == .small && !hasBackground ? .lasting : .steady
            let staying = encoded[same] / max(1, encoded[.touched])
            // With a palette, each pixel is looked up.
            let most = hasPalette ? output.effort == .small ? 0.6 : 0.8 : 0.95
            if hasBackground || staying > 0.5 { leaveOutSteady(&encoded, most: most, same) }
            switch output.poster {
            case .best:
                passes += 1 + 2 / frames
                parts.append(part(.weigh, tally: total))
            case .time: passes += 1 / frames
            case .first: break
            }
        }
        if isAVIF {
            encoded[.canvas] *= paddedShare
            leaveOutSteady(&encoded, most: min(0.95, 1 - 1 / frames))
        }
        if encodesDifferences {
            let whole = wholeFrames
            // Frames with a palette have all of the box in which they differ from the first one.
            let box = isIndexedPNG ? encoded[.span] : encoded[.box]
            let later = min(encoded[.background], box) * (1 - whole / frames)
            encoded[.background] = later + Self.searchOfBackground * whole * total[.background] / frames
            if isIndexedPNG { encoded[.grainy] += grainOfGround(encoder) * shareOfLater * later }
        }
        // A file of a single frame has all of the canvas, as that of a still.
        let rest = frames == 1 ? outside(total) : []
        // Encodings that are tried are lost in the rest of a long animation. They have the effort balanced at most.
        if isTried, frames < Self.fewFrames {
            let share = output.effort == .small && output.format != .gif ? 0.3 : 1
            parts.append(part(encoder, tally: encoded, times: triedFrames / frames * share * softness))
        }
        return start + parts + drawn(passes) + firstGround + firstGrain + rest + [
            part(encoder, tally: encoded, times: (isAVIF ? fineness : videoFactor * webpFineness) * softness)
        ]
    }

    /// Leaves out what stays as it is, and has nothing to code.
    ///
    /// - Parameter same: Count of the pixels that stay as they are.
    private func leaveOutSteady(_ tally: inout Tally, most: Double, _ same: Tally.Count = .steady) {
        let staying = min(most, tally[same] / max(1, tally[.touched]))
        for count in [
            Tally.Count.touched, .hard, .tangled, .soft, .softRows, .steep, .mixed, .pictured, .grainy, .shaded, .edges,
        ] {
            tally[count] *= 1 - staying
        }
        // Means of a count that is left out and one that is not.
        for count in [Tally.Count.scattered, .spread, .broken] { tally[count] *= (1 - staying).squareRoot() }
    }

    /// Counts of what an encoder works on, almost without the frames that repeat the one before, where these are found by
    /// comparing or have little to code. Encoders of GIF, AVIF and lossy WebP code them like others; that of PNG, too, unless
    /// they repeat the first frame.
    private func withoutRepeats(_ tally: Tally) -> Tally {
        let counts: [Tally.Count]
        switch encoder {
        case .lossless, .losslessFast, .losslessSmall, .losslessIndexed:
            guard comparesFrames else { return tally }
            counts = Tally.Count.allCases.filter { $0 != .canvas }
        case .png, .pngSmall, .indexed, .indexedSmall:
            guard repeated[.frames] > Self.shareOfStill * total[.frames] else { return tally }
            counts = Tally.Count.allCases.filter { $0 != .canvas }
        case .h264, .av1, .vp9, .hevc: counts = [.box, .touched, .soft, .grainy, .pictured, .edges]
        default: return tally
        }
        var tally = tally
        for count in counts where total[count] > 0 {
            tally[count] *= 1 - Self.ofRepeats * min(1, repeated[count] / total[count])
        }
        return tally
    }

    /// Frames of a PNG or GIF that are drawn and encoded to learn whether differences from the one before take fewer bytes.
    private var triedFrames: Double {
        Int(frames) >= RenderCost.fewestFramesToTry ? RenderCost.meanTriedFrames : 0
    }

    /// Number of frames below which the encodings of a few count.
    private static let fewFrames = 40.0

    /// Whether frames of a lossless WebP are compared with the one before.
    private var comparesFrames: Bool { Int(frames) >= RenderCost.fewestFramesToTry }

    /// Share of repeated frames from which all frames are taken for one.
    private static let shareOfStill = 0.97

    /// Share of the work of a frame that is saved if it repeats the one before.
    private static let ofRepeats = 0.9

    /// Number of frames that have the whole background. A few that are not compared are tried whole where effort allows.
    private var wholeFrames: Double { encoder == .losslessSmall && !comparesFrames ? frames : 1 }

    private var isIndexedPNG: Bool { encoder == .indexed || encoder == .indexedSmall }

    /// Whether frames after the first have only the box in which they differ from the one before. That of a GIF has more, and
    /// what is lossy is coded in blocks of the whole canvas.
    private var encodesDifferences: Bool {
        switch encoder {
        case .png, .pngSmall, .indexed, .indexedSmall, .lossless, .losslessFast, .losslessSmall, .losslessIndexed: true
        default: false
        }
    }

    /// Time of a background pixel in the first frame, relative to one in the box that differs in a later frame. Measured with
    /// animations of next to nothing over a background.
    private static let searchOfBackground = 4.0

    /// Noise of a gradient behind everything, relative to an image of noise. Rows that repeat the one above are found at once,
    /// and few colors along a line have long runs.
    private func grainOfGround(_ stage: PriceTable.Stage) -> Double {
        guard case .gradient(let gradient) = spec.canvas.background else { return 0 }
        let isAxial = gradient.kind == .axial
        let way = gradient.endPoint - gradient.startPoint
        let isUpright = min(abs(way.x), abs(way.y)) < 1e-9
        let noise = isAxial && isUpright ? 0.2 : isAxial && gradient.colors.count <= 3 ? 0.5 : 1.3
        return switch stage {
        // Few of its colors are left.
        case .indexed, .losslessIndexed: 0.4 * noise
        // All predictors are tried, and one of them predicts equal rows exactly.
        case .losslessSmall: isAxial && isUpright ? 0.05 : 2.6 * noise
        default: noise
        }
    }

    /// Noise of a gradient in the box of a later frame, relative to the first frame: matches are found in the row above.
    private var shareOfLater: Double { encoder == .indexedSmall ? 0.08 : 0.3 }

    private var isAVIF: Bool { output.format == .avif }

    /// Time that a lossy WebP takes by its quality, relative to that of the table: fine ones have more to code.
    private var webpFineness: Double {
        guard output.format == .webp, case .lossy(let quality) = output.quality else { return 1 }
        let table = PriceTable.qualityOfTable(output)
        let most =
            switch output.effort {
            case .fast: 0.55
            case .balanced: 0.35
            case .small: 0.15
            }
        return 1 + most * Double(max(0, quality - table)) / Double(100 - table)
    }

    /// Time that an AVIF takes by its quality, relative to the default's: fine ones have more to code.
    private var fineness: Double {
        let quality = if case .lossy(let quality) = output.quality { quality } else { 100 }
        return 1 + Double(max(0, quality - 75)) / 25
    }

    /// Pixels that an AVIF's encoder works on, in blocks of 64, relative to those of the canvas.
    private var paddedShare: Double {
        func padded(_ side: Int) -> Double { Double((side + 63) / 64 * 64) / Double(max(1, side)) }
        return padded(spec.canvas.pixelWidth) * padded(spec.canvas.pixelHeight)
    }

    /// A gradient in the first frame of a lossy image, which has no frame before it to refer to.
    private var firstGround: [RenderPrice.Part] {
        guard isAVIF || output.format == .webp && output.isLossy,
            case .gradient(let gradient) = spec.canvas.background
        else { return [] }
        var tally = Tally()
        tally[.canvas] = total[.canvas] / frames * min(1, Double(gradient.colors.count) / Self.colorsOfGround)
        return [part(isAVIF ? .avifGround : .lossyGround, tally: tally)]
    }

    /// A gradient in the whole frames of a PNG or a lossless WebP: few matches are in it, however long they are searched for. In
    /// the first frame of a GIF, each of its colors is looked up, and many of them are of several.
    private var firstGrain: [RenderPrice.Part] {
        if output.format == .gif, case .gradient(let gradient) = spec.canvas.background {
            let more = Double(gradient.colors.count - Self.fewColors)
            return grain(encoder, times: min(max(more / (Self.colorsOfGround - Double(Self.fewColors)), 0), 1))
        }
        return encodesDifferences ? grain(encoder, times: wholeFrames) : []
    }

    /// A gradient in stills with the effort `small`; other efforts find as little in it as anywhere.
    private func grainOfStill(_ stage: PriceTable.Stage, times: Double = 1) -> [RenderPrice.Part] {
        stage == .stillSmall || stage == .losslessSmall ? grain(stage, times: times) : []
    }

    private func grain(_ stage: PriceTable.Stage, times: Double) -> [RenderPrice.Part] {
        let noise = grainOfGround(stage)
        guard noise > 0 else { return [] }
        var tally = Tally()
        tally[.grainy] = noise * times * total[.background] / frames
        return [part(stage, tally: tally)]
    }

    /// Colors of a gradient beyond which more of them take no more time.
    private static let colorsOfGround = 10.0
    /// Colors of a gradient whose mixtures a palette has room for.
    private static let fewColors = 3

    private var frame: Tally {
        var tally = Tally()
        tally[.frames] = 1
        return tally
    }

    /// Memory that is allocated and written for the first time.
    private var fresh: Tally {
        var tally = frame
        tally[.canvas] = total[.canvas] / frames
        tally[.box] = fullest[.box]
        tally[.background] = fullest[.background]
        tally[.wholePixels] = fullest[.wholePixels]
        tally[.ground] = once[.ground]
        tally[.drawing] = once[.drawing]
        return tally
    }

    /// Whether there is a palette. A GIF always has one, a WebP only in lossless quality, an AVIF or a video never.
    private var hasPalette: Bool { output.format == .gif || output.palette != .off && !output.isLossy }

    /// Whether everything drawn has a single color.
    private var isPlain: Bool { colors <= 1 && total[.pictured] == 0 }

    /// Share of frames drawn to choose colors from: all frames for a single color, otherwise 16.
    private var colorShare: Double {
        isPlain ? 1 : min(1, 16 / frames)
    }

    /// Parts to draw frames `times` times, with all moments of a shutter.
    ///
    /// - Parameter tally: Counts of the frames; `nil` for all frames.
    private func drawn(_ times: Double, of tally: Tally? = nil) -> [RenderPrice.Part] {
        let tally = tally ?? total
        let filled = sumsLight ? [part(.fillWide, tally: tally, times: times)] : []
        guard spec.timing.shutter > 0 else {
            return [part(.follow, tally: tally, times: times), part(draw, tally: tally, times: times)] + filled
        }
        var summed = tally
        summed[.wholePixels] += Self.wholesOfExposure * tally[.touched]
        let moments = times * Double(Timing.exposures)
        return [part(.follow, tally: tally, times: moments), part(draw, tally: summed, times: moments)] + filled
    }

    /// Time that encoding takes by the shutter, relative to sharp images: what moves has slopes instead of edges.
    private var softness: Double { spec.timing.shutter > 0 ? 1.5 : 1 }

    /// Pixels of a layer composited as a whole that take as long as one whose light is summed.
    private static let wholesOfExposure = 5.0

    private func choice(of tally: Tally) -> [RenderPrice.Part] {
        hasPalette ? [part(.count, tally: tally), part(.choose, tally: frame)] : []
    }

    private func part(_ stage: PriceTable.Stage, tally: Tally, times: Double = 1) -> RenderPrice.Part {
        var tally = tally
        switch stage {
        // In few colors, shades of a gradient are flat, unless soft light mixes with them. Those of an image are noise, each pixel
        // of which is looked up.
        case .gif, .indexed, .stillIndexed:
            let mixed = tally[.touched] > 0 ? min(1, tally[.soft] / tally[.touched]) : 0
            tally[.grainy] = max(0, tally[.grainy] - tally[.shaded] * (1 - Self.noiseOfSoftShades * mixed))
        // Of the forms that are tried, one codes most of these shades well.
        case .losslessSmall: tally[.grainy] = max(0, tally[.grainy] - 0.6 * tally[.shaded])
        default: break
        }
        return RenderPrice.Part(stage: stage, tally: tally, times: times)
    }

    /// Noise of soft light over a gradient in few colors, relative to that of an image.
    private static let noiseOfSoftShades = 0.5

    private var png: PriceTable.Stage {
        switch (output.palette == .off, output.effort == .small) {
        case (true, false): .png
        case (true, true): .pngSmall
        case (false, false): .indexed
        case (false, true): .indexedSmall
        }
    }

    private var still: PriceTable.Stage {
        output.effort == .small ? .stillSmall : output.palette != .off ? .stillIndexed : .still
    }

    private var encoder: PriceTable.Stage {
        switch output.format {
        case .gif: return .gif
        case .apng, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson, nil: return png
        case .mp4: return output.codec == .av1 ? .av1 : .h264
        case .webm: return .vp9
        case .mov: return .proRes
        case .hevcMOV: return .hevc
        case .avif:
            return switch output.effort {
            case .fast: .avifFast
            case .balanced: .avif
            case .small: .avifSmall
            }
        case .webp:
            let isLossless = output.quality == .lossless
            if isLossless, output.palette != .off, output.effort != .small { return .losslessIndexed }
            return switch output.effort {
            case .fast: isLossless ? .losslessFast : .lossyFast
            case .balanced: isLossless ? .lossless : .lossy
            case .small: isLossless ? .losslessSmall : .lossySmall
            }
        }
    }
}
