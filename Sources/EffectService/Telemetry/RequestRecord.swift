internal import HTTPTypes
internal import SmallHTTP
import Synchronization

/// What is known about a request beside its message: for its answer, the log and the metrics. Lives from its head to the end of its answer, and is
/// written to by whoever works on it.
final class RequestRecord: Sendable {
    /// How the cache was of use.
    enum Cache: String, Sendable, CaseIterable {
        /// The bytes were there.
        case hit
        /// They had to be made.
        case miss
        /// Somebody had them made already.
        case coalesced
        /// The client has them.
        case notModified = "not_modified"
    }

    /// What was learnt on the way.
    struct Notes: Sendable {
        /// A preset's name, or `spec`; from a closed set.
        var effect: String?
        /// What was made of it; from a closed set.
        var form: String?
        var cache: Cache?
        /// Why there is no effect; from a closed set.
        var problem: String?
        /// That problem's own status, where it is shown as a picture, which goes out with another.
        var problemStatus: Int?
        /// Which limit it met.
        var rejection: Rejection?
        /// What went wrong, for the log alone.
        var error: String?
        /// Between asking for a thread and having it.
        var wait: Duration?
        var times: StageTimes?
    }

    let id: String
    let traceID: String?
    /// Taken apart once; `nil` if it is not valid, or need not be known.
    let target: RequestTarget?
    let route: Route?
    let routeName: RouteName
    /// The answer, where it was found by the target as it came.
    let known: AnswerCache.Known?
    /// Asked for every few seconds by machines: worth a line to nobody.
    let isRoutine: Bool
    private let notes: Mutex<Notes>

    init(_ head: HTTPRequest, target: RequestTarget?, route: Route?) {
        id = RequestID.of(head.headerFields)
        traceID = TraceContext.traceID(head.headerFields)
        (self.target, self.route) = (target, route)
        routeName = route?.name ?? (head.path == "*" ? .options : RouteName.none)
        isRoutine = route?.isRoutine ?? false
        known = nil
        notes = Mutex(Notes(effect: route?.effectName, form: route?.formName))
    }

    /// Of a request whose answer is there.
    init(_ head: HTTPRequest, known: AnswerCache.Known) {
        id = RequestID.of(head.headerFields)
        traceID = TraceContext.traceID(head.headerFields)
        (target, route) = (nil, nil)
        routeName = known.request.route
        isRoutine = false
        self.known = known
        notes = Mutex(Notes(effect: known.request.effect, form: known.request.form))
    }

    /// Of a message that had no head.
    init() {
        id = RequestID.next()
        (traceID, target, route, known) = (nil, nil, nil, nil)
        (routeName, isRoutine) = (.none, false)
        notes = Mutex(Notes())
    }

    /// Of a request that nobody has looked at yet.
    convenience init(of head: HTTPRequest) {
        let target = head.path.flatMap(RequestTarget.init)
        self.init(head, target: target, route: target.flatMap { Route($0.segments) })
    }

    var learnt: Notes { notes.withLock { $0 } }

    func note(_ edit: (inout Notes) -> Void) { notes.withLock { edit(&$0) } }

    /// Where the time went, for a browser's tools.
    ///
    /// - Source: W3C Server Timing, §4.
    var serverTiming: String? {
        let notes = learnt
        var parts: [String] = []
        if let cache = notes.cache { parts.append("cache;desc=\(cache.rawValue)") }
        if let wait = notes.wait { parts.append("wait;dur=\(wait.milliseconds)") }
        if let times = notes.times {
            for stage in StageTimes.Stage.allCases where times[stage].elapsed > 0 {
                parts.append("\(stage.rawValue);dur=\(Duration.nanoseconds(times[stage].elapsed).milliseconds)")
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension Duration {
    /// To the microsecond.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) / 1000
    }
}
