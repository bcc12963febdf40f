internal import EffectModel
internal import HTTPTypes
internal import SmallHTTP

/// Queueing of parsing and rendering, and the path from an effect to its response.
extension EffectHandler {
    /// Queues the parsing of a request. Its time limit starts now: a request that waits too long is refused, not served
    /// late.
    ///
    /// Parsing has threads of its own, so that invalid requests and cache hits never wait for a render.
    ///
    /// - Parameter body: Body of the request.
    func submit(
        _ answer: Answer,
        _ body: [UInt8] = [],
        _ work: @escaping @Sendable (ContinuousClock.Instant) throws -> Void
    ) {
        let deadline = ContinuousClock.now + renderTimeout
        let ticket = RenderPool.Ticket(answer.caller)
        let bytes = Self.bytesOfRequest + (answer.head.path?.utf8.count ?? 0) + body.count
        let job = RenderJob(ticket, kind: .reading, work: Double(bytes), bytes: bytes, deadline: deadline) {
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

    /// Queues a render. The queue slot is released as soon as no client waits for the result.
    ///
    /// - Parameters:
    ///   - price: Predicted cost.
    ///   - held: Bytes held while queued.
    private func queue(
        _ delivery: Delivery,
        _ kind: RenderKind,
        _ form: String,
        _ price: RenderPrice,
        held: Int,
        _ deadline: ContinuousClock.Instant,
        _ make: @escaping @Sendable (RenderRecord) throws -> RenderJob.Outcome
    ) {
        let times = StageTimes()
        let job = RenderJob(
            delivery.ticket,
            kind: kind,
            work: price.work,
            pixels: price.pixels,
            bytes: held,
            deadline: deadline,
            times: times
        ) {
            delivery.fail($0)
        } run: { waited in
            let record = beginRender(delivery, form, times, waited: waited)
            do {
                if delivery.isCancelled { throw RenderError.cancelled }
                return try make(record)
            } catch {
                record.end(RenderOutcome(error))
                delivery.fail(error)
                return .brokenOff
            }
        }
        if delivery.flight == nil {
            delivery.answer.exchange.onCancel { [pool] in pool.cancel(job.ticket) }
        }
        do { try pool.submit(job) } catch { return delivery.fail(error) }
        // The client may have left just before the job was in the queue.
        if delivery.isCancelled { pool.cancel(job.ticket) }
    }

    private func beginRender(
        _ delivery: Delivery,
        _ form: String,
        _ times: StageTimes,
        waited: Duration
    ) -> RenderRecord {
        metrics.countWait(waited)
        let request = delivery.answer.record
        let record = RenderRecord(metrics, effect: request.learnt.effect, form: form, times)
        request.note { notes in
            notes.wait = waited
            notes.times = record.times
        }
        return record
    }

    /// Queues the render of all frames.
    func render(
        _ spec: EffectSpec,
        as type: MediaType,
        _ price: RenderPrice,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) throws {
        if type.isData { return try dump(spec, as: type, price, delivery, held: held, deadline) }
        let form = type.format.rawValue
        if let maximum = spec.output.maxBytes {
            return queue(delivery, .fitted, form, price, held: held, deadline) { record in
                try whole(type, delivery, record, deadline) { watch in
                    let fitted = try renderer.renderAnimation(spec, within: maximum, watch: watch)
                    return (fitted.bytes, fitted.traded)
                }
            }
        }
        queue(delivery, RenderKind(type), form, price, held: held, deadline) { record in
            // A WebP begins with its length, so it cannot be streamed.
            guard spec.timing.frameCount > 1, type != .webp, let place = animations.take(for: delivery.ticket.caller)
            else {
                return try whole(type, delivery, record, deadline) { watch in
                    var bytes: [UInt8] = []
                    try renderer.renderAnimation(spec, watch: watch) { bytes += $0 }
                    return (bytes, nil)
                }
            }
            let watch = RenderWatch(deadline: deadline, times: record.times) { delivery.isCancelled }
            let ticket = RenderPool.Ticket(delivery.ticket.caller)
            let charge = Charge(ticket: ticket, kind: RenderKind(type), price, record.times)
            let animation = try SharedAnimation(
                Animation(spec, pool: pool, watch),
                pool: pool,
                place: place,
                charge,
                SharedAnimation.Limits(
                    maximumBytes: limits.maximumOutputBytes,
                    maximumKeptBytes: delivery.flight == nil ? 0 : cache.maximumEntryBytes,
                    timeout: renderTimeout
                ),
                watch,
                record
            ) { animation, bytes in
                delivery.close(animation, bytes, type: type.name)
            }
            delivery.stream(animation, type: type.name)
            return charge.part(1 / Double(spec.timing.frameCount))
        }
    }

    /// Queues a frame dump. Each dump needs a stream slot from the start, since it is streamed whatever its length.
    private func dump(
        _ spec: EffectSpec,
        as type: MediaType,
        _ price: RenderPrice,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) throws {
        try renderer.checkDump(of: spec)
        let caller = delivery.ticket.caller
        guard let place = streams.take(for: caller) else {
            throw pool.busy(.tooManyStreams, found: Double(streams.taken), limit: Double(streams.count))
        }
        queue(delivery, .dump, type.format.rawValue, price, held: held, deadline) { record in
            let watch = RenderWatch(deadline: deadline, times: record.times) { delivery.isCancelled }
            let dump = try renderer.frameDump(of: spec, watch: watch)
            let charge = Charge(ticket: RenderPool.Ticket(caller), kind: .dump, price, record.times)
            let source = try FrameDumpSource(dump, delivery.answer.coding, pool: pool, place: place, charge, record)
            delivery.answer.stream(source, type: type.name, cache: .effect)
            // No piece has been made yet.
            return charge.part(0)
        }
    }

    /// Queues the render of a still image, a strip or a sheet.
    func render(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        as type: MediaType = .png,
        _ price: RenderPrice,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) {
        if let maximum = spec.output.maxBytes {
            return queue(delivery, .fitted, snapshot.form, price, held: held, deadline) { record in
                try whole(type, delivery, record, deadline) { watch in
                    let fitted = try renderer.renderSnapshot(snapshot, of: spec, within: maximum, watch: watch)
                    return (fitted.bytes, fitted.traded)
                }
            }
        }
        let kind: RenderKind = if case .sheet = snapshot { .sheet } else { .still }
        queue(delivery, kind, snapshot.form, price, held: held, deadline) { record in
            try whole(type, delivery, record, deadline) { watch in
                (try renderer.renderSnapshot(snapshot, of: spec, watch: watch), nil)
            }
        }
    }

    /// Renders a response that is sent as a whole.
    private func whole(
        _ type: MediaType,
        _ delivery: Delivery,
        _ record: RenderRecord,
        _ deadline: ContinuousClock.Instant,
        _ make: (RenderWatch) throws -> (bytes: [UInt8], traded: String?)
    ) throws -> RenderJob.Outcome {
        let made = try make(RenderWatch(deadline: deadline, times: record.times) { delivery.isCancelled })
        record.end(.ok)
        delivery.send(made.bytes, type: type.name, traded: made.traded)
        return .whole
    }
}

extension Snapshot {
    /// Name of the form in metrics.
    fileprivate var form: String {
        switch self {
        case .best, .frame: "still"
        case .times(let times): times.count == 1 ? "still" : "strip"
        case .sheet: "sheet"
        }
    }
}

extension RenderKind {
    /// The kind of work for an animation of the given type.
    fileprivate init(_ type: MediaType) {
        switch type {
        case .png, .apng: self = .apng
        case .webp: self = .webp
        case .gif: self = .gif
        case .json, .ndjson: self = .dump
        }
    }
}
