internal import EffectCatalog
import EffectCost
internal import EffectModel
internal import EffectRendering
internal import HTTPTypes
internal import SmallHTTP
import StrictJSON
internal import WorkScheduling

/// A form of an effect's frames, to be compared with the others.
private struct ComparedForm: Sendable {
    let format: OutputFormat
    /// Parameter that the form has in a URL; `nil` for none.
    let parameter: String?
    let spec: EffectSpec
    /// Predicted price, or the error of a request for the form.
    let price: Result<RenderPrice, any Error>

    /// All forms of frames that are offered. `.apng` has the bytes of `.png`; a WebP is there as it is asked for and without
    /// loss.
    static func all(of request: EffectRequest, limits: RenderLimits, isOffered: (OutputFormat) -> Bool)
        -> [ComparedForm]
    {
        func form(_ format: OutputFormat, parameter: String? = nil, _ spec: EffectSpec) -> ComparedForm {
            let price = Result { try request.price(of: RenderPlan(frames: spec, as: format), limits: limits) }
            return ComparedForm(format: format, parameter: parameter, spec: spec, price: price)
        }
        return OutputFormat.allCases.filter { $0 != .apng && isOffered($0) }.flatMap { format in
            var spec = request.spec
            spec.output.format = format.format
            let own = form(format, spec)
            guard format == .webp, spec.output.quality != .lossless else { return [own] }
            spec.output.quality = .lossless
            return [own, form(format, parameter: "quality=lossless", spec)]
        }
    }

    /// Units of work to predict the size; 0 for a form that is refused.
    var work: Double { (try? price.get().workOfSample) ?? 0 }

    /// Members that name the form.
    var name: [JSONValue.Member] {
        [.init("form", .string(format.fileExtension)), .init("mediaType", .string(format.name))]
            + (parameter.map { [.init("parameters", .string($0))] } ?? [])
    }
}

extension EffectHandler {
    /// Answers with the predicted bytes and work of each form of frames (`dry=1&forms=all`). That draws a few frames of
    /// each, so it waits like a render. Sizes are predicted as long as their work is within the limit of a request.
    func compareForms(of effect: PendingEffect) throws {
        let (answer, deadline) = (effect.writer, effect.deadline)
        let forms = ComparedForm.all(of: effect.request, limits: limits, isOffered: renderer.videos.has)
        // Those that come first have a size.
        var isSized: [Bool] = []
        var work = 0.0
        for form in forms {
            isSized.append(work + form.work <= Double(limits.maximumWork))
            if isSized.last == true { work += form.work }
        }
        let ticket = WorkerPool.Ticket(answer.caller)
        let job = Job(ticket, work: work, deadline: deadline) {
            answer.fail($0)
        } run: { [renderer, isSized] _ in
            let watch = RenderContext(deadline: deadline) { answer.exchange.isCancelled }
            do {
                let entries = try zip(forms, isSized).map { form, isSized in
                    try Self.entry(of: form, isSized: isSized, renderer, watch)
                }
                answer.send(compared: ["forms": .array(entries)])
            } catch {
                answer.fail(error)
            }
            return .whole
        }
        answer.exchange.onCancel { [pool] in pool.cancel(ticket) }
        do { try pool.submit(job) } catch { answer.fail(error) }
    }

    /// A form's entry: its size and price, or the problem that a request for it has.
    ///
    /// - Throws: An error that is not the form's own: the render was stopped, or the service failed.
    private static func entry(
        of form: ComparedForm,
        isSized: Bool,
        _ renderer: EffectRenderer,
        _ watch: RenderContext
    ) throws -> JSONValue {
        do {
            let price = try form.price.get()
            var members = form.name
            if isSized {
                let size = try renderer.predictedSize(of: form.spec, as: form.format, watch: watch)
                members.append(.init("bytes", .number(Double(size.bytes))))
                if let packed = size.gzipBytes { members.append(.init("gzipBytes", .number(Double(packed)))) }
            }
            members.append(.init("milliseconds", .number((price.work / 1e4).rounded() / 100)))
            return .object(members)
        } catch {
            let problem = Problem(error)
            guard problem.status == .unprocessableContent else { throw error }
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
