internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import Synchronization

/// Facts about a request for its response, the log and the metrics. Lives from the request's head to the end of its
/// response. Thread-safe.
final class RequestRecord: Sendable {
    /// Use of the cache.
    enum Cache: String, Sendable, CaseIterable {
        /// The bytes were cached.
        case hit
        /// The bytes had to be rendered.
        case miss
        /// The request joined a render in flight.
        case coalesced
        /// The client has the bytes already.
        case notModified = "not_modified"
    }

    /// Facts found while the request is handled.
    struct Notes: Sendable {
        /// Name of the preset, or `spec`; from a closed set.
        var effect: String?
        /// Name of the output form; from a closed set.
        var form: String?
        var cache: Cache?
        /// Kind of the problem, if the request failed; from a closed set.
        var problem: String?
        /// Status of the problem if it is shown as an image, which is sent with another status.
        var problemStatus: Int?
        /// The exceeded limit.
        var rejection: Rejection?
        /// Internal error message, for the log only.
        var error: String?
        /// Time between queueing the render and its start.
        var wait: Duration?
        var times: StageTimes?
    }

    let id: String
    let traceID: String?
    /// The destination by the head.
    let routing: Routing
    let routeName: RouteName
    /// Whether machines poll the route every few seconds, so that successful requests are logged at `debug`.
    let isRoutine: Bool
    private let notes: Mutex<Notes>

    init(_ head: HTTPRequest, _ routing: Routing) {
        id = RequestID.of(head.headerFields)
        traceID = TraceContext.traceID(head.headerFields)
        self.routing = routing
        if let known = routing.known {
            (routeName, isRoutine) = (known.request.route, false)
            notes = Mutex(Notes(effect: known.request.effect, form: known.request.form))
        } else {
            routeName = routing.route?.name ?? (head.path == "*" ? .options : RouteName.none)
            isRoutine = routing.route?.isRoutine ?? false
            notes = Mutex(Notes(effect: routing.route?.effectName, form: routing.route?.formName))
        }
    }

    /// A record of a message without a head.
    init() {
        id = RequestID.next()
        (traceID, routing) = (nil, Routing(nil))
        (routeName, isRoutine) = (.none, false)
        notes = Mutex(Notes())
    }

    var learned: Notes { notes.withLock { $0 } }

    func note(_ edit: (inout Notes) -> Void) { notes.withLock { edit(&$0) } }

    /// Value of `Server-Timing`, for a browser's developer tools.
    ///
    /// - Source: W3C Server Timing, §4.
    var serverTiming: String? {
        let notes = learned
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
    /// Fractional milliseconds, with a resolution of one microsecond.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) / 1000
    }
}
