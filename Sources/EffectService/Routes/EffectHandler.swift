internal import EffectModel
internal import ForeignImport
internal import HTTPTypes
internal import Logging
internal import SmallHTTP

/// The service: takes requests apart, has the work done by threads of their own, and puts answers together.
struct EffectHandler: HTTPHandler {
    let pool: RenderPool
    /// Threads that take requests apart.
    let reading: RenderPool
    let renderer: EffectRenderer
    let limits: RenderLimits
    let library: any AssetLibrary
    let maximumBodyBytes: Int
    let renderTimeout: Duration
    /// Frame dumps being sent: each holds its simulation until its reader has it all.
    let streams: Places
    /// Animations being sent as they are made: likewise. One that finds no place is made as a whole.
    let animations: Places
    let flights = Flights()
    let cache: AnswerCache
    let metrics: ServiceMetrics
    let state: ServiceState
    private let metricsPage: EffectServer.MetricsPage?
    /// Whom it answers.
    var audience = Audience.everybody
    let gate: AccessGate
    private let caching: CacheFields
    private let errorForm: ErrorForm
    private let unreadyAfter: Duration
    private let catalogue: Catalogue
    private let schema: SchemaDocument
    private let callers: CallerFinder
    private let logger: Logger

    /// A handler that has requests taken apart by `reading`, and rendered by `pool`.
    init(
        _ configuration: EffectServer.Configuration,
        pool: RenderPool,
        reading: RenderPool,
        metrics: ServiceMetrics,
        state: ServiceState,
        logger: Logger
    ) {
        self.pool = pool
        self.reading = reading
        self.metrics = metrics
        self.state = state
        callers = CallerFinder(trustedProxies: configuration.trustedProxies)
        self.logger = logger
        metricsPage = configuration.metricsPage
        limits = configuration.limits
        library = configuration.library
        maximumBodyBytes = configuration.maximumBodyBytes
        renderTimeout = configuration.renderTimeout
        gate = AccessGate(configuration.access)
        caching = CacheFields(configuration.caching)
        errorForm = configuration.errorForm
        unreadyAfter = configuration.unreadyAfter
        streams = Places(configuration.maximumStreams)
        animations = Places(configuration.maximumStreams)
        cache = AnswerCache(capacity: configuration.cacheBytes, maximumEntryBytes: configuration.maximumCachedBytes)
        renderer = EffectRenderer(pool: pool, limits: limits)
        catalogue = Catalogue(limits: limits, library: library)
        schema = SchemaDocument(limits: limits)
    }

    /// Who may ask for what.
    enum Audience {
        case everybody
        /// Everybody, for whom there are no metrics.
        case callers
        /// Those who run the service, who get nothing else.
        case operators
    }

    // MARK: Before the body

    /// Routes, methods and media types are checked before any body is read. What was answered before is known by its target.
    func admit(_ head: HTTPRequest) -> RequestAdmission {
        if head.method == .get || head.method == .head, let path = head.path, gate.isOpen,
            head.headerFields[.prefersReducedMotion] == nil, audience != .operators, let known = cache[target: path]
        {
            return .accept(
                maximumBodyBytes: 0,
                lengthRequired: false,
                attachment: RequestRecord(head, known: known)
            )
        }
        let record = RequestRecord(of: head)
        if head.path == "*" { return .accept(maximumBodyBytes: 0, lengthRequired: false, attachment: record) }
        if let problem = problem(with: head, record) {
            return .reject(problem.response(to: head, errorForm, record))
        }
        let hasBody = head.method == .post
        return .accept(
            maximumBodyBytes: hasBody ? maximumBodyBytes : 0,
            lengthRequired: hasBody,
            attachment: record
        )
    }

    /// What is wrong with a request, from its head alone.
    private func problem(with head: HTTPRequest, _ record: RequestRecord) -> Problem? {
        guard record.target != nil else {
            return Problem(kind: .badRequest, status: .badRequest, detail: "the target is not valid UTF-8")
        }
        if let dots = record.target?.segments.first(where: { $0 == "." || $0 == ".." }) {
            // A proxy that resolves them, and one that does not, would hold two resources for one.
            return Problem(
                kind: .badRequest,
                status: .badRequest,
                detail: "the path has the segment \"\(dots)\"; allowed: paths without . and .., percent-encoded or not"
            )
        }
        guard let route = record.route, isOffered(route) else {
            if record.route == nil, audience != .operators,
                let problem = Problem(ofFormAt: record.target?.segments ?? [])
            {
                return problem
            }
            return .notFound(
                "nothing is here; effects are /v1/effects/{name}.png, .apng, .gif, .webp, .json, .ndjson, .still.png, .strip.png, "
                    + ".sheet.png, .sheet.json or .sheet.css, and /v1/effects lists their names; specs are POSTed to "
                    + "/v1/render, other programs' effects to "
                    + "/v1/import/{\(ForeignFormat.allCases.map(\.rawValue).joined(separator: "|"))}; "
                    + "/openapi.yaml describes the rest"
            )
        }
        guard route.methods.contains(head.method) else { return .methodNotAllowed(head.method, route) }
        if let refusal = gate.refusal(head, route) { return Problem(refusal) }
        return head.method == .post ? Self.problem(withBodyOf: head, for: route) : nil
    }

    /// What an operator keeps for himself is not there for others.
    private func isOffered(_ route: Route) -> Bool {
        if route == .metrics { return metricsPage != nil && audience != .callers }
        return audience != .operators || route.isRoutine
    }

    private static func problem(withBodyOf head: HTTPRequest, for route: Route) -> Problem? {
        let type = head.headerFields[.contentType] ?? ""
        let parts = type.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased() }
        let name = parts.first ?? ""
        let isUTF8 = parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || $0 == "charset=utf-8" }
        let allowed = route.bodyTypes
        // What is JSON, or XML, under a longer name.
        let isKindOf = allowed.contains { type in
            type.hasPrefix("application/") && name.hasPrefix("application/") && name.hasSuffix("+" + type.dropFirst(12))
        }
        guard isUTF8, allowed.contains(name) || isKindOf else {
            let names = allowed.joined(separator: ", ")
            return Problem(
                kind: .unsupportedMediaType,
                status: .unsupportedMediaType,
                detail: "Content-Type is \(JSONValue.string(type).excerpt); allowed: \(names) in UTF-8",
                fields: [.acceptPost: names]
            )
        }
        let encoding = head.headerFields[.contentEncoding] ?? "identity"
        guard encoding.lowercased() == "identity" else {
            return Problem(
                kind: .unsupportedMediaType,
                status: .unsupportedMediaType,
                detail: "Content-Encoding is \(JSONValue.string(encoding).excerpt); allowed: identity",
                fields: [.acceptEncoding: "identity"]
            )
        }
        return nil
    }

    /// Faults of HTTP look like all other problems.
    func response(to failure: HTTPFailure) -> OutgoingResponse {
        logger.debug("protocol failure", metadata: ["detail": "\(failure.detail)"])
        return Problem(failure).response(to: RequestRecord())
    }

    /// What operators ask is answered even when connections run short: an orchestrator that hears nothing kills the process.
    func answersWhenFull(_ head: HTTPRequest) -> Bool {
        ["/healthz", "/readyz"].contains(head.path) || (head.path == "/metrics" && isOffered(.metrics))
    }

    // MARK: The whole request

    /// Answers from here what costs nothing, and queues what must be rendered.
    func handle(_ request: IncomingRequest, _ exchange: Exchange) {
        let head = request.head
        let record = request.attachment as? RequestRecord ?? RequestRecord(of: head)
        if let known = record.known { return Answer.send(known, to: head, record, exchange) }
        guard var target = record.target, let route = record.route else {
            // `OPTIONS *`, the only target that is admitted without a route.
            return answerOptions("GET, HEAD, POST, OPTIONS", isForAnyone: true, record, exchange)
        }
        if head.method == .options {
            return answerOptions(route.allow, isForAnyone: route != .metrics, record, exchange)
        }
        let access = Result { try gate.enter(&target, route) }
        let grant = try? access.get()
        var answer = Answer(
            exchange: exchange,
            head: head,
            caller: callers.caller(of: request),
            varies: route.varies,
            asksForMotion: route.moves && !target.query.contains { $0.name == "motion" },
            record: record,
            asked: grant?.name(of: target, route) ?? target.text,
            grant: grant,
            caching: caching,
            errorForm: errorForm,
            timeLimit: renderTimeout
        )
        if case .failure(let error) = access { return answer.fail(error) }
        // With all else that it said: what it was signed with is put behind it anew.
        if case .effect = route,
            let other = record.target?.withDrawnSeed(leaving: { grant != nil && URLSignature.isOwn($0) })
        {
            return answer.redirect(to: grant?.signed(other) ?? other)
        }
        if grant != nil, let asked = record.target, !URLSignature.isSpelledWell(asked) {
            return answer.redirect(to: URLSignature.spelling(of: asked), respelled: true)
        }
        if route.isCached, let known = cache[key(of: answer)] {
            if grant == nil { return Answer.send(known, to: head, record, exchange) }
            // How long it may be kept is another matter for each signature.
            answer.isPinned = known.request.isPinned
            return answer.send(known.entry)
        }
        if !route.takesParameters, let parameter = target.query.first {
            let fault = ParameterFault(unexpected: parameter.name)
            return answer.fail(PresetRequest.Failure.faults([fault]))
        }
        switch route {
        case .health: answer.send(status: "ok")
        case .readiness: answerReadiness(answer)
        case .metrics: answerMetrics(answer)
        case .description:
            answer.send(Page.description, type: "application/yaml", cache: .hour)
        case .schema:
            answer.send(schema.bytes, type: "application/schema+json", cache: .hour)
        case .page(let page): answer.send(page)
        case .catalogue:
            if let known = catalogue.known { return answer.send(known) }
            submit(answer) { [answer] _ in answer.send(catalogue.document) }
        case .effect(let preset, let form): answerEffect(preset, form, target, answer)
        case .render(let form): answerRender(form, request.body, target, answer)
        case .packed(let packed, let form): answerPacked(packed, form, target, answer)
        case .import(let format):
            answerImport(of: format, request.body, target, answer)
        }
    }

    /// Not while it is about to end: then others should have what comes next.
    private func answerReadiness(_ answer: Answer) {
        if state.isDraining { return answer.fail(Unready.draining) }
        // Without a place in either, there is no effect.
        let fullest = [pool, reading].first(where: \.isFull)
        if let full = state.noteQueue(isFull: fullest != nil), let fullest, full > unreadyAfter {
            return answer.fail(Unready.full(full, drain: fullest.figures.drain))
        }
        answer.send(status: "ready")
    }

    /// Why the service should not be sent work.
    enum Unready: Error {
        case draining
        /// For so long; so long it will take if nothing comes.
        case full(Duration, drain: Duration)
    }

    private func answerMetrics(_ answer: Answer) {
        guard let metricsPage else { return }
        var readings = ServiceGauges.Readings()
        (readings.connections, readings.unsentBytes) = state.connections
        (readings.rendering, readings.reading) = (pool.figures, reading.figures)
        readings.cache = cache.figures
        (readings.dumps, readings.animations) = (streams.taken, animations.taken)
        readings.process = ProcessFigures()
        metrics.gauges.set(readings)
        answer.send(metrics: metricsPage.bytes(), type: metricsPage.type)
    }

    /// - Parameter isForAnyone: Whether scripts of any page may ask.
    private func answerOptions(
        _ allow: String,
        isForAnyone: Bool,
        _ record: RequestRecord,
        _ exchange: Exchange
    ) {
        var head = HTTPResponse(status: .noContent)
        head.headerFields[.requestID] = record.id
        head.headerFields[.allow] = allow
        guard isForAnyone else {
            return exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onMetrics))
        }
        head.headerFields[.accessControlAllowMethods] = allow
        head.headerFields[.accessControlAllowHeaders] = gate.corsFields
        head.headerFields[.accessControlMaxAge] = "86400"
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onAnswers))
    }
}
