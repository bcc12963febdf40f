internal import EffectCatalog
import EffectCost
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import StrictJSON

/// A form of an effect's frames, to be compared with the others.
private struct ComparedForm: Sendable {
    let format: OutputFormat
    /// Parameter that the form has in a URL; `nil` for none.
    let parameter: String?
    /// Effect and predicted price, or the error of a request for the form.
    let offer: Result<Offer, any Error>

    /// A form that is made.
    struct Offer: Sendable {
        /// The effect as a request for the form renders it: in its format, with its codec.
        let spec: EffectSpec
        /// Predicted price.
        let price: RenderPrice
    }

    /// All forms of frames that are offered. `.apng` has the bytes of `.png`; a WebP is there as it is asked for and without
    /// loss.
    static func all(of request: EffectRequest, _ renderer: EffectRenderer) -> [ComparedForm] {
        func form(_ format: OutputFormat, parameter: String? = nil, _ spec: EffectSpec) -> ComparedForm {
            let offer = Result<Offer, any Error> { () throws -> Offer in
                let plan = try renderer.settled(RenderPlan(frames: spec, as: format))
                return Offer(spec: plan.spec, price: try request.price(of: plan, limits: renderer.limits))
            }
            return ComparedForm(format: format, parameter: parameter, offer: offer)
        }
        return OutputFormat.allCases.filter { $0 != .apng && renderer.videos.has($0) }.flatMap { format in
            var spec = request.spec
            spec.output.format = format.format
            let own = form(format, spec)
            guard format == .webp, spec.output.quality != .lossless else { return [own] }
            spec.output.quality = .lossless
            return [own, form(format, parameter: "quality=lossless", spec)]
        }
    }

    /// Units of work to predict the size; 0 for a form that is refused.
    var work: Double { (try? offer.get().price.workOfSample) ?? 0 }

    /// Members that name the form.
    var name: [JSONValue.Member] {
        [.init("form", .string(format.fileExtension)), .init("mediaType", .string(format.name))]
            + (parameter.map { [.init("parameters", .string($0))] } ?? [])
    }
}

extension EffectHandler {
    /// Answers with the predicted bytes and work of each form of frames (`dry=1&forms=all`). That draws a few frames of
    /// each, so it waits like a render. Sizes are predicted as long as their work is within the limit of a request, and until
    /// the deadline.
    func compareForms(of effect: PendingEffect) throws {
        let (answer, deadline) = (effect.writer, effect.deadline)
        let forms = ComparedForm.all(of: effect.request, renderer)
        // Those that come first have a size.
        var isSized: [Bool] = []
        var work = 0.0
        for form in forms {
            isSized.append(work + form.work <= Double(limits.maximumWork))
            if isSized.last == true { work += form.work }
        }
        enqueue(work: work, deadline: deadline, answer: answer) { [renderer, isSized] watch in
            let entries = try Self.entries(of: zip(forms, isSized), renderer, watch)
            answer.send(compared: ["forms": .array(entries)])
        }
    }

    /// Entries of the forms. Once the time is over, those that are left have no size.
    ///
    /// - Parameter forms: Forms, and whether each has a size.
    /// - Throws: An error that is not a form's own: the client has left, or the service failed.
    private static func entries(
        of forms: some Sequence<(ComparedForm, Bool)>,
        _ renderer: EffectRenderer,
        _ watch: RenderContext
    ) throws -> [JSONValue] {
        var hasTime = true
        return try forms.map { form, isSized in
            try entry(of: form) { spec in
                guard isSized, hasTime else { return nil }
                do {
                    return try renderer.predictedSize(of: spec, as: form.format, watch: watch)
                } catch RenderError.outOfTime {
                    hasTime = false
                    return nil
                }
            }
        }
    }

    /// A form's entry: its size and price, or the problem that a request for it has.
    ///
    /// - Parameter predictedSize: Size of the file of an effect; `nil` where it is left out.
    /// - Throws: An error that is not the form's own: the client has left, or the service failed.
    private static func entry(
        of form: ComparedForm,
        predictedSize: (EffectSpec) throws -> EffectRenderer.PredictedSize?
    ) throws -> JSONValue {
        do {
            let offer = try form.offer.get()
            var members = form.name
            if let size = try predictedSize(offer.spec) {
                members.append(.init("bytes", .number(Double(size.bytes))))
                if let packed = size.gzipBytes { members.append(.init("gzipBytes", .number(Double(packed)))) }
            }
            members.append(.init("milliseconds", .number((offer.price.work / 1e4).rounded() / 100)))
            return .object(members)
        } catch {
            let problem = Problem(error)
            // A video whose encoder is missing concerns no other form.
            guard [.unprocessableContent, .notImplemented].contains(problem.status) else { throw error }
            return .object(form.name + [.init("problem", problem.summary)])
        }
    }
}

extension Problem {
    /// The problem within another document.
    fileprivate var summary: JSONValue {
        [
            "type": .string("urn:hanabi:problem:\(kind.rawValue)"), "status": .number(Double(status.code)),
            "detail": .string(detail),
        ]
    }
}
