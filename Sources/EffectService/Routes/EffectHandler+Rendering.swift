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
    ///   - cost: What it is predicted to take.
    ///   - held: Bytes that it holds while it waits.
    private func queue(
        _ delivery: Delivery,
        _ kind: RenderKind,
        _ cost: RenderCost,
        held: Int,
        _ deadline: ContinuousClock.Instant,
        _ make: @escaping @Sendable () throws -> RenderJob.Outcome
    ) {
        let job = RenderJob(
            delivery.ticket,
            kind: kind,
            work: cost.work,
            pixels: cost.pixels,
            bytes: held,
            deadline: deadline
        ) {
            delivery.fail($0)
        } run: { _ in
            do {
                if delivery.isCancelled { throw RenderError.cancelled }
                return try make()
            } catch {
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

    /// All frames.
    ///
    /// - Parameter held: Bytes that the spec holds.
    func render(
        _ spec: EffectSpec,
        as type: MediaType,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) throws {
        let cost = RenderCost(of: spec)
        if type == .json { return try dump(spec, cost, delivery, held: held, deadline) }
        let isCancelled: @Sendable () -> Bool = { delivery.isCancelled }
        if let maximum = spec.output.maxBytes {
            return queue(delivery, .fitted, cost, held: held, deadline) {
                let fitted = try renderer.renderAnimation(
                    spec,
                    within: maximum,
                    deadline: deadline,
                    isCancelled: isCancelled
                )
                delivery.send(fitted.bytes, type: type.name, traded: fitted.traded)
                return .whole
            }
        }
        queue(delivery, RenderKind(type), cost, held: held, deadline) {
            // A WebP begins with its length.
            guard spec.timing.frameCount > 1, type != .webp, let place = animations.take(for: delivery.ticket.caller)
            else {
                var bytes: [UInt8] = []
                try renderer.renderAnimation(spec, deadline: deadline, isCancelled: isCancelled) { bytes += $0 }
                delivery.send(bytes, type: type.name)
                return .whole
            }
            let watch = RenderWatch(deadline: deadline, isCancelled: isCancelled)
            let animation = try SharedAnimation(
                Animation(spec, pool: pool, watch),
                pool: pool,
                place: place,
                Charge(ticket: RenderPool.Ticket(delivery.ticket.caller), kind: RenderKind(type), cost),
                SharedAnimation.Limits(
                    maximumBytes: limits.maximumOutputBytes,
                    maximumKeptBytes: delivery.flight == nil ? 0 : cache.maximumEntryBytes,
                    timeout: renderTimeout
                ),
                watch
            ) { animation, bytes in
                delivery.close(animation, bytes, type: type.name)
            }
            delivery.stream(animation, type: type.name)
            return .part(cost.work / Double(spec.timing.frameCount))
        }
    }

    /// Frames as data. Each has a place from the start: it is sent as it is made, whatever its length.
    private func dump(
        _ spec: EffectSpec,
        _ cost: RenderCost,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) throws {
        try renderer.checkDump(of: spec)
        let caller = delivery.ticket.caller
        guard let place = streams.take(for: caller) else {
            throw pool.busy(.tooManyStreams, found: Double(streams.taken), limit: Double(streams.count))
        }
        queue(delivery, .dump, cost, held: held, deadline) {
            let dump = try renderer.frameDump(of: spec, deadline: deadline) { delivery.isCancelled }
            let charge = Charge(ticket: RenderPool.Ticket(caller), kind: .dump, cost)
            let source = FrameDumpSource(dump, pool: pool, place: place, charge, log: delivery.answer.log)
            delivery.answer.stream(source, type: MediaType.json.name, cache: ServiceFields.cacheable)
            return .part(cost.work / Double(dump.pieceCount))
        }
    }

    /// What does not move.
    func render(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        as type: MediaType = .png,
        _ delivery: Delivery,
        held: Int,
        _ deadline: ContinuousClock.Instant
    ) {
        let isCancelled: @Sendable () -> Bool = { delivery.isCancelled }
        let cost = snapshot.cost(of: spec)
        if let maximum = spec.output.maxBytes {
            return queue(delivery, .fitted, cost, held: held, deadline) {
                let fitted = try renderer.renderSnapshot(
                    snapshot,
                    of: spec,
                    within: maximum,
                    deadline: deadline,
                    isCancelled: isCancelled
                )
                delivery.send(fitted.bytes, type: type.name, traded: fitted.traded)
                return .whole
            }
        }
        let kind: RenderKind = if case .sheet = snapshot { .sheet } else { .still }
        queue(delivery, kind, cost, held: held, deadline) {
            let bytes = try renderer.renderSnapshot(snapshot, of: spec, deadline: deadline, isCancelled: isCancelled)
            delivery.send(bytes, type: type.name)
            return .whole
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
        case .json: self = .dump
        }
    }
}
