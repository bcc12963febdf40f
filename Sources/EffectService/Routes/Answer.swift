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
    let log: RequestLog
    /// Which bytes it will have, once that is known.
    var tag: EntityTag?

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
    func send(_ bytes: [UInt8]?, type: String, cache: String, traded: String? = nil) {
        log.write(.ok, bytes: bytes?.count)
        var head = success(type, cache)
        if let traded {
            head.headerFields[.hanabiTraded] = traded
            head.headerFields[.accessControlExposeHeaders] = "Hanabi-Traded"
        }
        exchange.respond(OutgoingResponse(head: head, body: bytes.map { .bytes($0) } ?? .empty))
    }

    /// The document that a URL stands for.
    func send(explained document: JSONValue) {
        send(JSONWriter.prettyBytes(of: document), type: "application/json", cache: ServiceFields.cacheable)
    }

    /// What a request would cost, beside what it may.
    func send(_ cost: RenderCost, _ limits: RenderLimits) {
        func pair(_ found: Double, _ limit: Int) -> JSONValue {
            ["found": .number(found), "limit": .number(Double(limit))]
        }
        let document: JSONValue = [
            "frames": pair(Double(cost.frames), limits.maximumFrames),
            "pixels": pair(cost.pixels, limits.maximumPixels),
            "births": pair(cost.births.rounded(.up), limits.maximumBirths),
            "particles": pair(cost.liveParticles.rounded(.up), limits.maximumLiveParticles),
            "work": pair(cost.work.rounded(), limits.maximumWork),
        ]
        send(JSONWriter.prettyBytes(of: document), type: "application/json", cache: "no-store")
    }

    /// A file of the gallery.
    func send(_ page: Page) {
        log.write(.ok, bytes: page.bytes.count)
        var head = success(page.type, "public, max-age=3600")
        head.headerFields[.contentSecurityPolicy] = ServiceFields.pagePolicy
        exchange.respond(OutgoingResponse(head: head, body: .bytes(page.bytes)))
    }

    /// A body that grows while it is sent, and is logged by its source when it is done.
    func stream(_ source: any BodySource, type: String, cache: String) {
        exchange.respond(OutgoingResponse(head: success(type, cache), body: .stream(source)))
    }

    /// What was made before, as a whole.
    func send(_ entry: AnswerCache.Entry) {
        var answer = self
        answer.tag = entry.tag
        if entry.tag.matches(head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(entry.type) }
        answer.send(entry.bytes, type: entry.type, cache: ServiceFields.cacheable, traded: entry.traded)
    }

    /// The client has these bytes.
    ///
    /// - Source: RFC 9110 §15.4.5: the fields that the whole answer would have, but those of its bytes.
    func sendNotModified(_ type: String) {
        log.write(.notModified, bytes: nil)
        var head = success(type, ServiceFields.cacheable)
        head.status = .notModified
        head.headerFields[.contentType] = nil
        exchange.respond(OutgoingResponse(head: head))
    }

    /// Any error.
    func fail(_ error: any Error) {
        if case RenderError.cancelled = error { return log.writeCancelled() }
        let problem = Problem(error)
        if problem.kind == .internal { log.writeInternal(error) }
        send(problem)
    }

    private func send(_ problem: Problem) {
        var problem = problem
        if varies { problem.fields[.vary] = "Accept" }
        log.write(problem.status, bytes: nil)
        exchange.respond(problem.response)
    }

    private func success(_ type: String, _ cache: String) -> HTTPResponse {
        var response = HTTPResponse(status: .ok, headerFields: ServiceFields.everywhere)
        response.headerFields[.contentType] = type
        response.headerFields[.cacheControl] = cache
        if let tag { response.headerFields[.eTag] = tag.text }
        var varying = varies ? ["Accept"] : []
        if asksForMotion {
            varying.append("Sec-CH-Prefers-Reduced-Motion")
            response.headerFields[.acceptClientHints] = "Sec-CH-Prefers-Reduced-Motion"
        }
        if !varying.isEmpty { response.headerFields[.vary] = varying.joined(separator: ", ") }
        return response
    }
}
