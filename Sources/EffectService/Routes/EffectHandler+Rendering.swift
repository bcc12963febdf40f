internal import EffectModel
internal import SmallHTTP

/// How work is queued, and how an effect becomes an answer.
extension EffectHandler {
    /// Queues work whose time runs from now on: who has waited too long is told so, not served late.
    func submit(_ answer: Answer, _ work: @escaping @Sendable (ContinuousClock.Instant) throws -> Void) {
        let deadline = ContinuousClock.now + renderTimeout
        do {
            try pool.submit {
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
        let isCancelled: @Sendable () -> Bool = { delivery.isCancelled }
        if isCancelled() { throw RenderError.cancelled }
        if type == .json {
            guard let place = streams.take() else { throw RenderPool.Busy.tooManyStreams }
            let dump = try renderer.frameDump(of: spec)
            let source = FrameDumpSource(dump, pool: pool, place: place, log: delivery.answer.log)
            return delivery.answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        }
        if let maximum = spec.output.maxBytes {
            let fitted = try renderer.renderAnimation(
                spec,
                within: maximum,
                deadline: deadline,
                isCancelled: isCancelled
            )
            return delivery.send(fitted.bytes, type: type.name, traded: fitted.traded)
        }
        // A WebP begins with its length.
        guard spec.timing.frameCount > 1, type != .webp, let place = animations.take() else {
            var bytes: [UInt8] = []
            try renderer.renderAnimation(spec, deadline: deadline, isCancelled: isCancelled) { bytes += $0 }
            return delivery.send(bytes, type: type.name)
        }
        let watch = RenderWatch(deadline: deadline, isCancelled: isCancelled)
        let animation = try SharedAnimation(
            Animation(spec, pool: pool, watch),
            pool: pool,
            place: place,
            SharedAnimation.Limits(
                maximumBytes: limits.maximumOutputBytes,
                maximumKeptBytes: delivery.tag == nil ? 0 : cache.maximumEntryBytes,
                timeout: renderTimeout
            ),
            watch
        ) { animation, bytes in
            delivery.close(animation, bytes, type: type.name)
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
        let isCancelled: @Sendable () -> Bool = { delivery.isCancelled }
        if let maximum = spec.output.maxBytes {
            let fitted = try renderer.renderSnapshot(
                snapshot,
                of: spec,
                within: maximum,
                deadline: deadline,
                isCancelled: isCancelled
            )
            return delivery.send(fitted.bytes, type: type.name, traded: fitted.traded)
        }
        let bytes = try renderer.renderSnapshot(snapshot, of: spec, deadline: deadline, isCancelled: isCancelled)
        delivery.send(bytes, type: type.name)
    }
}
