internal import EffectModel
internal import ForeignImport
public import HTTPTypes
internal import Logging
public import SmallHTTP

/// The service: takes requests apart, has the work done by threads of their own, and puts answers together.
public struct EffectHandler: HTTPHandler {
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
    private let catalogue: Catalogue
    private let schema: SchemaDocument
    private let callers: CallerFinder
    private let logger: Logger

    /// A handler that has requests taken apart by `reading`, and rendered by `pool`.
    init(_ configuration: EffectServer.Configuration, pool: RenderPool, reading: RenderPool, logger: Logger) {
        self.pool = pool
        self.reading = reading
        callers = CallerFinder(trustedProxies: configuration.trustedProxies)
        self.logger = logger
        limits = configuration.limits
        library = configuration.library
        maximumBodyBytes = configuration.maximumBodyBytes
        renderTimeout = configuration.renderTimeout
        streams = Places(configuration.maximumStreams)
        animations = Places(configuration.maximumStreams)
        cache = AnswerCache(capacity: configuration.cacheBytes, maximumEntryBytes: configuration.maximumCachedBytes)
        renderer = EffectRenderer(pool: pool, limits: limits)
        catalogue = Catalogue(limits: limits, library: library)
        schema = SchemaDocument(limits: limits)
    }

    // MARK: Before the body

    /// Routes, methods and media types are checked before any body is read.
    public func admit(_ head: HTTPRequest) -> RequestAdmission {
        if head.path == "*" { return .accept(maximumBodyBytes: 0, lengthRequired: false) }
        guard let target = head.path.flatMap(RequestTarget.init) else {
            let problem = Problem(kind: .badRequest, status: .badRequest, detail: "the target is not valid UTF-8")
            return reject(problem, head)
        }
        guard let route = Route(target.segments) else {
            let detail =
                "nothing is here; effects are /v1/effects/{name}.png, .apng, .gif, .webp, .json, .still.png, .strip.png, "
                + ".sheet.png, .sheet.json or .sheet.css, and /v1/effects lists their names; specs are POSTed to /v1/render, "
                + "other programs' effects to /v1/import/{\(ForeignFormat.allCases.map(\.rawValue).joined(separator: "|"))}; "
                + "/openapi.yaml describes the rest"
            return reject(.notFound(detail), head)
        }
        guard route.methods.contains(head.method) else { return reject(.methodNotAllowed(head.method, route), head) }
        guard head.method == .post else { return .accept(maximumBodyBytes: 0, lengthRequired: false) }
        if let problem = Self.problem(withBodyOf: head, for: route) { return reject(problem, head) }
        return .accept(maximumBodyBytes: maximumBodyBytes, lengthRequired: true)
    }

    private func reject(_ problem: Problem, _ head: HTTPRequest) -> RequestAdmission {
        RequestLog(head, logger).write(problem.status, bytes: nil)
        return .reject(problem.response)
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
    public func response(to failure: HTTPFailure) -> OutgoingResponse {
        logger.debug("protocol failure", metadata: ["detail": "\(failure.detail)"])
        return Problem(failure).response
    }

    /// Health is answered even when connections run short: an orchestrator that hears nothing kills the process.
    public func answersWhenFull(_ head: HTTPRequest) -> Bool { head.path == "/healthz" }

    // MARK: The whole request

    /// Answers from here what costs nothing, and queues what must be rendered.
    public func handle(_ request: IncomingRequest, _ exchange: Exchange) {
        let head = request.head
        guard let target = head.path.flatMap(RequestTarget.init), let route = Route(target.segments) else {
            // `OPTIONS *`, the only target that is admitted without a route.
            return answerOptions("GET, HEAD, POST, OPTIONS", exchange)
        }
        if head.method == .options { return answerOptions(route.allow, exchange) }
        let answer = Answer(
            exchange: exchange,
            head: head,
            caller: callers.caller(of: request),
            varies: route.varies,
            asksForMotion: route.moves && !target.query.contains { $0.name == "motion" },
            log: RequestLog(head, logger)
        )
        if route.isCached, let entry = key(of: answer).flatMap({ cache[$0] }) { return answer.send(entry) }
        if !route.takesParameters, let parameter = target.query.first {
            let fault = ParameterFault(unexpected: parameter.name)
            return answer.fail(PresetRequest.Failure.faults([fault]))
        }
        switch route {
        case .health:
            answer.send(
                JSONWriter.bytes(of: ["status": "ok", "version": .string(hanabiVersion)]) + [0x0A],
                type: "application/json",
                cache: "no-store"
            )
        case .description:
            answer.send(PackageResources.openapi_yaml, type: "application/yaml", cache: "public, max-age=3600")
        case .schema:
            answer.send(schema.bytes, type: "application/schema+json", cache: "public, max-age=3600")
        case .page(let page): answer.send(page)
        case .catalogue:
            submit(answer) { _ in
                let bytes = catalogue.bytes(for: head.authority)
                answer.send(bytes, type: "application/json", cache: "public, max-age=3600")
            }
        case .effect(let preset, let form): answerEffect(preset, form, target, answer)
        case .render(let form): answerRender(form, request.body, target, answer)
        case .packed(let packed, let form): answerPacked(packed, form, target, answer)
        case .import(let format):
            answerImport(of: format, request.body, target, answer)
        }
    }

    private func answerOptions(_ allow: String, _ exchange: Exchange) {
        var head = HTTPResponse(status: .noContent, headerFields: ServiceFields.everywhere)
        head.headerFields[.allow] = allow
        head.headerFields[.accessControlAllowMethods] = allow
        head.headerFields[.accessControlAllowHeaders] = "Content-Type, Accept"
        head.headerFields[.accessControlMaxAge] = "86400"
        exchange.respond(OutgoingResponse(head: head))
    }
}
