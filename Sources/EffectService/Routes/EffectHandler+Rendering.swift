internal import EffectModel
internal import HTTPTypes
internal import SmallHTTP

/// How work is queued, and how an effect becomes an answer.
extension EffectHandler {
    /// Queues the reading of a request, whose time runs from now on: who has waited too long is told so, not served late.
    ///
    /// Reading has threads of its own, so that a request that is wrong, or whose answer is there already, never waits for a render.
    ///
    /// - Parameter body: Its body.
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

    /// About what a request takes beside its target and its body.
    private static var bytesOfRequest: Int { 1024 }

    /// Queues a render. Its place is free again as soon as nobody waits for it.
    ///
    /// - Parameters:
    ///   - price: What it is predicted to take.
    ///   - held: Bytes that it holds while it waits.
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
        // Who left just before it was in the queue.
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

    /// All frames.
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
            // A WebP begins with its length.
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

    /// Frames as data. Each has a place from the start: it is sent as it is made, whatever its length.
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
            // No piece is made yet.
            return charge.part(0)
        }
    }

    /// What does not move.
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

    /// What is sent when it is whole.
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
    /// For the metrics.
    fileprivate var form: String {
        switch self {
        case .best, .frame: "still"
        case .times(let times): times.count == 1 ? "still" : "strip"
        case .sheet: "sheet"
        }
    }
}

extension RenderKind {
    /// What makes an animation of a type.
    fileprivate init(_ type: MediaType) {
        switch type {
        case .png, .apng: self = .apng
        case .webp: self = .webp
        case .gif: self = .gif
        case .json, .ndjson: self = .dump
        }
    }
}
