internal import EffectRendering

extension EffectStep {
    /// Answers HEAD, as far as the response is known: the length is that of a file made before. Rendering only to learn it
    /// would be waste; a vector that can't be made is refused as for GET.
    static let answerHead = Self { handler, effect in
        guard let tag = effect.writer.tag, effect.writer.isHead else { return .next }
        let (writer, plan) = (effect.writer, effect.plan)
        if let size = handler.cache.size(of: tag) {
            writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed, size: size)
            return .done
        }
        let price = try effect.price(handler)
        // A vector that is made to learn whether it keeps its byte budget is kept for GET.
        if plan.isVector, plan.budget != nil, writer.fallback != nil, price.work <= EffectHandler.maximumWorkOfCount {
            return .next
        }
        handler.settleForm(of: plan, price, answer: writer, deadline: effect.deadline) { isKnown in
            if isKnown {
                writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed, size: nil)
            } else {
                writer.sendHeadOfUnknownForm()
            }
        }
        return .done
    }
}
