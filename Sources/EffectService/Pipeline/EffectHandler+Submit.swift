internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
internal import WorkScheduling

/// Queueing of parsing and rendering, and the path from an effect to its response.
extension EffectHandler {
    /// Queues the parsing of a request. Its time limit starts now: a request that waits too long is refused, not served
    /// late.
    ///
    /// Parsing has threads of its own, so that invalid requests and cache hits never wait for a render.
    ///
    /// - Parameter body: Body of the request.
    func submit(
        _ answer: ResponseWriter,
        body: [UInt8] = [],
        work: @escaping @Sendable (ContinuousClock.Instant) throws -> Void
    ) {
        let deadline = ContinuousClock.now + renderTimeout
        let ticket = WorkerPool.Ticket(answer.caller)
        let bytes = Self.bytesOfRequest + (answer.head.path?.utf8.count ?? 0) + body.count
        let job = Job(ticket, kind: .reading, work: Double(bytes), bytes: bytes, deadline: deadline) {
            answer.fail($0)
        } run: { _ in
            do {
                if answer.exchange.isCancelled { throw RenderError.cancelled }
                try work(deadline)
            } catch {
                answer.fail(error)
            }
            return .whole
        }
        answer.exchange.onCancel { [reading] in reading.cancel(ticket) }
        do { try reading.submit(job) } catch { answer.fail(error) }
    }

    /// Estimated bytes a queued request takes in addition to its target and body.
    private static var bytesOfRequest: Int { 1024 }
}
