internal import EffectModel
internal import SmallHTTP

/// How work is queued, and how an effect becomes an answer.
extension EffectHandler {
    /// Queues work whose time runs from now on: who has waited too long is told so, not served late.
    func submit(_ answer: Answer, _ work: @escaping @Sendable (ContinuousClock.Instant) throws -> Void) {
        let start = ContinuousClock.now
        let deadline = start + renderTimeout
        do {
            try pool.submit {
                let wait = ContinuousClock.now - start
                metrics.countWait(wait)
                answer.record.note { $0.wait = wait }
                do {
                    guard ContinuousClock.now < deadline else { throw RenderPool.Busy.waitedTooLong }
                    try work(deadline)
                } catch {
                    answer.fail(error)
                }
            }
        } catch {
            answer.fail(error)
        }
    }

    /// All frames.
    func render(
        _ spec: EffectSpec,
        as type: MediaType,
        _ delivery: Delivery,
        _ deadline: ContinuousClock.Instant
    ) throws {
        if delivery.isCancelled { throw RenderError.cancelled }
        if type == .json {
            guard let place = streams.take() else { throw RenderPool.Busy.tooManyStreams }
            let dump = try renderer.frameDump(of: spec)
            let record = renderRecord(delivery, type.format.rawValue)
            let source = try FrameDumpSource(dump, delivery.answer.coding, pool: pool, place: place, record)
            return delivery.answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        }
        let form = type.format.rawValue
        if let maximum = spec.output.maxBytes {
            return try render(form, type, delivery, deadline) { watch in
                let fitted = try renderer.renderAnimation(spec, within: maximum, watch: watch)
                return (fitted.bytes, fitted.traded)
            }
        }
        // A WebP begins with its length.
        guard spec.timing.frameCount > 1, type != .webp, let place = animations.take() else {
            return try render(form, type, delivery, deadline) { watch in
                var bytes: [UInt8] = []
                try renderer.renderAnimation(spec, watch: watch) { bytes += $0 }
                return (bytes, nil)
            }
        }
        let record = renderRecord(delivery, form)
        let watch = RenderWatch(deadline: deadline, times: record.times) { delivery.isCancelled }
        let animation = try ended(record) {
            try SharedAnimation(
                Animation(spec, pool: pool, watch),
                pool: pool,
                place: place,
                SharedAnimation.Limits(
                    maximumBytes: limits.maximumOutputBytes,
                    maximumKeptBytes: delivery.tag == nil ? 0 : cache.maximumEntryBytes,
                    timeout: renderTimeout
                ),
                watch,
                record
            ) { animation, bytes in
                delivery.close(animation, bytes, type: type.name)
            }
        }
        delivery.stream(animation, type: type.name)
    }

    /// What does not move.
    func render(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        as type: MediaType = .png,
        _ delivery: Delivery,
        _ deadline: ContinuousClock.Instant
    ) throws {
        try render(snapshot.form, type, delivery, deadline) { watch in
            if let maximum = spec.output.maxBytes {
                let fitted = try renderer.renderSnapshot(snapshot, of: spec, within: maximum, watch: watch)
                return (fitted.bytes, fitted.traded)
            }
            return (try renderer.renderSnapshot(snapshot, of: spec, watch: watch), nil)
        }
    }

    /// What is sent when it is whole.
    private func render(
        _ form: String,
        _ type: MediaType,
        _ delivery: Delivery,
        _ deadline: ContinuousClock.Instant,
        _ make: (RenderWatch) throws -> (bytes: [UInt8], traded: String?)
    ) throws {
        let record = renderRecord(delivery, form)
        let watch = RenderWatch(deadline: deadline, times: record.times) { delivery.isCancelled }
        let made = try ended(record) { try make(watch) }
        record.end(.ok)
        delivery.send(made.bytes, type: type.name, traded: made.traded)
    }

    /// A failure is an end, too.
    private func ended<Result>(_ record: RenderRecord, _ work: () throws -> Result) throws -> Result {
        do { return try work() } catch {
            record.end(RenderOutcome(error))
            throw error
        }
    }

    private func renderRecord(_ delivery: Delivery, _ form: String) -> RenderRecord {
        let request = delivery.answer.record
        let record = RenderRecord(metrics, effect: request.learnt.effect, form: form)
        request.note { $0.times = record.times }
        return record
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
