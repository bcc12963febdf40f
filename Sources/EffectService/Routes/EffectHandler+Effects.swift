internal import EffectModel
internal import EffectRendering
internal import EffectImport
internal import HTTPTypes
internal import WorkScheduling

extension EffectHandler {
    /// Answers a preset with parameters.
    func answerEffect(_ preset: String, _ form: Form, _ target: RequestTarget, _ answer: Answer) {
        // Presets contain images and texts too, and parsing them takes as long as for a client's spec.
        submit(answer) { deadline in
            let name = SheetName(target, stem: preset, answer.grant)
            let order = try orders.preset(preset, form, target.parameters, name: name)
            try fulfil(order, key(of: answer), answer, deadline)
        }
    }

    /// Answers a POSTed spec. Checking a spec may take long, so never on a connection's queue.
    func answerRender(_ form: Form, _ body: [UInt8], _ target: RequestTarget, _ answer: Answer) {
        submit(answer, body) { deadline in
            let order = try orders.posted(form, target.parameters, bytes: body.count) { try JSONParser.parse(body) }
            try fulfil(order, nil, answer, deadline)
        }
    }

    /// Answers a spec in the path.
    func answerPacked(_ packed: PackedSpec, _ form: Form, _ target: RequestTarget, _ answer: Answer) {
        submit(answer) { deadline in
            let name = SheetName(target, stem: "effect", packed: packed.text, answer.grant)
            let order = try orders.packed(packed, form, target.parameters, name: name)
            try fulfil(order, key(of: answer), answer, deadline)
        }
    }

    private var orders: OrderReader {
        OrderReader(limits: limits, library: library, maximumSpecBytes: maximumBodyBytes)
    }

    /// Answers an imported document of another program. It may take long to parse, and may contain images.
    func answerImport(of format: ImportFormat, _ body: [UInt8], _ target: RequestTarget, _ answer: Answer) {
        submit(answer, body) { deadline in
            var options = try ImportParameters.options(target.parameters)
            let recorder = AssetRecorder(library)
            (options.limits, options.library) = (limits, recorder)
            let result = try EffectImporter(format, options).effect(from: body)
            guard let type = answer.negotiate([.json] + MediaType.pictures) else { return }
            guard type == .json else {
                let (spec, price) = try result.spec.priced(as: type.format, .animation, limits: limits)
                let delivery = Delivery(answer, nil, flights, cache)
                return try render(spec, as: type, price, delivery, held: recorder.heldBytes, deadline)
            }
            answer.send(
                JSONWriter.prettyBytes(of: result.json),
                type: type.name,
                cache: .effect
            )
        }
    }

    /// The cache key of a finished answer to this request.
    func key(of answer: Answer) -> AnswerCache.Request {
        AnswerCache.Request(
            target: answer.asked,
            accept: answer.varies ? answer.head.headerFields[.accept] ?? "" : nil,
            prefersStill: answer.asksForMotion && Wishes().isStill(answer.head)
        )
    }

    /// - Parameter request: Cache key of the finished answer; `nil` if not cached.
    private func fulfil(
        _ order: Order,
        _ request: AnswerCache.Request?,
        _ answer: Answer,
        _ deadline: ContinuousClock.Instant
    ) throws {
        var answer = answer
        answer.isPinned = order.wishes.version != nil
        if order.wishes.explains, let document = order.document { return answer.send(explained: document) }
        var type = MediaType.png
        if case .frames(let asked) = order.form {
            guard let found = try order.type(asked) ?? answer.negotiate(MediaType.allCases) else { return }
            type = found
            answer.record.note { $0.form = type.format.rawValue }
        }
        let product = try Product(order, as: type, isStill: order.wishes.isStill(answer.head), limits: limits)
        if order.wishes.isDry { return answer.send(product.price, limits) }
        if product.isDump {
            answer.variesByCoding = true
            answer.coding = ContentCoding.preferred(answer.head.headerFields[.acceptEncoding])
        }
        try deliver(order, product, request, answer, deadline) { delivery in
            switch product.work {
            case .frames(let type):
                try render(product.spec, as: type, product.price, delivery, held: order.held, deadline)
            case .snapshot(let snapshot, let type):
                render(snapshot, of: product.spec, as: type, product.price, delivery, held: order.held, deadline)
            case .text(let part, let layout, let name):
                delivery.send(layout.text(part, name), type: product.typeName)
            }
        }
    }

    /// Answers from the cache, joins a render in flight, or has the bytes rendered.
    private func deliver(
        _ order: Order,
        _ product: Product,
        _ request: AnswerCache.Request?,
        _ answer: Answer,
        _ deadline: ContinuousClock.Instant,
        _ make: (Delivery) throws -> Void
    ) throws {
        guard let request else {
            return try make(Delivery(answer, nil, flights, cache))
        }
        let type = product.typeName
        // A strong validator covers the bytes as sent, content coding included.
        let form = product.form + (answer.coding.map { ".\($0)" } ?? "")
        let tag = EntityTag(product.spec, assets: order.assets, form: form)
        var answer = answer
        answer.tag = tag
        if let course = answer.course { cache.note(request, is: course) }
        if tag.matches(answer.head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(type) }
        if let entry = cache[tag] { return answer.send(entry) }
        // A HEAD needs only the header fields, which are known; rendering just for the length would be wasteful.
        if answer.isHead { return answer.send(nil, type: type, cache: .effect) }
        // Dumps may be long, and are cheap to make again.
        guard !product.isDump else {
            return try make(Delivery(answer, nil, flights, cache))
        }
        // Noted first, because a joined request may be answered before `begin` returns.
        answer.record.note { $0.cache = .coalesced }
        let flight = flights.begin(tag, answer, type: type, unlessIn: cache) { [pool] flight in
            pool.cancel(flight.ticket)
        } askAnew: { [answer] in
            var answer = answer
            answer.isAskedAnew = true
            do { try fulfil(order, request, answer, deadline) } catch { answer.fail(error) }
        }
        guard let flight else { return }
        answer.record.note { $0.cache = .miss }
        let delivery = Delivery(answer, flight, flights, cache)
        do { try make(delivery) } catch { delivery.fail(error) }
    }
}
