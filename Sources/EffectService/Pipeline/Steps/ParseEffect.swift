internal import SmallHTTP
internal import EffectCatalog
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
import StrictJSON

extension RequestStep {
    /// Parses a request for an effect, on a thread for parsing: presets contain images and texts, and checking a spec may
    /// take long, so never on a connection's queue. The steps of effects follow there.
    static let parseEffect = Self { handler, request in
        guard let route = request.record.routing.route, let target = request.target else { return .done }
        let (writer, body, grant) = (request.writer(for: route), request.incoming.body, request.grant)
        let parser = EffectRequestParser(
            limits: handler.limits,
            library: handler.library,
            maximumSpecBytes: handler.maximumBodyBytes,
            others: [ErrorForm.parameter],
            videos: handler.renderer.videos
        )
        handler.submit(writer, body: body) { deadline in
            let request: EffectRequest
            switch route {
            case .effect(let preset, let form):
                let names = SheetNames(target, stem: preset, grant: grant)
                request = try parser.preset(preset, form: form, parameters: target.parameters, name: names)
            case .packed(let packed, let form):
                let names = SheetNames(target, stem: "effect", packed: packed.text, grant: grant)
                request = try parser.packed(packed, form: form, parameters: target.parameters, name: names)
            case .render(let form):
                request = try parser.posted(form, target.parameters, bytes: body.count) { try JSONParser.parse(body) }
            default: return
            }
            try handler.answer(
                request,
                cacheKey: route.isCached ? handler.key(of: writer) : nil,
                writer: writer,
                deadline: deadline
            )
        }
        return .done
    }
}

extension EffectHandler {
    /// Answers a parsed request: with its document, or by the steps of effects.
    fileprivate func answer(
        _ request: EffectRequest,
        cacheKey: ResponseCache.Request?,
        writer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) throws {
        var writer = writer
        writer.isPinned = request.options.version != nil
        if request.options.explains, let document = request.explained {
            return try explain(request, document, answer: writer, deadline: deadline)
        }
        guard case .frames(let asked) = request.form else {
            return try answer(request, as: .png, cacheKey: cacheKey, writer: writer, deadline: deadline)
        }
        if let format = try request.type(asked) {
            writer.record.note { $0.form = format.format.rawValue }
            return try answer(request, as: format, cacheKey: cacheKey, writer: writer, deadline: deadline)
        }
        // Vectors have no motion blur.
        let favorites = (request.lightest.map { [$0, .webp, .png] } ?? []).filter {
            !$0.isVector || request.spec.timing.shutter == 0
        }
        guard let format = negotiate(OutputFormat.allCases, favorites: favorites, answer: writer) else { return }
        let accept = writer.head.headerFields[.accept]
        let others = OutputFormat.allCases.filter { renderer.videos.has($0) && ($0.isRaster || $0.isNamed(in: accept)) }
        try answer(
            request,
            preferring: format,
            favorites: favorites,
            orElse: others,
            cacheKey: cacheKey,
            writer: writer,
            deadline: deadline
        )
    }

    /// Answers in the form that `Accept` prefers. Nobody asked for it by name: if it is refused, which may be known only once it
    /// is made, the form that is preferred among the others replaces it, as often as there is one.
    ///
    /// - Parameters:
    ///   - favorites: Forms that suit the effect, the best first.
    ///   - others: Forms that may replace it. Where it has pixels, only those that `Accept` names do.
    ///   - first: Refusal of the first image that was tried, which is the answer if all others are refused as well.
    private func answer(
        _ request: EffectRequest,
        preferring format: OutputFormat,
        favorites: [OutputFormat],
        orElse others: [OutputFormat],
        after first: (any Error)? = nil,
        cacheKey: ResponseCache.Request?,
        writer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) throws {
        writer.record.note { $0.form = format.format.rawValue }
        let accept = writer.head.headerFields[.accept]
        let others = others.filter { $0.format != format.format && (format.isVector || $0.isNamed(in: accept)) }
        let next = OutputFormat.preferred(accept, among: others, favorites: favorites)
        @Sendable func isRefusal(_ error: any Error) -> Bool { Problem(error).status == .unprocessableContent }
        /// Answers in the next form, or with the refusal.
        @Sendable func replace(_ error: any Error) throws {
            let first = first ?? (format.isRaster ? error : nil)
            guard let next else { throw first ?? error }
            try answer(
                request,
                preferring: next,
                favorites: favorites,
                orElse: others,
                after: first,
                cacheKey: cacheKey,
                writer: writer,
                deadline: deadline
            )
        }
        var own = writer
        if next != nil || first != nil {
            own.fallback = { error in
                guard isRefusal(error) else { return false }
                // The thread of a render that failed has other renders to do.
                submit(writer) { _ in try replace(error) }
                return true
            }
        }
        do {
            try answer(request, as: format, cacheKey: cacheKey, writer: own, deadline: deadline)
        } catch  where isRefusal(error) {
            try replace(error)
        }
    }

    /// Answers in a form, by the steps of effects.
    private func answer(
        _ request: EffectRequest,
        as format: OutputFormat,
        cacheKey: ResponseCache.Request?,
        writer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) throws {
        var writer = writer
        let plan = try renderer.settled(
            request.plan(as: format, isStill: request.options.isStill(writer.head), limits: limits)
        )
        writer.isVector = plan.isVector
        // The predicted cost (`dry=1`) is sent uncompressed.
        if plan.isText, !request.options.isDry {
            writer.variesByCoding = true
            writer.coding = ContentCoding.preferred(writer.head.headerFields[.acceptEncoding])
        }
        try run(PendingEffect(request, plan, cacheKey: cacheKey, writer: writer, deadline: deadline))
    }

    /// The type preferred by `Accept` among those that the service has; `nil` after sending a 406. A video that it does
    /// not have is only preferred to nothing, and refused later.
    ///
    /// - Parameter favorites: Types that suit the effect, the best first.
    func negotiate(
        _ formats: [OutputFormat],
        favorites: [OutputFormat] = [],
        answer: ResponseWriter
    ) -> OutputFormat? {
        let offers = formats.filter(renderer.videos.has)
        let accept = answer.head.headerFields[.accept]
        if OutputFormat.preferred(accept, among: offers) == nil,
            let video = OutputFormat.preferred(accept, among: formats.filter(\.isVideo))
        {
            return video
        }
        return answer.negotiate(offers, favorites: favorites)
    }

    /// Answers with the document that the URL stands for, unless a vector of it would have too many pieces.
    private func explain(
        _ request: EffectRequest,
        _ document: JSONValue,
        answer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) throws {
        guard let form = request.vectorForm else { return answer.send(explained: document) }
        let plan = try request.plan(as: form, limits: limits)
        let price = try request.price(of: plan, limits: limits)
        checkPieces(of: plan, price, answer: answer, deadline: deadline) { answer.send(explained: document) }
    }

    /// Whether a target's ending is that of a vector in text.
    private static func isText(_ target: String) -> Bool {
        [".svg", ".lottie.json", ".tracks.json"].contains { target.contains($0) }
    }

    /// The cache key of a finished answer to this request.
    func key(of answer: ResponseWriter) -> ResponseCache.Request {
        ResponseCache.Request(
            target: answer.asked,
            // Whether a request is for text is known only once it has been parsed; where `Accept` decides, it may be.
            coding: answer.varies || Self.isText(answer.asked)
                ? ContentCoding.preferred(answer.head.headerFields[.acceptEncoding])?.rawValue ?? "identity" : nil,
            accept: answer.varies ? answer.head.headerFields[.accept] ?? "" : nil,
            prefersStill: answer.asksForMotion && ResponseOptions().isStill(answer.head)
        )
    }
}
