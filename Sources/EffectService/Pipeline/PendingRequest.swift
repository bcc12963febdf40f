internal import HTTPTypes
internal import SmallHTTP

/// A request on its way through ``EffectHandler/requestSteps``.
struct PendingRequest {
    let incoming: IncomingRequest
    let exchange: Exchange
    let record: RequestRecord
    /// The target. ``RequestStep/authorize`` removes the parameters that do not describe the effect.
    var target: RequestTarget?
    /// Grant of the URL's signature, where one is required.
    var grant: Grant?
    private let handler: EffectHandler

    var head: HTTPRequest { incoming.head }

    init(_ incoming: IncomingRequest, exchange: Exchange, record: RequestRecord, handler: EffectHandler) {
        (self.incoming, self.exchange, self.record, self.handler) = (incoming, exchange, record, handler)
        target = record.routing.target
    }

    /// The writer of the response, with everything known so far.
    func writer(for route: Route) -> ResponseWriter {
        ResponseWriter(
            exchange: exchange,
            head: head,
            caller: handler.callers.caller(of: incoming),
            varies: route.varies,
            asksForMotion: route.moves && target?.query.contains { $0.name == "motion" } != true,
            record: record,
            asked: target.map { grant?.name(of: $0, route) ?? $0.text } ?? "",
            grant: grant,
            caching: handler.caching,
            errorForm: handler.errorForm,
            timeLimit: handler.renderTimeout,
            maximumBodyBytes: handler.maximumBodyBytes
        )
    }
    /// Sends a cached answer to a request seen before, without evaluating the request again.
    func send(_ known: ResponseCache.Known) {
        let isFresh = known.entry.tag.matches(head.headerFields[.ifNoneMatch])
        record.note { $0.cache = isFresh ? .notModified : .hit }
        var response = HTTPResponse(status: isFresh ? .notModified : .ok)
        response.headerFields.append(HTTPField(name: .requestID, value: record.id))
        guard !isFresh else {
            return exchange.respond(OutgoingResponse(head: response, prepared: known.request.fields))
        }
        response.headerFields.append(HTTPField(name: .contentType, value: known.entry.type))
        response.headerFields.append(HTTPField(name: .serverTiming, value: "cache;desc=hit"))
        if let reduced = known.entry.reduced { response.headerFields[.hanabiReduced] = reduced }
        let answer = FinishedAnswer(
            head: response,
            prepared: known.request.fields,
            bytes: known.entry.bytes,
            tag: known.entry.tag,
            errorForm: handler.errorForm
        )
        exchange.respond(answer.response(to: head, record))
    }
}
