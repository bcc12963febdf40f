internal import EffectCatalog
internal import EffectRendering
internal import HTTPTypes
internal import Logging
internal import SmallHTTP
internal import Telemetry

/// Turns connection events into metrics, and each request into a log line.
struct ServiceObserver: ServerObserver {
    let metrics: ServiceMetrics
    let logger: Logger
    /// The logger's handler, if it accepts fields directly.
    private let fieldHandler: (any FieldLogHandler)?

    /// Maximum length in bytes of a target in the log.
    private static let maximumTarget = 512

    init(metrics: ServiceMetrics, logger: Logger) {
        (self.metrics, self.logger) = (metrics, logger)
        fieldHandler = logger.handler as? any FieldLogHandler
    }

    func connectionEnded(_ summary: ConnectionSummary) { metrics.countConnection(summary.end) }

    func connectionRefused(_ refusal: ConnectionRefusal) { metrics.count(.connection(refusal)) }

    func acceptFailed(errno: Int32) { metrics.countAcceptFailure() }

    func received(bytes: Int) { metrics.countReceived(bytes) }

    func sent(bytes: Int) { metrics.countSent(bytes) }

    func requestFailed(_ failure: HTTPFailure) { metrics.count(failure.name) }

    func requestEnded(_ summary: RequestSummary) {
        let record = summary.attachment as? RequestRecord
        let notes = record?.learned
        let status = Self.status(summary, notes)
        metrics.countRequest(summary, route: record?.routeName ?? RouteName.none, status: status)
        if let cache = notes?.cache { metrics.count(cache) }
        if let reason = notes?.rejection { metrics.count(reason) }
        let level = level(status, record: record, notes: notes)
        guard level >= logger.logLevel else { return }
        let (message, fields) = line(summary, status: status, record: record, notes: notes)
        if let fieldHandler { return fieldHandler.log(level, message: message, fields: fields) }
        let metadata = fields.map { ($0.name, $0.metadata) }
        logger.log(level: level, "\(message)", metadata: Logger.Metadata(metadata) { $1 })
    }

    /// Status for log and metrics; of a problem shown as an image, the problem's status instead of the image's. `nil`
    /// if the client left before its response.
    private static func status(_ summary: RequestSummary, _ notes: RequestRecord.Notes?) -> Int? {
        summary.status.map { notes?.problemStatus ?? $0.code }
    }

    private func level(_ status: Int?, record: RequestRecord?, notes: RequestRecord.Notes?) -> Logger.Level {
        if status == 500 { return .error }
        if notes?.error != nil { return .warning }
        return record?.isRoutine == true && status.map { (200...299).contains($0) } == true ? .debug : .info
    }

    /// The log line of a request: the message, and the fields sorted by name.
    private func line(
        _ summary: RequestSummary,
        status: Int?,
        record: RequestRecord?,
        notes: RequestRecord.Notes?
    ) -> (message: String, fields: [LogField]) {
        // The parser has verified that method and target are visible ASCII.
        let method = summary.request?.method.rawValue ?? "?"
        let target = Self.withoutSecrets(summary.request?.path ?? "?")
        let sent = summary.status.map { "\($0.code)" } ?? "cancelled"
        var fields: [LogField] = []
        fields.reserveCapacity(24)
        func add(_ name: String, _ text: String?) {
            if let text { fields.append(LogField(name, .text(text))) }
        }
        func add(_ name: String, count: Int?) {
            if let count { fields.append(LogField(name, .whole(count))) }
        }
        func add(_ name: String, _ time: Duration?) {
            if let time { fields.append(LogField(name, .number(time.milliseconds))) }
        }
        let times = notes?.times
        func elapsed(_ stage: StageTimes.Stage) -> Duration? { times.map { .nanoseconds($0[stage].elapsed) } }
        add("bytes", count: summary.responseBytes)
        add("cache", notes?.cache?.rawValue)
        add("client", summary.remoteAddress)
        add("cpu_ms", times.map { .nanoseconds($0.processor) })
        add("effect", notes?.effect)
        add("encode_ms", elapsed(.encoding))
        add("error", notes?.error)
        add("form", notes?.form)
        add("frames", count: times?.frameCount)
        add("id", record?.id)
        add("method", method)
        add("ms", summary.duration)
        add("outcome", Self.outcome(summary, status: status, notes: notes))
        add("path", target)
        add("problem", notes?.problem)
        add("raster_ms", elapsed(.raster))
        add("route", record?.routeName.rawValue)
        add("sim_ms", elapsed(.simulation))
        add("status", count: summary.status?.code)
        add("trace_id", record?.traceID)
        add("wait_ms", notes?.wait)
        return ("\(method) \(target) \(sent)", fields)
    }

    /// The outcome of a request, as one word.
    private static func outcome(_ summary: RequestSummary, status: Int?, notes: RequestRecord.Notes?) -> String {
        guard let status else { return "cancelled" }
        guard summary.isComplete else { return notes?.error == nil ? "cancelled" : "broken" }
        switch status {
        case 503 where notes?.problem == Problem.Kind.renderTimeout.rawValue: return "timeout"
        case 503, 429: return "busy"
        case 500...: return "failed"
        case 400...: return "refused"
        default: return "ok"
        }
    }

    /// Truncates a target and removes its signature: readers of the log must not be able to use signed URLs.
    private static func withoutSecrets(_ target: String) -> String {
        let target = target.utf8.count > maximumTarget ? String(target.prefix(maximumTarget)) : target
        guard isSigned(target) else { return target }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return target }
        let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { part in
            beginsSignature(part.utf8.span) ? "sig=-" : part
        }
        return "\(parts[0])?\(query.joined(separator: "&"))"
    }

    /// Whether the target contains a signature. Scans bytes, since `String.contains` would take longer than the rest of
    /// the log line.
    private static func isSigned(_ target: String) -> Bool {
        let bytes = target.utf8.span
        return (0..<bytes.count).contains { place in
            (bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "?"))
                && beginsSignature(bytes.extracting((place + 1)...))
        }
    }

    /// Whether the bytes start with the signature parameter, percent-encoded or not, as the access gate reads it.
    private static func beginsSignature(_ bytes: Span<UInt8>) -> Bool {
        func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }
        var place = 0
        for letter in URLSignature.parameter.utf8 {
            if byte(place) == letter {
                place += 1
            } else if byte(place) == UInt8(ascii: "%"), QueryText.decoded(byte(place + 1), byte(place + 2)) == letter {
                place += 3
            } else {
                return false
            }
        }
        return byte(place) == UInt8(ascii: "=")
    }
}
