internal import EffectRendering

extension EffectStep {
    /// Answers HEAD, as far as the response is known. Rendering only to learn its length would be waste.
    static let answerHead = Self { handler, effect in
        guard effect.writer.tag != nil, effect.writer.isHead else { return .next }
        let (writer, plan) = (effect.writer, effect.plan)
        guard writer.fallback != nil else {
            writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed)
            return .done
        }
        // GET would answer in another form if this one can't show the effect, or not within its byte budget.
        guard plan.budget == nil else { return .next }
        handler.checkPieces(of: plan, try effect.price(handler), answer: writer, deadline: effect.deadline) {
            writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed)
        }
        return .done
    }
}
