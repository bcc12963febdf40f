internal import Compression
internal import EffectCatalog
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
internal import WorkScheduling

extension EffectStep {
    /// Renders what nobody has yet, on the render pool.
    static let render = Self { handler, effect in
        let delivery = ResponseBroadcast(
            effect.writer,
            shared: effect.shared,
            coalescer: handler.coalescer,
            cache: handler.cache
        )
        do {
            let price = try effect.price(handler)
            try handler.render(
                effect.plan,
                price: price,
                delivery: delivery,
                held: effect.request.held,
                deadline: effect.deadline
            )
        } catch {
            delivery.fail(error)
        }
        return .done
    }
}

extension EffectHandler {
    /// Renders a plan in the way that suits its output: at once, streamed while it is made, or as a whole.
    func render(
        _ plan: RenderPlan,
        price: RenderPrice,
        delivery: ResponseBroadcast,
        held: Int,
        deadline: ContinuousClock.Instant
    ) throws {
        if case .text = plan.output {
            var bytes: [UInt8] = []
            try renderer.render(plan) { bytes += $0 }
            return delivery.send(bytes, type: plan.mediaType)
        }
        if plan.isDump { return try stream(dump: plan, price, delivery, held: held, deadline: deadline) }
        queue(plan, price: price, delivery: delivery, held: held, deadline: deadline) { record in
            let context = RenderContext(deadline: deadline, times: record.times) { delivery.isCancelled }
            if let outcome = try stream(animation: plan, price, delivery: delivery, context: context, record: record) {
                return outcome
            }
            var bytes: [UInt8] = []
            let reduced = try renderer.render(plan, watch: context) { bytes += $0 }
            if delivery.answer.coding == .gzip {
                // The last percent would take more time than a vector of formulas.
                let level = GzipStream.level(for: bytes.count, finest: GzipStream.fastLevel)
                bytes = try GzipStream.packed(bytes, level: level)
            }
            record.end(.ok)
            pool.settle(delivery.ticket)
            delivery.send(bytes, type: plan.mediaType, reduced: reduced)
            return .whole
        }
    }

    /// Streams an animation while it is rendered; `nil` if that is impossible or not worthwhile.
    private func stream(
        animation plan: RenderPlan,
        _ price: RenderPrice,
        delivery: ResponseBroadcast,
        context: RenderContext,
        record: RenderRecord
    ) throws -> Job.Outcome? {
        guard plan.isStreamed, let slot = animations.take(for: delivery.ticket.caller) else { return nil }
        let ticket = WorkerPool.Ticket(delivery.ticket.caller)
        let charge = StreamedWork(ticket: ticket, kind: plan.kind, price, record.times)
        let animation = try AnimationBroadcast(
            try renderer.session(for: plan.spec, context),
            pool: pool,
            workers: workers,
            slot: slot,
            charge: charge,
            limits: AnimationBroadcast.Limits(
                maximumKeptBytes: delivery.shared == nil ? 0 : cache.maximumEntryBytes,
                timeout: renderTimeout
            ),
            watch: context,
            render: record
        ) { animation, bytes in
            delivery.close(animation, bytes, type: plan.mediaType)
        } onWhole: { size in
            delivery.note(size: size)
        }
        delivery.stream(animation, type: plan.mediaType)
        return charge.part(1 / Double(plan.spec.timing.frameCount))
    }

    /// Queues a frame dump. Each dump needs a stream slot from the start, since it is streamed whatever its length.
    private func stream(
        dump plan: RenderPlan,
        _ price: RenderPrice,
        _ delivery: ResponseBroadcast,
        held: Int,
        deadline: ContinuousClock.Instant
    ) throws {
        try renderer.checkDump(of: plan.spec)
        let caller = delivery.ticket.caller
        guard let slot = streams.take(for: caller) else {
            throw pool.busy(.tooManyStreams, found: Double(streams.taken), limit: Double(streams.count))
        }
        queue(plan, price: price, delivery: delivery, held: held, deadline: deadline) { record in
            let context = RenderContext(deadline: deadline, times: record.times) { delivery.isCancelled }
            let dump = try renderer.frameDump(of: plan.spec, watch: context)
            let charge = StreamedWork(ticket: WorkerPool.Ticket(caller), kind: plan.kind, price, record.times)
            let source = try FrameDumpSource(
                dump,
                coding: delivery.answer.coding,
                pool: pool,
                slot: slot,
                charge: charge,
                render: record
            )
            delivery.answer.stream(source, type: plan.mediaType, cache: .effect)
            // No piece is rendered yet.
            return charge.part(0)
        }
    }

    /// Queues a render. The queue slot is released as soon as no client waits for the result.
    ///
    /// - Parameters:
    ///   - price: Predicted cost.
    ///   - held: Bytes held while queued.
    private func queue(
        _ plan: RenderPlan,
        price: RenderPrice,
        delivery: ResponseBroadcast,
        held: Int,
        deadline: ContinuousClock.Instant,
        make: @escaping @Sendable (RenderRecord) throws -> Job.Outcome
    ) {
        let times = StageTimes()
        let job = Job(
            delivery.ticket,
            kind: plan.kind,
            work: price.workOfRender,
            pixels: price.pixels,
            bytes: held,
            deadline: deadline,
            clock: times
        ) {
            delivery.fail($0)
        } run: { waited in
            let record = beginRender(delivery, form: plan.metricName, times: times, waited: waited)
            do {
                if delivery.isCancelled { throw RenderError.cancelled }
                return try make(record)
            } catch {
                record.end(RenderOutcome(error))
                pool.settle(delivery.ticket)
                delivery.fail(error)
                return .brokenOff
            }
        }
        if delivery.shared == nil {
            delivery.answer.exchange.onCancel { [pool] in pool.cancel(job.ticket) }
        }
        do { try pool.submit(job) } catch { return delivery.fail(error) }
        // The client may have left just before the job was in the queue.
        if delivery.isCancelled { pool.cancel(job.ticket) }
    }

    private func beginRender(
        _ delivery: ResponseBroadcast,
        form: String,
        times: StageTimes,
        waited: Duration
    ) -> RenderRecord {
        metrics.countWait(waited)
        let request = delivery.answer.record
        let record = RenderRecord(metrics, effect: request.learned.effect, form: form, times)
        request.note { notes in
            notes.wait = waited
            notes.times = record.times
        }
        return record
    }
}
