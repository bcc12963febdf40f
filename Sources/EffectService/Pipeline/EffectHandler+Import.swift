internal import EffectCatalog
internal import EffectModel
internal import EffectRendering
internal import EffectImport
internal import HTTPTypes
import StrictJSON

extension EffectHandler {
    /// Answers an imported document of another program. It may take long to parse, and may contain images.
    func answerImport(
        of format: ImportFormat,
        _ body: [UInt8],
        parameters: [PresetRequest.Parameter],
        answer: ResponseWriter
    ) {
        submit(answer, body: body) { deadline in
            var options = try ImportParameters.options(parameters)
            let recorder = AssetRecorder(library)
            (options.limits, options.library) = (limits, recorder)
            let result = try EffectImporter(format, options).effect(from: body)
            guard let type = negotiate([.json] + OutputFormat.images + OutputFormat.vectors, answer: answer) else {
                return
            }
            guard type == .json else {
                let plan = try renderer.settled(RenderPlan(frames: result.spec, as: type))
                var answer = answer
                answer.isVector = plan.isVector
                if plan.isText {
                    answer.variesByCoding = true
                    answer.coding = ContentCoding.preferred(answer.head.headerFields[.acceptEncoding])
                }
                let price = RenderPrice(of: plan.spec, plan.job)
                try price.check(limits)
                let delivery = ResponseBroadcast(answer, shared: nil, coalescer: coalescer, cache: cache)
                return try render(plan, price: price, delivery: delivery, held: recorder.heldBytes, deadline: deadline)
            }
            // `/v1/render` would refuse a spec that costs too much.
            _ = try result.spec.prepared(for: result.spec.output.format ?? .apng, limits: limits)
            answer.send(
                JSONWriter.prettyBytes(of: result.json),
                type: type.name,
                cache: .effect
            )
        }
    }
}
