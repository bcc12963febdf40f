internal import EffectCatalog
import EffectCost
internal import EffectModel
internal import EffectRendering
internal import EffectImport
internal import HTTPTypes
internal import Logging
internal import SmallHTTP
import StrictJSON
internal import WorkScheduling

/// The request handler: parses requests, has the work done by threads of their own, and writes responses.
struct EffectHandler: HTTPHandler {
    let pool: WorkerPool
    /// Threads that parse requests.
    let reading: WorkerPool
    let renderer: EffectRenderer
    let limits: RenderLimits
    let library: any AssetLibrary
    let maximumBodyBytes: Int
    let renderTimeout: Duration
    /// Slots for frame dumps being sent: each dump holds its simulation until its reader has received everything.
    let streams: StreamSlots
    /// Slots for animations streamed while being made. Without a free slot, an animation is rendered as a whole.
    let animations: StreamSlots
    let coalescer = RenderCoalescer()
    /// Drawing state of streamed animations.
    let workers = FrameWorkerCache()
    let cache: ResponseCache
    let metrics: ServiceMetrics
    let state: ServiceState
    private let metricsPage: MetricsPage?
    /// The clients served.
    var audience = Audience.everybody
    let gate: AccessGate
    let caching: CacheFields
    let errorForm: ErrorForm
    private let unreadyAfter: Duration
    let catalog: Catalog
    let schema: SchemaDocument
    let pages: PageShelf
    let callers: CallerFinder
    private let logger: Logger

    /// A handler that parses on the threads of `reading` and renders on those of `pool`.
    init(
        _ configuration: EffectServerConfiguration,
        pool: WorkerPool,
        reading: WorkerPool,
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
        streams = StreamSlots(configuration.maximumStreams)
        animations = StreamSlots(configuration.maximumStreams)
        cache = ResponseCache(capacity: configuration.cacheBytes, maximumEntryBytes: configuration.maximumCachedBytes)
        renderer = EffectRenderer(pool: pool, limits: limits, videos: configuration.video.map { .program($0) } ?? .none)
        catalog = Catalog(limits: limits, library: library, videos: renderer.videos)
        schema = SchemaDocument(limits: limits)
        pages = PageShelf(address: configuration.publicAddress?.text)
    }

    /// The clients served by a listener.
    enum Audience {
        case everybody
        /// All clients of a service whose metrics are on another listener.
        case callers
        /// The operators, who get health, readiness and metrics only.
        case operators
    }

    // MARK: Before the body

    /// Checks route, method and media type before any body is read. A cached answer is found by its target.
    func admit(_ head: HTTPRequest) -> RequestAdmission {
        let routing = route(head)
        let record = RequestRecord(head, routing)
        let isAnswered = routing.known != nil || head.path == "*"
        if !isAnswered, let problem = problem(with: head, routing) {
            return .reject(problem.response(to: head, errorForm, record))
        }
        let hasBody = head.method == .post
        return .accept(
            maximumBodyBytes: hasBody ? maximumBodyBytes : 0,
            lengthRequired: hasBody,
            attachment: record
        )
    }

    /// Finds the cached answer of a target, or the route of its path.
    private func route(_ head: HTTPRequest) -> Routing {
        if head.method == .get || head.method == .head, let path = head.path, gate.isOpen,
            head.headerFields[.prefersReducedMotion] == nil, audience != .operators, let known = cache[target: path]
        {
            return Routing(known: known)
        }
        return Routing(head.path)
    }

    /// The error that follows from the head alone; `nil` if there is none.
    private func problem(with head: HTTPRequest, _ routing: Routing) -> Problem? {
        guard routing.target != nil else {
            return Problem(kind: .badRequest, status: .badRequest, detail: "the target is not valid UTF-8")
        }
        if let dots = routing.target?.segments.first(where: { $0 == "." || $0 == ".." }) {
            // Proxies that resolve dot segments and proxies that do not would cache two resources for one.
            return Problem(
                kind: .badRequest,
                status: .badRequest,
                detail: "the path has the segment \"\(dots)\"; allowed: paths without . and .., percent-encoded or not"
            )
        }
        guard let route = routing.route, isOffered(route) else {
            if routing.route == nil, audience != .operators,
                let problem = Problem(ofFormAt: routing.target?.segments ?? [])
            {
                return problem
            }
            return .notFound(
                "there is no such resource; effects are at /v1/effects/{name}.png, .apng, .gif, .webp, .avif, .mp4, .webm, .mov, .hevc.mov, .svg, .lottie.json, .lottie, .tgs, .tracks.json, .json, .ndjson, .still.png, .still.svg, .still.webp, .still.avif, .strip.png, "
                    + ".sheet.png, .sheet.json or .sheet.css, and /v1/effects lists the names; specs are POSTed to "
                    + "/v1/render, and effects of other programs to "
                    + "/v1/import/{\(ImportFormat.allCases.map(\.rawValue).joined(separator: "|"))}; "
                    + "/openapi.yaml describes the rest"
            )
        }
        guard route.methods.contains(head.method) else { return .methodNotAllowed(head.method, route) }
        if let refusal = gate.refusal(head, route) { return Problem(refusal) }
        return head.method == .post ? Self.problem(withBodyOf: head, for: route) : nil
    }

    /// Whether the route exists for this audience.
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
        // Media types with a JSON or XML structured suffix.
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

    /// Describes HTTP errors by problem documents, like all other errors.
    func response(to failure: HTTPFailure) -> OutgoingResponse {
        logger.debug("protocol error", metadata: ["detail": "\(failure.detail)"])
        return Problem(failure).response(to: RequestRecord())
    }

    /// Answers health checks and metrics even without free connections: an orchestrator that gets no answer kills the
    /// process.
    func answersWhenFull(_ head: HTTPRequest) -> Bool {
        ["/healthz", "/readyz"].contains(head.path) || (head.path == "/metrics" && isOffered(.metrics))
    }

    // MARK: The complete request

    /// Runs the steps of a request. Inexpensive requests are answered directly, and all others are queued.
    func handle(_ request: IncomingRequest, _ exchange: Exchange) {
        let record = request.attachment as? RequestRecord ?? RequestRecord(request.head, route(request.head))
        run(PendingRequest(request, exchange: exchange, record: record, handler: self))
    }

    /// Answers that the service is ready, unless it is draining or its queue has been full for too long.
    func answerReadiness(_ answer: ResponseWriter) {
        if state.isDraining { return answer.fail(Unready.draining) }
        // Both queues are needed to serve an effect.
        let fullest = [pool, reading].first(where: \.isFull)
        if let full = state.noteQueue(isFull: fullest != nil), let fullest, full > unreadyAfter {
            return answer.fail(Unready.full(full, drain: fullest.figures.drain))
        }
        answer.send(status: "ready")
    }

    func answerMetrics(_ answer: ResponseWriter) {
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

    /// - Parameter isForAnyone: Whether scripts of any origin may request the resource.
    func answerOptions(
        _ allow: String,
        isForAnyone: Bool,
        record: RequestRecord,
        exchange: Exchange
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
