internal import EffectModel
internal import HTTPTypes
internal import SmallHTTP

/// Where one request's answer goes, with what every answer needs to know of its request.
///
/// Used by one thread at a time: the connection's queue until a render is queued, then that render.
struct Answer: Sendable {
    let exchange: Exchange
    let head: HTTPRequest
    /// Who is charged for the work.
    let caller: Caller
    /// Whether `Accept` has a say in it.
    let varies: Bool
    /// Whether a client that prefers reduced motion gets a still.
    let asksForMotion: Bool
    let record: RequestRecord
    /// What is asked for, as it came: path and query without what says nothing of the effect.
    let asked: String
    /// What a signature has granted, where one is needed.
    let grant: Grant?
    /// How long it may be kept.
    let caching: CacheFields
    /// What an error looks like, where the request does not say it.
    let errorForm: ErrorForm
    /// How long a picture may take.
    let timeLimit: Duration
    /// Which bytes it will have, once that is known.
    var tag: EntityTag?
    /// How its body is packed.
    var coding: ContentCoding?
    /// Whether `Accept-Encoding` has a say in that.
    var variesByCoding = false
    /// Whether it is an answer of this version, for all time: who pins the version gets no other.
    var isPinned = false
    /// Whether it has waited for another's render in vain.
    var isAskedAnew = false

    var isHead: Bool { head.method == .head }

    /// The type that `Accept` prefers; `nil` after answering 406.
    func negotiate(_ offers: [MediaType]) -> MediaType? {
        let accept = head.headerFields[.accept]
        if let type = MediaType.preferred(accept, among: offers) { return type }
        let names = offers.map(\.name).joined(separator: ", ")
        let detail = "Accept allows none of: \(names)"
        send(Problem(kind: .notAcceptable, status: .notAcceptable, detail: detail))
        return nil
    }

    /// A finished body; `nil` for a HEAD whose length is unknown.
    ///
    /// - Parameter traded: What was given up for its size, if it has a budget.
    func send(_ bytes: [UInt8]?, type: String, cache: Keeping, traded: String? = nil) {
        var head = success(type, cache)
        if let traded {
            head.headerFields[.hanabiTraded] = traded
        }
        respond(head, bytes.map { .bytes($0) } ?? .empty)
    }

    /// How the service is.
    func send(status: String) {
        let document: JSONValue = ["status": .string(status), "version": .string(hanabiVersion)]
        send(JSONWriter.bytes(of: document) + [0x0A], type: "application/json", cache: .never)
    }

    /// The document that a URL stands for.
    func send(explained document: JSONValue) {
        send(JSONWriter.prettyBytes(of: document), type: "application/json", cache: .effect)
    }

    /// What a request would cost, beside what it may.
    func send(_ price: RenderPrice, _ limits: RenderLimits) {
        let cost = price.cost
        func pair(_ found: Double, _ limit: Int) -> JSONValue {
            ["found": .number(found), "limit": .number(Double(limit))]
        }
        let document: JSONValue = [
            "frames": pair(Double(cost.frames), limits.maximumFrames),
            "pixels": pair(price.pixels, limits.maximumPixels),
            "births": pair(cost.births.rounded(.up), limits.maximumBirths),
            "particles": pair(cost.liveParticles.rounded(.up), limits.maximumLiveParticles),
            "work": pair(price.work.rounded(), limits.maximumWork),
            "milliseconds": [
                "found": .number((price.work / 1e4).rounded() / 100),
                "limit": .number(Double(limits.maximumWork) / 1e6),
            ],
        ]
        send(JSONWriter.prettyBytes(of: document), type: "application/json", cache: .never)
    }

    /// The catalogue.
    func send(_ catalogue: Catalogue.Document) {
        let type = "application/json"
        var answer = self
        answer.tag = catalogue.tag
        if catalogue.tag.matches(head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(type, cache: .hour) }
        answer.send(catalogue.bytes, type: type, cache: .hour)
    }

    /// A file of the gallery.
    func send(_ page: Page) {
        let head = success(page.type, .hour)
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onPages, body: .bytes(page.bytes)))
    }

    /// The metrics.
    func send(metrics page: [UInt8], type: String) {
        let head = success(type, .never)
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onMetrics, body: .bytes(page)))
    }

    /// A body that grows while it is sent, and is logged by its source when it is done.
    func stream(_ source: any BodySource, type: String, cache: Keeping) {
        respond(success(type, cache), .stream(source))
    }

    /// Leads somewhere else: this once, or because the target is `respelled`. Neither is stored anywhere, or there would be an entry for every
    /// spelling.
    func redirect(to target: String, respelled: Bool = false) {
        var head = success("text/plain", .never)
        head.status = respelled ? .permanentRedirect : .found
        head.headerFields[.contentType] = nil
        head.headerFields[.location] = target
        respond(head, .empty)
    }

    /// What was made before, to a request that was there before: nothing is worked out again.
    static func send(_ known: AnswerCache.Known, to head: HTTPRequest, _ record: RequestRecord, _ exchange: Exchange) {
        let isFresh = known.entry.tag.matches(head.headerFields[.ifNoneMatch])
        record.note { $0.cache = isFresh ? .notModified : .hit }
        var response = HTTPResponse(status: isFresh ? .notModified : .ok)
        response.headerFields.append(HTTPField(name: .requestID, value: record.id))
        guard !isFresh else {
            return exchange.respond(OutgoingResponse(head: response, prepared: known.request.fields))
        }
        response.headerFields.append(HTTPField(name: .contentType, value: known.entry.type))
        response.headerFields.append(HTTPField(name: .serverTiming, value: "cache;desc=hit"))
        if let traded = known.entry.traded { response.headerFields[.hanabiTraded] = traded }
        let body = ResponseBody.bytes(known.entry.bytes)
        exchange.respond(OutgoingResponse(head: response, prepared: known.request.fields, body: body))
    }

    /// What was made before, as a whole.
    func send(_ entry: AnswerCache.Entry) {
        record.note { $0.cache = .hit }
        var answer = self
        answer.tag = entry.tag
        if entry.tag.matches(head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(entry.type) }
        answer.send(entry.bytes, type: entry.type, cache: .effect, traded: entry.traded)
    }

    /// The client has these bytes.
    ///
    /// - Source: RFC 9110 §15.4.5: the fields that the whole answer would have, but those of its bytes.
    func sendNotModified(_ type: String, cache: Keeping = .effect) {
        record.note { $0.cache = .notModified }
        var head = success(type, cache)
        head.status = .notModified
        head.headerFields[.contentType] = nil
        respond(head, .empty)
    }

    private func respond(_ head: HTTPResponse, _ body: ResponseBody) {
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onAnswers, body: body))
    }

    /// Any error.
    func fail(_ error: any Error) {
        // Nobody is there to be told.
        if case RenderError.cancelled = error, exchange.isCancelled { return }
        let problem = Problem(error, timeLimit: timeLimit)
        if problem.kind == .internal { record.note { $0.error = "\(error)" } }
        send(problem)
    }

    private func send(_ problem: Problem) {
        var problem = problem
        if varies { problem.fields[.vary] = "Accept" }
        exchange.respond(problem.response(to: head, errorForm, record))
    }

    private func success(_ type: String, _ cache: Keeping) -> HTTPResponse {
        var response = HTTPResponse(status: .ok)
        response.headerFields[.requestID] = record.id
        response.headerFields[.serverTiming] = record.serverTiming
        response.headerFields[.contentType] = type
        response.headerFields[.cacheControl] = cacheControl(cache)
        if let coding { response.headerFields[.contentEncoding] = coding.rawValue }
        if let tag { response.headerFields[.eTag] = tag.text }
        if case .effect = cache { caching.addTags(of: record.learnt.effect, to: &response.headerFields) }
        addVarying(&response.headerFields)
        return response
    }

    private func cacheControl(_ keeping: Keeping) -> String {
        let own = caching.control(keeping, isPinned: isPinned)
        return grant?.cacheControl(own) ?? own
    }

    private func addVarying(_ fields: inout HTTPFields) {
        var varying = varies ? ["Accept"] : []
        if variesByCoding { varying.append("Accept-Encoding") }
        if asksForMotion {
            varying.append("Sec-CH-Prefers-Reduced-Motion")
            fields[.acceptClientHints] = "Sec-CH-Prefers-Reduced-Motion"
        }
        if !varying.isEmpty { fields[.vary] = varying.joined(separator: ", ") }
    }

    /// What the answer to another request like this one begins with.
    var course: AnswerCache.Course? {
        guard let tag else { return nil }
        var fields = ServiceFields.everywhere
        fields.append(HTTPField(name: .contentSecurityPolicy, value: ServiceFields.policy))
        fields[.eTag] = tag.text
        fields[.cacheControl] = caching.control(.effect, isPinned: isPinned)
        addVarying(&fields)
        let notes = record.learnt
        caching.addTags(of: notes.effect, to: &fields)
        return AnswerCache.Course(
            tag: tag,
            fields: PreparedFields(fields),
            route: record.routeName,
            effect: notes.effect,
            form: notes.form,
            isPinned: isPinned
        )
    }
}
