internal import EffectRendering

extension EffectStep {
    /// Answers HEAD, as far as the response is known. Rendering only to learn its length would be waste; a vector that can't
    /// be made is refused as for GET.
    static let answerHead = Self { handler, effect in
        guard effect.writer.tag != nil, effect.writer.isHead else { return .next }
        let (writer, plan) = (effect.writer, effect.plan)
        let price = try effect.price(handler)
        guard writer.fallback != nil, plan.isVector else {
            handler.checkPieces(of: plan, price, answer: writer, deadline: effect.deadline) {
                writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed)
            }
            return .done
        }
        // GET would answer in another form if this one can't show the effect, or not within its byte budget.
        let work = plan.budget == nil ? price.workOfCount : price.work
        guard work <= EffectHandler.maximumWorkOfCount else {
            writer.sendHeadOfUnknownForm()
            return .done
        }
        guard plan.budget == nil else { return .next }
        handler.checkPieces(of: plan, price, answer: writer, deadline: effect.deadline) {
            writer.sendHead(type: plan.mediaType, isStreamed: plan.isStreamed)
        }
        return .done
    }
}
