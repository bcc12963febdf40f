import EffectCost
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import StrictJSON
internal import WorkScheduling

/// Writes one request's response, with everything that responses depend on.
///
/// Used by one thread at a time: the connection's queue until a render is queued, then the render's thread.
struct ResponseWriter: Sendable {
    let exchange: Exchange
    let head: HTTPRequest
    /// The caller charged for the work.
    let caller: Caller
    /// Whether the response depends on `Accept`.
    let varies: Bool
    /// Whether a client that prefers reduced motion gets a still.
    let asksForMotion: Bool
    let record: RequestRecord
    /// Path and query as received, without parameters that do not describe the effect.
    let asked: String
    /// Grant of the URL's signature, where one is required.
    let grant: Grant?
    /// Cache policy, as header values.
    let caching: CacheFields
    /// Form of error responses, unless the request specifies one.
    let errorForm: ErrorForm
    /// Time limit of a render.
    let timeLimit: Duration
    /// Maximum number of bytes of a POST.
    let maximumBodyBytes: Int
    /// Entity tag of the response, once known.
    var tag: EntityTag?
    /// Content coding of the body.
    var coding: ContentCoding?
    /// Whether the content coding depends on `Accept-Encoding`.
    var variesByCoding = false
    /// Whether the answer is a vector, which has a style sheet of its own.
    var isVector = false
    /// Whether the URL pins the renderer's version, which makes the response immutable.
    var isPinned = false
    /// Whether the request has been restarted after waiting for another's render that failed.
    var isRetry = false
    /// Answers in another form in place of an error, where `Accept` allows one; `false` leaves the error to be sent.
    var fallback: (@Sendable (any Error) -> Bool)?

    var isHead: Bool { head.method == .head }

    /// The type preferred by `Accept`; `nil` after sending a 406.
    ///
    /// - Parameter favorites: Types that suit the effect, the best first.
    func negotiate(_ offers: [OutputFormat], favorites: [OutputFormat] = []) -> OutputFormat? {
        let accept = head.headerFields[.accept]
        if let type = OutputFormat.preferred(accept, among: offers, favorites: favorites) { return type }
        let names = offers.map(\.name).joined(separator: ", ")
        let detail = "Accept allows none of: \(names)"
        send(Problem(kind: .notAcceptable, status: .notAcceptable, detail: detail))
        return nil
    }

    /// Sends a finished body.
    ///
    /// - Parameter reduced: The quality given up for a byte budget; `nil` without a budget.
    func send(_ bytes: [UInt8], type: String, cache: Keeping, reduced: String? = nil) {
        var head = success(type, cache)
        if let reduced {
            head.headerFields[.hanabiReduced] = reduced
        }
        guard case .effect = cache, let tag else { return respond(head, .bytes(bytes)) }
        let answer = FinishedAnswer(
            head: head,
            prepared: preparedFields,
            bytes: bytes,
            tag: tag,
            errorForm: errorForm
        )
        exchange.respond(answer.response(to: self.head, record))
    }

    /// Sends the head of an effect whose bytes are not at hand.
    ///
    /// - Parameters:
    ///   - isStreamed: Whether GET is answered while the file is made, and therefore never with a part of it.
    ///   - size: Bytes of the file; `nil` unless it was made before.
    func sendHead(type: String, isStreamed: Bool, size: Int?) {
        var head = success(type, .effect)
        if let size { head.headerFields[.contentLength] = "\(size)" }
        if !isStreamed { head.headerFields[.acceptRanges] = "bytes" }
        respond(head, .empty)
    }

    /// Sends the head of an effect whose form is known only once it is made.
    ///
    /// - Source: RFC 9110 §9.3.2: HEAD may omit fields whose value is determined only while the content is generated.
    func sendHeadOfUnknownForm() {
        var answer = self
        (answer.tag, answer.coding) = (nil, nil)
        var head = answer.success("", .effect)
        head.headerFields[.contentType] = nil
        respond(head, .empty)
    }

    /// Sends the health or readiness status.
    func send(status: String) {
        let document: JSONValue = ["status": .string(status), "version": .string(hanabiVersion)]
        send(JSONWriter.bytes(of: document) + [0x0A], type: "application/json", cache: .never)
    }

    /// Sends the document that a URL stands for (`explain=1`), without indentation where that would make it longer than what
    /// the service reads.
    func send(explained document: JSONValue) {
        let pretty = JSONWriter.prettyBytes(of: document)
        let isLong = pretty.count > maximumBodyBytes
        send(isLong ? JSONWriter.bytes(of: document) : pretty, type: "application/json", cache: .effect)
    }

    /// Sends the predicted cost of a request and its limits (`dry=1`).
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

    /// Sends the predicted bytes and work of all forms (`dry=1&forms=all`).
    ///
    /// - Parameter isComplete: Whether another answer would be the same.
    func send(compared bytes: [UInt8], isComplete: Bool) {
        var answer = self
        if !isComplete { answer.tag = nil }
        answer.send(bytes, type: "application/json", cache: answer.tag == nil ? .never : .revalidated)
    }

    /// Sends 304, a comparison of all forms in the cache, or to HEAD its fields alone.
    ///
    /// - Returns: Whether an answer was sent.
    func send(comparedIn cache: ResponseCache) -> Bool {
        if let tag {
            if tag.matches(head.headerFields[.ifNoneMatch]) {
                sendNotModified("application/json", cache: .revalidated)
                return true
            }
            if let entry = cache[tag] {
                record.note { $0.cache = .hit }
                send(compared: entry.bytes, isComplete: true)
                return true
            }
        }
        if isHead { respond(success("application/json", tag == nil ? .never : .revalidated), .empty) }
        return isHead
    }

    /// Sends a file for browsers, or 304.
    func send(_ page: Page, _ document: CodedDocument) {
        guard !page.isFound else {
            return send(document, type: page.type, cache: Self.keeping(of: page), prepared: ServiceFields.onPages)
        }
        var head = success(page.type, .never)
        head.status = .notFound
        let body = ResponseBody.bytes(document.plain.bytes)
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onPages, body: body))
    }

    /// Time that caches may keep a file. A page names the files of its version, so each visit asks for it.
    private static func keeping(of page: Page) -> Keeping {
        switch page.naming {
        case .own: .revalidated
        case .hashed: .forever
        // The page that asks for it may be of a replica with another version.
        case .outdated: .never
        }
    }

    /// Sends a document in the coding that the client prefers, or 304.
    func send(
        _ document: CodedDocument,
        type: String,
        cache: Keeping = .revalidated,
        prepared: PreparedFields = ServiceFields.onAnswers
    ) {
        let (own, coding) = document.representation(for: head.headerFields[.acceptEncoding])
        var answer = self
        answer.variesByCoding = !document.packed.isEmpty
        answer.tag = own.tag
        if own.tag.matches(head.headerFields[.ifNoneMatch]) {
            record.note { $0.cache = .notModified }
            var response = answer.success(type, cache)
            response.status = .notModified
            response.headerFields[.contentType] = nil
            return exchange.respond(OutgoingResponse(head: response, prepared: prepared, body: .empty))
        }
        answer.coding = coding
        let response = answer.success(type, cache)
        exchange.respond(OutgoingResponse(head: response, prepared: prepared, body: .bytes(own.bytes)))
    }

    /// Sends the metrics page.
    func send(metrics page: [UInt8], type: String) {
        let head = success(type, .never)
        exchange.respond(OutgoingResponse(head: head, prepared: ServiceFields.onMetrics, body: .bytes(page)))
    }

    /// Sends a body that grows while it is sent. Its source logs the end.
    func stream(_ source: any BodySource, type: String, cache: Keeping) {
        respond(success(type, cache), .stream(source))
    }

    /// Redirects: 302, or 308 for a target in non-canonical spelling. Neither is stored, since a cache would keep an
    /// entry for every spelling.
    func redirect(to target: String, respelled: Bool = false) {
        var head = success("text/plain", .never)
        head.status = respelled ? .permanentRedirect : .found
        head.headerFields[.contentType] = nil
        head.headerFields[.location] = target
        respond(head, .empty)
    }

    /// Sends a cached answer.
    func send(_ entry: ResponseCache.Entry) {
        record.note { $0.cache = .hit }
        var answer = self
        answer.tag = entry.tag
        if entry.tag.matches(head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(entry.type) }
        answer.send(entry.bytes, type: entry.type, cache: .effect, reduced: entry.reduced)
    }

    /// Sends 304: the client has these bytes.
    ///
    /// - Source: RFC 9110 §15.4.5: the header fields of the full response, except those that describe the body.
    func sendNotModified(_ type: String, cache: Keeping = .effect) {
        record.note { $0.cache = .notModified }
        var head = success(type, cache)
        head.status = .notModified
        head.headerFields[.contentType] = nil
        respond(head, .empty)
    }

    private var preparedFields: PreparedFields { isVector ? ServiceFields.onVectors : ServiceFields.onAnswers }

    private func respond(_ head: HTTPResponse, _ body: ResponseBody) {
        exchange.respond(OutgoingResponse(head: head, prepared: preparedFields, body: body))
    }

    /// Sends the problem document for any error.
    func fail(_ error: any Error) {
        // The client has gone, so there is no one to tell.
        if exchange.isCancelled, RenderOutcome(error) == .cancelled { return }
        if let fallback, fallback(error) { return }
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
        if case .effect = cache { caching.addTags(of: record.learned.effect, to: &response.headerFields) }
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

    /// Header fields and metadata for the next request like this one; `nil` without an entity tag.
    var cachedRequest: ResponseCache.CachedRequest? {
        guard let tag else { return nil }
        var fields = ServiceFields.everywhere
        let policy = isVector ? ServiceFields.vectorPolicy : ServiceFields.policy
        fields.append(HTTPField(name: .contentSecurityPolicy, value: policy))
        if let coding { fields[.contentEncoding] = coding.rawValue }
        fields[.eTag] = tag.text
        fields[.cacheControl] = caching.control(.effect, isPinned: isPinned)
        addVarying(&fields)
        let notes = record.learned
        caching.addTags(of: notes.effect, to: &fields)
        return ResponseCache.CachedRequest(
            tag: tag,
            fields: PreparedFields(fields),
            route: record.routeName,
            effect: notes.effect,
            form: notes.form,
            isPinned: isPinned,
            coding: coding,
            variesByCoding: variesByCoding,
            isVector: isVector
        )
    }
}
