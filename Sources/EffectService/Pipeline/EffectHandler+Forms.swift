internal import EffectCatalog
import EffectCost
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import StrictJSON

/// A form of an effect's frames, to be compared with the others.
private struct ComparedForm: Sendable {
    let format: OutputFormat
    /// Parameter that the form has in a URL; `nil` for none.
    let parameter: String?
    /// Effect and predicted price, or the error of a request for the form.
    let offer: Result<Offer, any Error>

    /// A form that is made.
    struct Offer: Sendable {
        /// The effect as a request for the form renders it: in its format, with its codec.
        let spec: EffectSpec
        /// Predicted price.
        let price: RenderPrice
    }

    /// All forms of frames that are offered. `.apng` has the bytes of `.png`; a WebP is there as it is asked for and without
    /// loss.
    static func all(of request: EffectRequest, _ renderer: EffectRenderer) -> [ComparedForm] {
        func form(_ format: OutputFormat, parameter: String? = nil, _ spec: EffectSpec) -> ComparedForm {
            let offer = Result<Offer, any Error> { () throws -> Offer in
                let plan = try renderer.settled(request.plan(ofFrames: spec, as: format))
                return Offer(spec: plan.spec, price: try request.price(of: plan, limits: renderer.limits))
            }
            return ComparedForm(format: format, parameter: parameter, offer: offer)
        }
        return OutputFormat.allCases.filter { $0 != .apng && renderer.videos.has($0) }.flatMap { format in
            var spec = request.spec
            spec.output.format = format.format
            spec.output.palette = request.palette(isLossless: format.takesQuality && spec.output.quality == .lossless)
            let own = form(format, spec)
            guard format == .webp, spec.output.quality != .lossless else { return [own] }
            spec.output.quality = .lossless
            spec.output.palette = request.palette(isLossless: true)
            return [own, form(format, parameter: "quality=lossless", spec)]
        }
    }

    /// Units of work to predict the size; 0 for a form that is refused, and for a dotLottie without a byte budget, which has the
    /// size of its animation.
    var work: Double {
        guard let offer = try? offer.get(), !isOfAnimation else { return 0 }
        // With a budget, the smallest file follows where the whole one is too large.
        return offer.price.workOfSample * (offer.spec.output.maxBytes == nil || format == .tgs ? 1 : 2)
    }

    /// Whether the form has the size of the `.lottie.json`.
    var isOfAnimation: Bool { format == .dotLottie && (try? offer.get())?.spec.output.maxBytes == nil }

    /// Members that name the form.
    var name: [JSONValue.Member] {
        [.init("form", .string(format.fileExtension)), .init("mediaType", .string(format.name))]
            + (parameter.map { [.init("parameters", .string($0))] } ?? [])
    }
}

extension EffectHandler {
    /// Answers with the predicted bytes and work of each form of frames, and with the work of a still and of a sheet
    /// (`dry=1&forms=all`). That prices all of them and draws a few frames of each form, so it waits like a render.
    /// Sizes are predicted within ``workOfComparison``, those of the least work first, and until the deadline. Complete
    /// answers to URLs are kept in the cache.
    func compareForms(of effect: PendingEffect) throws {
        let (deadline, request) = (effect.deadline, effect.request)
        var answer = effect.writer
        if effect.cacheKey != nil {
            // Limits of the operator, videos and whose the budget is decide what is refused.
            let flags = "\(request.isPreset) \(request.hasBudgetOfTarget) \(request.ownPalette != nil)"
            let variant = "forms \(flags) \(limits) \(renderer.videos)"
            answer.tag = EntityTag(request.spec, assets: request.assets, form: variant)
        }
        if answer.send(comparedIn: cache) { return }
        let most = min(Self.workOfComparison, Double(limits.maximumWork))
        enqueue(work: most + Self.workOfPrices + Self.workOfCounts, deadline: deadline, answer: answer) {
            [renderer, cache, answer] watch in
            let forms = ComparedForm.all(of: request, renderer)
            var isSized = Self.sized(forms.map(\.work), within: most)
            if let text = forms.firstIndex(where: { $0.format == .lottie }),
                let archive = forms.firstIndex(where: { $0.isOfAnimation })
            {
                isSized[archive] = isSized[text]
            }
            let (entries, isComplete) = try Self.entries(of: zip(forms, isSized), renderer, watch, within: most)
            let single = try Self.singleImages.map { try Self.entry(ofImage: $0, of: request, renderer) }
            let bytes = JSONWriter.prettyBytes(of: ["forms": .array(entries + single)])
            if isComplete, let tag = answer.tag {
                cache.store(ResponseCache.Entry(tag: tag, type: "application/json", bytes: bytes, reduced: nil))
            }
            // The log line is written as soon as the answer is sent.
            watch.times.settle()
            answer.send(compared: bytes, isComplete: isComplete)
        }
    }

    /// Forms of a single image: their sizes are not predicted.
    private static let singleImages: [OutputForm] = [.snapshot(.still, .png), .sheet(.picture)]

    /// Upper bound of the predicted work of all sizes together, which mostly take half of it.
    private static let workOfComparison = 1.5e9
    /// Work of the surveys of all forms.
    private static let workOfPrices = 2e8
    /// Upper bound of the predicted work to count the pieces of vectors that are not made.
    private static let workOfCounts = 4e9

    /// Whether each of several works is done: the least first, as long as all together are at most `most`.
    static func sized(_ works: [Double], within most: Double) -> [Bool] {
        var isSized = works.map { _ in false }
        var sum = 0.0
        for index in works.indices.sorted(by: { (works[$0], $0) < (works[$1], $1) }) {
            sum += works[index]
            guard sum <= most else { break }
            isSized[index] = true
        }
        return isSized
    }

    /// Entries of the forms, and whether the time was enough for all of them. Once it is over, those that are left have no size.
    ///
    /// - Parameters:
    ///   - forms: Forms, and whether each has a size.
    ///   - most: Units of work of all sizes together.
    /// - Throws: An error that is not a form's own: the client has left, or the service failed.
    private static func entries(
        of forms: some Sequence<(ComparedForm, Bool)>,
        _ renderer: EffectRenderer,
        _ watch: RenderContext,
        within most: Double
    ) throws -> (entries: [JSONValue], isComplete: Bool) {
        var hasTime = true
        var animation: Result<EffectRenderer.PredictedSize, any Error>?
        var counts = workOfCounts
        let late = "the time limit of a render was over before its size was predicted"
        let entries = try forms.map { form, isSized in
            try entry(of: form) { spec in
                guard isSized else {
                    if hasTime { try checkPieces(of: spec, as: form, renderer, watch, within: &counts) }
                    return .missing(Self.reason(form, within: most))
                }
                guard hasTime else { return .missing(late) }
                do {
                    // The archive has the animation of the form before, which is not made a second time, or its problem.
                    if form.isOfAnimation,
                        let size = try animation.flatMap({ try renderer.archiveSize(of: spec, with: $0.get()) })
                    {
                        return .found(size)
                    }
                    let size = Result { try renderer.predictedSize(of: spec, as: form.format, watch: watch) }
                    if form.format == .lottie { animation = size }
                    return try .found(size.get())
                } catch RenderError.outOfTime {
                    hasTime = false
                    return .missing(late)
                }
            }
        }
        return (entries, hasTime)
    }

    /// Refuses a vector of too many pieces, as its render would. Those at the start of the loop are counted where all of them would
    /// take more work than there is.
    private static func checkPieces(
        of spec: EffectSpec,
        as form: ComparedForm,
        _ renderer: EffectRenderer,
        _ watch: RenderContext,
        within work: inout Double
    ) throws {
        guard form.format.isVector, let price = try? form.offer.get().price else { return }
        let most = min(work, maximumWorkOfCount)
        let share = price.shareOfCount(within: most)
        guard share > 0 else { return }
        work -= min(most, price.workOfCount)
        do {
            try renderer.checkPieces(of: RenderPlan(frames: spec, as: form.format), in: share, watch: watch)
        } catch RenderError.outOfTime {
            return
        }
    }

    /// The reason why a form has no size.
    private static func reason(_ form: ComparedForm, within most: Double) -> String {
        func text(_ work: Double) -> String { RenderCost.text(work.rounded()) }
        let own =
            form.isOfAnimation ? "the predicted work of its .lottie.json" : "\(text(form.work)) units of predicted work"
        return
            "its size would take \(own); the sizes of all forms have \(text(most)) together, those of the least work first"
    }

    /// A size, or the reason why it is missing.
    private enum Size {
        case found(EffectRenderer.PredictedSize)
        case missing(String)
    }

    /// A form's entry: its size and price, or the problem that a request for it has.
    ///
    /// - Parameter predictedSize: Size of the file of an effect.
    /// - Throws: An error that is not the form's own: the client has left, or the service failed.
    private static func entry(
        of form: ComparedForm,
        predictedSize: (EffectSpec) throws -> Size
    ) throws -> JSONValue {
        try reportingProblem(of: form.name) {
            let offer = try form.offer.get()
            var members: [JSONValue.Member] = []
            var reason: String?
            switch try predictedSize(offer.spec) {
            case .found(let size) where size.smallest != nil:
                reason =
                    "its smallest version is predicted to have \(size.smallest ?? 0) bytes, more than the byte budget"
            case .found(let size):
                members.append(.init("bytes", .number(Double(size.bytes))))
                if let packed = size.gzipBytes { members.append(.init("gzipBytes", .number(Double(packed)))) }
            case .missing(let text): reason = text
            }
            return members + priced(offer.price, reason)
        }
    }

    /// The entry of a single image: its price, or the problem that a request for it has.
    ///
    /// - Throws: An error that is not the form's own.
    private static func entry(ofImage form: OutputForm, of request: EffectRequest, _ renderer: EffectRenderer) throws
        -> JSONValue
    {
        try reportingProblem(of: [.init("form", .string(form.ending)), .init("mediaType", .string(form.mediaType))]) {
            let plan = try request.plan(ofImage: form, limits: renderer.limits)
            let price = try request.price(of: plan, limits: renderer.limits)
            return priced(price, "sizes of stills and sheets are not predicted")
        }
    }

    /// Members with a price, and with the reason why there is no size.
    private static func priced(_ price: RenderPrice, _ reason: String?) -> [JSONValue.Member] {
        [.init("milliseconds", .number((price.work / 1e4).rounded() / 100))]
            + (reason.map { [.init("reason", .string($0))] } ?? [])
    }

    /// An entry with the name of a form, and with what is found of it, or with its problem.
    ///
    /// - Throws: An error that is not the form's own.
    private static func reportingProblem(
        of name: [JSONValue.Member],
        _ members: () throws -> [JSONValue.Member]
    ) throws -> JSONValue {
        do {
            return .object(name + (try members()))
        } catch {
            let problem = Problem(error)
            // A video whose encoder is missing concerns no other form, nor does a parameter that one form refuses.
            guard [.unprocessableContent, .notImplemented, .badRequest].contains(problem.status) else { throw error }
            return .object(name + [.init("problem", problem.summary)])
        }
    }
}

extension Problem {
    /// The problem within another document.
    fileprivate var summary: JSONValue {
        [
            "type": .string("urn:hanabi:problem:\(kind.rawValue)"), "status": .number(Double(status.code)),
            "detail": .string(detail),
        ]
    }
}
