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

    func render(_ spec: EffectSpec, as type: MediaType, _ answer: Answer, _ deadline: ContinuousClock.Instant)
        throws
    {
        let exchange = answer.exchange
        if exchange.isCancelled { throw RenderError.cancelled }
        switch type {
        case .png, .apng, .gif, .webp:
            if let maximum = spec.output.maxBytes {
                let fitted = try renderer.renderAnimation(
                    spec,
                    within: maximum,
                    deadline: deadline,
                    isCancelled: { exchange.isCancelled }
                )
                return answer.send(
                    fitted.bytes,
                    type: type.name,
                    cache: ServiceFields.cacheable,
                    traded: fitted.traded
                )
            }
            // A WebP begins with its length.
            guard spec.timing.frameCount > 1, type != .webp, let place = animations.take() else {
                var bytes: [UInt8] = []
                try renderer.renderAnimation(spec, deadline: deadline, isCancelled: { exchange.isCancelled }) {
                    bytes += $0
                }
                return answer.send(bytes, type: type.name, cache: ServiceFields.cacheable)
            }
            let watch = RenderWatch(deadline: deadline) { exchange.isCancelled }
            let source = try AnimationSource(
                Animation(spec, pool: pool, watch),
                pool: pool,
                place: place,
                log: answer.log,
                maximumBytes: limits.maximumOutputBytes,
                timeout: renderTimeout,
                watch
            )
            answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        case .json:
            guard let place = streams.take() else { throw RenderPool.Busy.tooManyStreams }
            let source = FrameDumpSource(try renderer.frameDump(of: spec), pool: pool, place: place, log: answer.log)
            answer.stream(source, type: type.name, cache: ServiceFields.cacheable)
        }
    }

    func render(
        _ snapshot: Snapshot,
        of spec: EffectSpec,
        as type: MediaType = .png,
        _ answer: Answer,
        _ deadline: ContinuousClock.Instant
    ) throws {
        let exchange = answer.exchange
        if let maximum = spec.output.maxBytes {
            let fitted = try renderer.renderSnapshot(
                snapshot,
                of: spec,
                within: maximum,
                deadline: deadline,
                isCancelled: { exchange.isCancelled }
            )
            return answer.send(
                fitted.bytes,
                type: type.name,
                cache: ServiceFields.cacheable,
                traded: fitted.traded
            )
        }
        let bytes = try renderer.renderSnapshot(
            snapshot,
            of: spec,
            deadline: deadline,
            isCancelled: { exchange.isCancelled }
        )
        answer.send(bytes, type: type.name, cache: ServiceFields.cacheable)
    }
}
