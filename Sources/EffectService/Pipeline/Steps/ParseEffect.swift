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
            others: [ErrorForm.parameter]
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
        try answer(
            request,
            preferring: format,
            orElse: OutputFormat.images.filter(renderer.videos.has),
            cacheKey: cacheKey,
            writer: writer,
            deadline: deadline
        )
    }

    /// Answers in the form that `Accept` prefers. A vector that can't show the effect, which may be known only once it is
    /// made, is replaced by the image that is preferred then, and so is an image that suits the effect but is refused.
    private func answer(
        _ request: EffectRequest,
        preferring format: OutputFormat,
        orElse images: [OutputFormat],
        cacheKey: ResponseCache.Request?,
        writer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) throws {
        writer.record.note { $0.form = format.format.rawValue }
        let accept = writer.head.headerFields[.accept]
        let others = images.filter { $0 != format }
        // Nobody asked for the form by name: it is the choice of the service, whose next choice is as good.
        guard format.isVector || format != .png && format == request.lightest,
            let image = OutputFormat.preferred(accept, among: others, favorites: [.webp, .png])
        else {
            return try answer(request, as: format, cacheKey: cacheKey, writer: writer, deadline: deadline)
        }
        @Sendable func answerAsImage() throws {
            try answer(
                request,
                preferring: image,
                orElse: others,
                cacheKey: cacheKey,
                writer: writer,
                deadline: deadline
            )
        }
        @Sendable func isRefusal(_ error: any Error) -> Bool { Problem(error).status == .unprocessableContent }
        var first = writer
        first.fallback = { error in
            guard isRefusal(error) else { return false }
            // The thread of a render that failed has other renders to do.
            submit(writer) { _ in try answerAsImage() }
            return true
        }
        do {
            try answer(request, as: format, cacheKey: cacheKey, writer: first, deadline: deadline)
        } catch  where isRefusal(error) {
            try answerAsImage()
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
