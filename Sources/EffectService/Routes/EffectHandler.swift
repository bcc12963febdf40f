internal import EffectModel
internal import ForeignImport
public import HTTPTypes
public import Logging
public import SmallHTTP

/// The service: takes requests apart, sends the work to the render pool, and puts answers together.
public struct EffectHandler: HTTPHandler {
    private let pool: RenderPool
    private let renderer: EffectRenderer
    private let limits: RenderLimits
    private let library: any AssetLibrary
    private let maximumBodyBytes: Int
    private let renderTimeout: Duration
    /// Frame dumps being sent: each holds its simulation until its reader has it all.
    private let streams: Places
    /// Animations being sent as they are made: likewise. One that finds no place is made as a whole.
    private let animations: Places
    private let catalogue: Catalogue
    private let schema: SchemaDocument
    private let logger: Logger

    /// A handler that sends its work to `pool`.
    public init(_ configuration: EffectServer.Configuration, pool: RenderPool, logger: Logger) {
        self.pool = pool
        self.logger = logger
        limits = configuration.limits
        library = configuration.library
        maximumBodyBytes = configuration.maximumBodyBytes
        renderTimeout = configuration.renderTimeout
        streams = Places(configuration.maximumStreams)
        animations = Places(configuration.maximumStreams)
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
                "nothing is here; effects are /v1/effects/{name}.png, .apng, .json, .still.png or .strip.png, "
                + "/v1/effects lists their names; /openapi.yaml describes the rest"
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
            varies: route.varies,
            asksForMotion: route.moves && !target.query.contains { $0.name == "motion" },
            log: RequestLog(head, logger)
        )
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
        case .effect(let preset, .frames(let type)):
            answerEffect(preset, type, target.parameters, answer)
        case .effect(let preset, .snapshot(let kind)):
            answerSnapshot(kind, preset, target.parameters, answer)
        case .render(.frames):
            answerRender(request.body, target.parameters, answer)
        case .render(.snapshot(let kind)):
            answerRender(kind, request.body, target.parameters, answer)
        case .packed(let packed, let form):
            answerPacked(packed, form, target.parameters, answer)
        case .import(let format):
            answerImport(of: format, request.body, target.parameters, answer)
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

    private func answerEffect(
        _ preset: String,
        _ type: MediaType?,
        _ parameters: [PresetRequest.Parameter],
        _ answer: Answer
    ) {
        // Presets have pictures and letters too: making them is the pool's, as for a caller's document.
        submit(answer) { deadline in
            let (wishes, own) = try Wishes.taken(from: parameters)
            let request = try PresetRequest.specAndDocument(
                preset: preset,
                own,
                besides: Wishes.names,
                limits: limits,
                library: library
            )
            if wishes.explains { return answer.send(explained: request.document) }
            if wishes.isDry { return answer.send(RenderCost(of: request.spec), limits) }
            guard let type = type ?? answer.negotiate([.png, .apng, .json]) else { return }
            // What HEAD wants to know is known already. The length is not, and rendering to learn it would be waste.
            if answer.isHead { return answer.send(nil, type: type.name, cache: ServiceFields.cacheable) }
            if type != .json, wishes.isStill(answer.head) {
                return try render(.best, of: request.spec, as: type, answer, deadline)
            }
            try render(request.spec, as: type, answer, deadline)
        }
    }

    private func answerSnapshot(
        _ kind: SnapshotRequest.Kind,
        _ preset: String,
        _ parameters: [PresetRequest.Parameter],
        _ answer: Answer
    ) {
        submit(answer) { deadline in
            let (wishes, rest) = try Wishes.taken(from: parameters)
            if wishes.explains {
                let own = rest.filter { $0.name != SnapshotRequest.parameter }
                let others = Wishes.names + [SnapshotRequest.parameter]
                let request = try PresetRequest.specAndDocument(
                    preset: preset,
                    own,
                    besides: others,
                    limits: limits,
                    library: library
                )
                return answer.send(explained: request.document)
            }
            let (spec, snapshot) = try PresetRequest.snapshot(
                kind,
                preset: preset,
                rest,
                limits: limits,
                library: library
            )
            if wishes.isDry { return answer.send(RenderCost(of: spec), limits) }
            if answer.isHead { return answer.send(nil, type: MediaType.png.name, cache: ServiceFields.cacheable) }
            try render(snapshot, of: spec, answer, deadline)
        }
    }

    /// A caller's document may take a while to check, so that too is done by the pool and never on a connection's queue.
    private func answerRender(_ body: [UInt8], _ parameters: [PresetRequest.Parameter], _ answer: Answer) {
        submit(answer) { deadline in
            let isDry = try Wishes.isDry(parameters)
            let spec = try EffectSpec(json: JSONParser.parse(body), limits: limits, library: library)
            if isDry { return answer.send(RenderCost(of: spec), limits) }
            switch spec.output.format {
            case .apng: try render(spec, as: .apng, answer, deadline)
            case .json: try render(spec, as: .json, answer, deadline)
            case nil:
                guard let type = answer.negotiate([.png, .apng, .json]) else { return }
                try render(spec, as: type, answer, deadline)
            }
        }
    }

    private func answerRender(
        _ kind: SnapshotRequest.Kind,
        _ body: [UInt8],
        _ parameters: [PresetRequest.Parameter],
        _ answer: Answer
    ) {
        do throws(PresetRequest.Failure) {
            let request = try SnapshotRequest(kind, parameters)
            submit(answer) { deadline in
                let spec = try EffectSpec(json: JSONParser.parse(body), limits: limits, library: library)
                try render(request.snapshot(of: spec, limits: limits), of: spec, answer, deadline)
            }
        } catch {
            answer.fail(error)
        }
    }

    /// A spec in the path: what a POSTed one gives, for who can only GET, as a picture's tag does.
    private func answerPacked(
        _ packed: PackedSpec,
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        _ answer: Answer
    ) {
        submit(answer) { deadline in
            let (wishes, rest) = try Wishes.taken(from: parameters)
            let document = try packed.document(atMost: maximumBodyBytes)
            let spec = try EffectSpec(json: document, limits: limits, library: library)
            let snapshot: Snapshot?
            let type: MediaType
            switch form {
            case .snapshot(let kind):
                snapshot = try SnapshotRequest(kind, rest).snapshot(of: spec, limits: limits)
                type = .png
            case .frames(let asked):
                if let first = rest.first {
                    let names = Wishes.names.joined(separator: ", ")
                    throw PresetRequest.Failure.faults([ParameterFault(unknownBesideSpec: first.name, only: names)])
                }
                type = asked ?? .png
                snapshot = type != .json && wishes.isStill(answer.head) ? .best : nil
            }
            if wishes.explains { return answer.send(explained: document) }
            if wishes.isDry { return answer.send(RenderCost(of: spec), limits) }
            if answer.isHead { return answer.send(nil, type: type.name, cache: ServiceFields.cacheable) }
            if let snapshot { return try render(snapshot, of: spec, as: type, answer, deadline) }
            try render(spec, as: type, answer, deadline)
        }
    }

    /// Another program's document may take a while to read, and may have pictures in it.
    private func answerImport(
        of format: ForeignFormat,
        _ body: [UInt8],
        _ parameters: [PresetRequest.Parameter],
        _ answer: Answer
    ) {
        submit(answer) { deadline in
            var options = try ImportParameters.options(parameters)
            (options.limits, options.library) = (limits, library)
            let result = try ForeignImporter(format, options).effect(from: body)
            guard let type = answer.negotiate([.json, .png, .apng]) else { return }
            guard type == .json else { return try render(result.spec, as: type, answer, deadline) }
            answer.send(
                JSONWriter.prettyBytes(of: result.json),
                type: type.name,
                cache: ServiceFields.cacheable
            )
        }
    }

    /// Queues work whose time runs from now on: who has waited too long is told so, not served late.
    private func submit(_ answer: Answer, _ work: @escaping @Sendable (ContinuousClock.Instant) throws -> Void) {
        let deadline = ContinuousClock.now + renderTimeout
        do {
            try pool.submit {
                do {
                    guard ContinuousClock.now < deadline else { throw RenderPool.Busy.waitedTooLong }
                    try work(deadline)
                } catch {
                    answer.fail(error)
                }
            }
        } catch {
            answer.fail(error)
        }
    }

    private func render(_ spec: EffectSpec, as type: MediaType, _ answer: Answer, _ deadline: ContinuousClock.Instant)
        throws
    {
        let exchange = answer.exchange
        if exchange.isCancelled { throw RenderError.cancelled }
        switch type {
        case .png, .apng:
            if let maximum = spec.output.maxBytes {
                let fitted = try renderer.renderAPNG(
                    spec,
                    within: maximum,
                    deadline: deadline,
                    isCancelled: { exchange.isCancelled }
                )
                return answer.send(
                    fitted.bytes,
                    type: type.name,
                    cache: ServiceFields.cacheable,
                    traded: fitted.traded
                )
            }
            guard spec.timing.frameCount > 1, let place = animations.take() else {
                var bytes: [UInt8] = []
                try renderer.renderAPNG(spec, deadline: deadline, isCancelled: { exchange.isCancelled }) { bytes += $0 }
                return answer.send(bytes, type: type.name, cache: ServiceFields.cacheable)
            }
            let watch = RenderWatch(deadline: deadline) { exchange.isCancelled }
            let source = try AnimationSource(
                Animation(spec, pool: pool, watch),
                pool: pool,
                place: place,
                log: answer.log,
                maximumBytes: limits.maximumOutputBytes,
                timeout: renderTimeout,
                watch
            )
            answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        case .json:
            guard let place = streams.take() else { throw RenderPool.Busy.tooManyStreams }
            let source = FrameDumpSource(try renderer.frameDump(of: spec), pool: pool, place: place, log: answer.log)
            answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        }
    }

    private func render(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        as type: MediaType = .png,
        _ answer: Answer,
        _ deadline: ContinuousClock.Instant
    ) throws {
        let exchange = answer.exchange
        if let maximum = spec.output.maxBytes {
            let fitted = try renderer.renderSnapshot(
                snapshot,
                of: spec,
                within: maximum,
                deadline: deadline,
                isCancelled: { exchange.isCancelled }
            )
            return answer.send(
                fitted.bytes,
                type: type.name,
                cache: ServiceFields.cacheable,
                traded: fitted.traded
            )
        }
        let bytes = try renderer.renderSnapshot(
            snapshot,
            of: spec,
            deadline: deadline,
            isCancelled: { exchange.isCancelled }
        )
        answer.send(bytes, type: type.name, cache: ServiceFields.cacheable)
    }
}
