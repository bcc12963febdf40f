internal import EffectModel
internal import ForeignImport
internal import HTTPTypes

/// What is asked for of an effect, once that is known.
private struct Order: Sendable {
    let spec: EffectSpec
    /// What a URL stands for; `nil` for a POSTed spec.
    var document: JSONValue?
    let form: Form
    /// The moments of a picture that does not move.
    var moments: SnapshotRequest?
    let wishes: Wishes
    /// Whether the spec is a preset's, changed by parameters.
    var isPreset = false
    /// Of a request that has one.
    let name: SheetName
    /// Of the files and letters in it.
    let assets: [UInt8]
    /// Bytes that it holds.
    let held: Int
    /// What a finished answer is remembered by.
    var request: AnswerCache.Request?
}

extension EffectHandler {
    /// A preset, with some of its values changed.
    func answerEffect(_ preset: String, _ form: Form, _ target: RequestTarget, _ answer: Answer) {
        // Presets have pictures and letters too: making them takes a while, as for a caller's document.
        submit(answer) { deadline in
            let names = Wishes.names(for: form)
            let (wishes, rest) = try Wishes.taken(from: target.parameters, among: names)
            try wishes.checkVersion()
            let recorder = AssetRecorder(library)
            let request = try PresetRequest.request(
                preset: preset,
                rest,
                kind: form.snapshot,
                besides: names + [ErrorForm.parameter],
                limits: limits,
                library: recorder
            )
            try fulfil(
                Order(
                    spec: request.spec,
                    document: request.document,
                    form: form,
                    moments: request.moments,
                    wishes: wishes,
                    isPreset: true,
                    name: SheetName(target, stem: preset, answer.grant),
                    assets: recorder.digest,
                    held: recorder.heldBytes,
                    request: key(of: answer)
                ),
                answer,
                deadline
            )
        }
    }

    /// A caller's document may take a while to check, which is never done on a connection's queue.
    func answerRender(_ form: Form, _ body: [UInt8], _ target: RequestTarget, _ answer: Answer) {
        submit(answer, body) { deadline in
            let (wishes, rest) = try Wishes.taken(from: target.parameters, among: ["dry"])
            let moments = try moments(form, rest, besides: ["dry"])
            let recorder = AssetRecorder(library)
            let spec = try EffectSpec(json: JSONParser.parse(body), limits: limits, library: recorder)
            try fulfil(
                Order(
                    spec: spec,
                    form: form,
                    moments: moments,
                    wishes: wishes,
                    name: SheetName(stem: "sheet"),
                    assets: recorder.digest,
                    held: recorder.heldBytes + body.count
                ),
                answer,
                deadline
            )
        }
    }

    /// A spec in the path: what a POSTed one gives, for who can only GET, as a picture's tag does.
    func answerPacked(_ packed: PackedSpec, _ form: Form, _ target: RequestTarget, _ answer: Answer) {
        submit(answer) { deadline in
            let names = Wishes.names(for: form)
            let (wishes, rest) = try Wishes.taken(from: target.parameters, among: names)
            try wishes.checkVersion()
            let moments = try moments(form, rest, besides: names + [ErrorForm.parameter])
            let document = try packed.document(atMost: maximumBodyBytes)
            let recorder = AssetRecorder(library)
            let spec = try EffectSpec(json: document, limits: limits, library: recorder)
            try fulfil(
                Order(
                    spec: spec,
                    document: document,
                    form: form,
                    moments: moments,
                    wishes: wishes,
                    name: SheetName(target, stem: "effect", packed: packed.text, answer.grant),
                    assets: recorder.digest,
                    held: recorder.heldBytes,
                    request: key(of: answer)
                ),
                answer,
                deadline
            )
        }
    }

    /// Another program's document may take a while to read, and may have pictures in it.
    func answerImport(of format: ForeignFormat, _ body: [UInt8], _ target: RequestTarget, _ answer: Answer) {
        submit(answer, body) { deadline in
            var options = try ImportParameters.options(target.parameters)
            let recorder = AssetRecorder(library)
            (options.limits, options.library) = (limits, recorder)
            let result = try ForeignImporter(format, options).effect(from: body)
            guard let type = answer.negotiate([.json] + MediaType.pictures) else { return }
            guard type == .json else {
                let spec = try result.spec.delivered(as: type.format, limits: limits)
                let delivery = Delivery(answer, nil, flights, cache)
                return try render(spec, as: type, delivery, held: recorder.heldBytes, deadline)
            }
            answer.send(
                JSONWriter.prettyBytes(of: result.json),
                type: type.name,
                cache: ServiceFields.cacheable
            )
        }
    }

    /// The moments that a request beside a whole spec names.
    private func moments(
        _ form: Form,
        _ parameters: [PresetRequest.Parameter],
        besides others: [String]
    ) throws(PresetRequest.Failure) -> SnapshotRequest? {
        if let kind = form.snapshot { return try SnapshotRequest(kind, parameters, besides: others) }
        let faults = parameters.prefix(SpecError.maximumFaults).map {
            ParameterFault(unknownBesideSpec: $0.name, only: others.joined(separator: ", "))
        }
        if !faults.isEmpty { throw .faults(faults) }
        return nil
    }

    /// What a finished answer to this request is remembered by.
    func key(of answer: Answer) -> AnswerCache.Request {
        AnswerCache.Request(
            target: answer.asked,
            accept: answer.varies ? answer.head.headerFields[.accept] ?? "" : nil,
            prefersStill: answer.asksForMotion && Wishes().isStill(answer.head)
        )
    }

    /// What a form can't do is a fault of the URL, if the spec is one's.
    private func fulfil(_ order: Order, _ answer: Answer, _ deadline: ContinuousClock.Instant) throws {
        do {
            try answerOrder(order, answer, deadline)
        } catch let error as SpecError where order.isPreset {
            throw PresetRequest.Failure.faults(error.faults.map { ParameterFault($0, of: [:]) })
        }
    }

    private func answerOrder(_ order: Order, _ answer: Answer, _ deadline: ContinuousClock.Instant) throws {
        var answer = answer
        answer.isPinned = order.wishes.version != nil
        if order.wishes.explains, let document = order.document { return answer.send(explained: document) }
        switch order.form {
        case .frames(let asked):
            let own = order.spec.output.format.map(MediaType.init)
            if order.isPreset, let own, let asked, own.format != asked.format {
                let found = "\(own.format.rawValue), where the path's ending is another"
                let fault = ParameterFault(.conflict, "output.format", found: found, allowed: "one of the two")
                throw PresetRequest.Failure.faults([fault])
            }
            guard let type = asked ?? own ?? answer.negotiate(MediaType.allCases) else { return }
            answer.record.note { $0.form = type.format.rawValue }
            let spec = try order.spec.delivered(as: type.format, limits: limits)
            if order.wishes.isDry { return answer.send(RenderCost(of: spec), limits) }
            let isStill = type != .json && order.wishes.isStill(answer.head)
            if type == .json {
                answer.variesByCoding = true
                answer.coding = ContentCoding.preferred(answer.head.headerFields[.acceptEncoding])
            }
            // A strong validator is of the bytes as they are sent.
            let form = "\(type)\(isStill ? ".best" : "")\(answer.coding.map { ".\($0)" } ?? "")"
            try deliver(order, spec, type.name, form: form, answer, deadline) { delivery in
                if isStill { return render(.best, of: spec, as: type, delivery, held: order.held, deadline) }
                try render(spec, as: type, delivery, held: order.held, deadline)
            }
        case .snapshot(let kind):
            let spec = try order.spec.delivered(as: .apng, isStill: true, limits: limits)
            let moments = try order.moments ?? SnapshotRequest(kind, [])
            let snapshot = try moments.snapshot(of: spec, limits: limits)
            if order.wishes.isDry { return answer.send(snapshot.cost(of: spec), limits) }
            try deliver(order, spec, MediaType.png.name, form: "\(snapshot)", answer, deadline) { delivery in
                render(snapshot, of: spec, delivery, held: order.held, deadline)
            }
        case .sheet(let part):
            let spec = try order.spec.delivered(as: .apng, isStill: true, limits: limits)
            let layout = try SheetLayout(spec, limits: limits)
            if order.wishes.isDry { return answer.send(layout.snapshot.cost(of: spec), limits) }
            let (type, name) = (part.mediaTypeName, order.name)
            // What names the picture differs with its name.
            let form = part == .picture ? "sheet" : "\(part) \(name.stem) \(name.picture)"
            try deliver(order, spec, type, form: form, answer, deadline) { delivery in
                switch part {
                case .picture: render(layout.snapshot, of: spec, delivery, held: order.held, deadline)
                case .atlas:
                    let atlas = layout.atlas(named: name.stem, image: name.picture)
                    delivery.send(JSONWriter.prettyBytes(of: atlas), type: type)
                case .style:
                    delivery.send(Array(layout.style(named: name.stem, image: name.picture).utf8), type: type)
                }
            }
        }
    }

    /// Has bytes made that nobody has yet.
    ///
    /// - Parameter form: Everything beside the spec that decides on them.
    private func deliver(
        _ order: Order,
        _ spec: EffectSpec,
        _ type: String,
        form: String,
        _ answer: Answer,
        _ deadline: ContinuousClock.Instant,
        _ make: (Delivery) throws -> Void
    ) throws {
        guard let request = order.request else {
            return try make(Delivery(answer, nil, flights, cache))
        }
        let tag = EntityTag(spec, assets: order.assets, form: form)
        var answer = answer
        answer.tag = tag
        if let course = answer.course { cache.note(request, is: course) }
        if tag.matches(answer.head.headerFields[.ifNoneMatch]) { return answer.sendNotModified(type) }
        if let entry = cache[tag] { return answer.send(entry) }
        // What HEAD wants to know is known already. The length is not, and rendering to learn it would be waste.
        if answer.isHead { return answer.send(nil, type: type, cache: ServiceFields.cacheable) }
        // A dump may be long, and data cost little to make again.
        guard type != MediaType.json.name else {
            return try make(Delivery(answer, nil, flights, cache))
        }
        // Said first: once it has joined a render, it may be answered by then.
        answer.record.note { $0.cache = .coalesced }
        let flight = flights.begin(tag, answer, type: type) { [pool] flight in
            pool.cancel(flight.ticket)
        } askAnew: { [answer] in
            var answer = answer
            answer.isAskedAnew = true
            do { try fulfil(order, answer, deadline) } catch { answer.fail(error) }
        }
        guard let flight else { return }
        answer.record.note { $0.cache = .miss }
        let delivery = Delivery(answer, flight, flights, cache)
        do { try make(delivery) } catch { delivery.fail(error) }
    }
}
