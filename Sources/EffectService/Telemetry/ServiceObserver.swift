internal import HTTPTypes
internal import Logging
internal import SmallHTTP

/// Turns what happens at the connections into metrics, and each request into a line of the log.
struct ServiceObserver: ServerObserver {
    let metrics: ServiceMetrics
    let logger: Logger

    /// Of a target that goes into the log.
    private static let maximumTarget = 512

    func connectionEnded(_ summary: ConnectionSummary) { metrics.countConnection(summary.end) }

    func connectionRefused(_ refusal: ConnectionRefusal) { metrics.count(.connection(refusal)) }

    func acceptFailed(errno: Int32) { metrics.countAcceptFailure() }

    func received(bytes: Int) { metrics.countReceived(bytes) }

    func sent(bytes: Int) { metrics.countSent(bytes) }

    func requestFailed(_ failure: HTTPFailure) { metrics.count(failure.name) }

    func requestEnded(_ summary: RequestSummary) {
        let record = summary.attachment as? RequestRecord
        let notes = record?.learnt
        let status = Self.status(summary, notes)
        metrics.countRequest(summary, route: record?.routeName ?? RouteName.none, status: status)
        if let cache = notes?.cache { metrics.count(cache) }
        if let reason = notes?.rejection { metrics.count(reason) }
        let level = level(status, record, notes)
        guard level >= logger.logLevel else { return }
        let line = line(summary, status, record, notes)
        logger.log(level: level, "\(line.message)", metadata: line.metadata)
    }

    /// What became of a request: of an error that is shown as a picture, its own status and not the picture's. `nil` if the client
    /// left before its answer.
    private static func status(_ summary: RequestSummary, _ notes: RequestRecord.Notes?) -> Int? {
        summary.status.map { notes?.problemStatus ?? $0.code }
    }

    private func level(_ status: Int?, _ record: RequestRecord?, _ notes: RequestRecord.Notes?) -> Logger.Level {
        if status == 500 { return .error }
        if notes?.error != nil { return .warning }
        return record?.isRoutine == true && status.map { (200...299).contains($0) } == true ? .debug : .info
    }

    private func line(
        _ summary: RequestSummary,
        _ status: Int?,
        _ record: RequestRecord?,
        _ notes: RequestRecord.Notes?
    ) -> (message: String, metadata: Logger.Metadata) {
        // Visible ASCII: it has been checked.
        let method = summary.request?.method.rawValue ?? "?"
        let target = Self.withoutSecrets(summary.request?.path ?? "?")
        let outcome = Self.outcome(summary, status, notes)
        let sent = summary.status.map { "\($0.code)" } ?? "cancelled"
        var metadata: Logger.Metadata = [
            "method": .string(method),
            "path": .string(target),
            "outcome": .string(outcome),
            "client": .string(summary.remoteAddress),
            "bytes": .stringConvertible(summary.responseBytes),
            "ms": .stringConvertible(summary.duration.milliseconds),
        ]
        if let status = summary.status { metadata["status"] = .stringConvertible(status.code) }
        if let record {
            metadata["id"] = .string(record.id)
            metadata["route"] = .string(record.routeName.rawValue)
            if let trace = record.traceID { metadata["trace_id"] = .string(trace) }
        }
        if let notes { add(notes, to: &metadata) }
        return ("\(method) \(target) \(sent)", metadata)
    }

    private func add(_ notes: RequestRecord.Notes, to metadata: inout Logger.Metadata) {
        metadata["effect"] = notes.effect.map { .string($0) }
        metadata["form"] = notes.form.map { .string($0) }
        metadata["cache"] = notes.cache.map { .string($0.rawValue) }
        metadata["problem"] = notes.problem.map { .string($0) }
        metadata["error"] = notes.error.map { .string($0) }
        metadata["wait_ms"] = notes.wait.map { .stringConvertible($0.milliseconds) }
        guard let times = notes.times else { return }
        metadata["frames"] = .stringConvertible(times.frameCount)
        for stage in StageTimes.Stage.allCases {
            metadata["\(stage.rawValue)_ms"] = .stringConvertible(Duration.nanoseconds(times[stage]).milliseconds)
        }
    }

    /// In one word.
    private static func outcome(_ summary: RequestSummary, _ status: Int?, _ notes: RequestRecord.Notes?) -> String {
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

    /// Who has a signature may ask for the picture: it is not for everybody who reads logs.
    private static func withoutSecrets(_ target: String) -> String {
        let target = target.utf8.count > maximumTarget ? String(target.prefix(maximumTarget)) : target
        guard isSigned(target) else { return target }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return target }
        let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { part in
            var pair = String(part)
            return pair.withUTF8 { beginsSignature($0[...]) } ? "sig=-" : part
        }
        return "\(parts[0])?\(query.joined(separator: "&"))"
    }

    /// Looks at bytes: for each request `contains` takes longer than all the rest of its line.
    private static func isSigned(_ target: String) -> Bool {
        var target = target
        return target.withUTF8 { bytes in
            bytes.indices.contains { place in
                (bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "?"))
                    && beginsSignature(bytes[(place + 1)...])
            }
        }
    }

    /// Whether this is the parameter of that name, as the gate reads it: percent-encoded, it is the same one.
    private static func beginsSignature(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = bytes
        for letter in URLSignature.parameter.utf8 {
            guard let byte = rest.popFirst() else { return false }
            if byte == letter { continue }
            guard byte == UInt8(ascii: "%"), RequestTarget.decoded(rest.popFirst(), rest.popFirst()) == letter else {
                return false
            }
        }
        return rest.first == UInt8(ascii: "=")
    }
}
