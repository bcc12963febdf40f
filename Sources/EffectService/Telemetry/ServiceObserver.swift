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

    func connectionRefused(_ refusal: ConnectionRefusal) { metrics.countRejection("connections_\(refusal.rawValue)") }

    func acceptFailed(errno: Int32) { metrics.countAcceptFailure() }

    func received(bytes: Int) { metrics.countReceived(bytes) }

    func sent(bytes: Int) { metrics.countSent(bytes) }

    func requestFailed(_ failure: HTTPFailure) { metrics.countParseError(failure.name) }

    func requestEnded(_ summary: RequestSummary) {
        let record = summary.attachment as? RequestRecord
        let notes = record?.learnt
        metrics.countRequest(summary, route: record?.routeName ?? "none")
        if let cache = notes?.cache { metrics.count(cache) }
        if let reason = notes?.rejection { metrics.countRejection(reason) }
        let level = level(summary, record, notes)
        guard level >= logger.logLevel else { return }
        let line = line(summary, record, notes)
        logger.log(level: level, "\(line.message)", metadata: line.metadata)
    }

    private func level(_ summary: RequestSummary, _ record: RequestRecord?, _ notes: RequestRecord.Notes?)
        -> Logger.Level
    {
        if summary.status == .internalServerError { return .error }
        if notes?.error != nil { return .warning }
        return record?.isRoutine == true && summary.status?.kind == .successful ? .debug : .info
    }

    private func line(
        _ summary: RequestSummary,
        _ record: RequestRecord?,
        _ notes: RequestRecord.Notes?
    ) -> (message: String, metadata: Logger.Metadata) {
        // Visible ASCII: it has been checked.
        let method = summary.request?.method.rawValue ?? "?"
        let target = Self.withoutSecrets(summary.request?.path ?? "?")
        let outcome = Self.outcome(summary, notes)
        let status = summary.status.map { "\($0.code)" } ?? "cancelled"
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
            metadata["route"] = .string(record.routeName)
            if let trace = record.traceID { metadata["trace_id"] = .string(trace) }
        }
        if let notes { add(notes, to: &metadata) }
        return ("\(method) \(target) \(status)", metadata)
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
    private static func outcome(_ summary: RequestSummary, _ notes: RequestRecord.Notes?) -> String {
        guard let status = summary.status else { return "cancelled" }
        guard summary.isComplete else { return notes?.error == nil ? "cancelled" : "broken" }
        switch status.code {
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
            part.hasPrefix("sig=") ? "sig=-" : part
        }
        return "\(parts[0])?\(query.joined(separator: "&"))"
    }

    /// Looks at bytes: for each request `contains` takes longer than all the rest of its line.
    private static func isSigned(_ target: String) -> Bool {
        var target = target
        return target.withUTF8 { bytes in
            bytes.count > 3
                && (3..<bytes.count).contains { place in
                    bytes[place] == UInt8(ascii: "=") && bytes[place - 1] == UInt8(ascii: "g")
                        && bytes[place - 2] == UInt8(ascii: "i") && bytes[place - 3] == UInt8(ascii: "s")
                }
        }
    }
}
