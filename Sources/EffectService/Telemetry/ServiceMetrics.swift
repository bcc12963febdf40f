internal import CoreMetrics
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import Synchronization

/// Counters and timers of the service. Label values come from closed sets only.
final class ServiceMetrics: Sendable {
    private struct RequestKey: Hashable {
        let route: RouteName
        let method: String
        let status: Int
    }

    private struct RequestSeries {
        let requests: Counter
        let duration: Timer
    }

    private struct RenderKey: Hashable {
        let effect: String
        let form: String
        let outcome: RenderOutcome
    }

    private let factory: any MetricsFactory
    private let requests = Mutex<[RequestKey: RequestSeries]>([:])
    private let renders = Mutex<[RenderKey: Counter]>([:])
    private let responseBytes: [RouteName: Counter]
    private let rejections: [Rejection: Counter]
    private let parseErrors: [HTTPFailure.Name: Counter]
    private let connectionEnds: [ConnectionEnd: Counter]
    private let cacheRequests: [RequestRecord.Cache: Counter]
    private let stages: [(stage: StageTimes.Stage, elapsed: Timer, processor: Timer)]
    private let unstaged: Timer
    private let frames: Counter
    private let cancelled: Counter
    private let queueWait: Timer
    private let acceptFailures: Counter
    private let receivedBytes: Counter
    private let sentBytes: Counter
    let gauges: ServiceGauges

    init(_ factory: any MetricsFactory) {
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: name, dimensions: dimensions, factory: factory)
        }
        func counters<Key: Hashable & CaseIterable & RawRepresentable<String>>(_ name: String, by label: String)
            -> [Key: Counter]
        {
            let pairs = Key.allCases.map { ($0, counter(name, [(label, $0.rawValue)])) }
            return Dictionary(pairs) { first, _ in first }
        }
        // All series of small label sets exist from the start: a rate needs two samples, and would miss the first
        // event.
        self.factory = factory
        responseBytes = counters("hanabi_http_response_bytes_total", by: "route")
        parseErrors = counters("hanabi_parse_errors_total", by: "reason")
        let refusals = Rejection.allCases.map { ($0, counter("hanabi_rejected_total", [("reason", $0.name)])) }
        rejections = Dictionary(refusals) { first, _ in first }
        connectionEnds = counters("hanabi_connections_closed_total", by: "reason")
        cacheRequests = counters("hanabi_cache_requests_total", by: "result")
        stages = StageTimes.Stage.allCases.map { stage in
            func timer(_ name: String) -> Timer {
                Timer(label: name, dimensions: [("stage", stage.rawValue)], factory: factory)
            }
            return (stage, timer("hanabi_render_duration_seconds"), timer("hanabi_render_cpu_seconds"))
        }
        unstaged = Timer(label: "hanabi_render_cpu_seconds", dimensions: [("stage", "other")], factory: factory)
        frames = counter("hanabi_render_frames_total")
        cancelled = counter("hanabi_cancelled_renders_total")
        queueWait = Timer(label: "hanabi_queue_wait_seconds", dimensions: [], factory: factory)
        acceptFailures = counter("hanabi_accept_failures_total")
        receivedBytes = counter("hanabi_received_bytes_total")
        sentBytes = counter("hanabi_sent_bytes_total")
        gauges = ServiceGauges(factory)
    }

    // MARK: Requests

    /// Counts a request that was answered, or whose client has left.
    ///
    /// - Parameter status: Status of the response; `nil` if the client left first.
    func countRequest(_ summary: RequestSummary, route: RouteName, status: Int?) {
        // By convention since nginx, 499 stands for a client that left before its response.
        let key = RequestKey(
            route: route,
            method: Self.method(summary.request?.method.rawValue),
            status: status ?? 499
        )
        let series = requests.withLock { requests in
            if let known = requests[key] { return known }
            let made = makeSeries(key)
            requests[key] = made
            return made
        }
        series.requests.increment()
        series.duration.recordNanoseconds(summary.duration.nanoseconds)
        responseBytes[route]?.increment(by: summary.responseBytes)
    }

    private func makeSeries(_ key: RequestKey) -> RequestSeries {
        let route = [("route", key.route.rawValue)]
        let dimensions = route + [("method", key.method), ("status", "\(key.status)")]
        return RequestSeries(
            requests: Counter(label: "hanabi_http_requests_total", dimensions: dimensions, factory: factory),
            duration: Timer(label: "hanabi_http_request_duration_seconds", dimensions: route, factory: factory)
        )
    }

    /// Label of a method. Unknown methods share one label, since clients can invent any number.
    private static func method(_ name: String?) -> String {
        switch name {
        case "GET": "GET"
        case "HEAD": "HEAD"
        case "POST": "POST"
        case "OPTIONS": "OPTIONS"
        case nil: "none"
        default: "other"
        }
    }

    func count(_ cache: RequestRecord.Cache) { cacheRequests[cache]?.increment() }

    /// Counts a refused request or connection.
    func count(_ rejection: Rejection) { rejections[rejection]?.increment() }

    /// Counts a malformed message.
    func count(_ failure: HTTPFailure.Name) { parseErrors[failure]?.increment() }

    // MARK: Connections

    func countConnection(_ end: ConnectionEnd) { connectionEnds[end]?.increment() }
    func countAcceptFailure() { acceptFailures.increment() }
    func countReceived(_ bytes: Int) { receivedBytes.increment(by: bytes) }
    func countSent(_ bytes: Int) { sentBytes.increment(by: bytes) }

    // MARK: Renders

    /// Counts a finished render. Times are recorded for successful renders only.
    func countRender(effect: String, form: String, _ outcome: RenderOutcome, _ times: StageTimes) {
        let key = RenderKey(effect: effect, form: form, outcome: outcome)
        renders.withLock { renders in
            let dimensions = [("effect", effect), ("format", form), ("outcome", outcome.rawValue)]
            let counter =
                renders[key] ?? Counter(label: "hanabi_renders_total", dimensions: dimensions, factory: factory)
            renders[key] = counter
            counter.increment()
        }
        if outcome == .cancelled { cancelled.increment() }
        frames.increment(by: times.frameCount)
        guard outcome == .ok else { return }
        for (stage, elapsed, processor) in stages {
            let spent = times[stage]
            elapsed.recordNanoseconds(spent.elapsed)
            processor.recordNanoseconds(spent.processor)
        }
        unstaged.recordNanoseconds(times.unstaged)
    }

    /// Records the time a render spent in the queue.
    func countWait(_ wait: Duration) { queueWait.recordNanoseconds(wait.nanoseconds) }
}

/// The outcome of a render.
enum RenderOutcome: String, Sendable, CaseIterable {
    case ok
    case cancelled
    case timeout
    case tooLarge = "too_large"
    case failed

    init(_ error: any Error) {
        switch error {
        case RenderError.cancelled, is CancellationError: self = .cancelled
        case RenderError.outOfTime: self = .timeout
        case RenderError.outputTooLarge, RenderError.budgetTooSmall, RenderError.stickerTooLarge,
            RenderError.tooManyItems,
            RenderError.notAVector, RenderError.tooManyPieces:
            self = .tooLarge
        default: self = .failed
        }
    }
}

extension Duration {
    /// Whole nanoseconds, `Int64.max` on overflow.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongInAll) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong || isTooLongInAll ? .max : sum
    }
}
