internal import EffectRendering
internal import HTTPTypes

extension EffectStep {
    /// Answers 304 to a client that has the bytes already.
    static let matchEntityTag = Self { handler, effect in
        guard let request = effect.cacheKey else { return .next }
        let tag = effect.entityTag()
        effect.writer.tag = tag
        if let cached = effect.writer.cachedRequest { handler.cache.note(request, tag: tag, is: cached) }
        let field = effect.writer.head.headerFields[.ifNoneMatch]
        guard tag.matches(field) else { return .next }
        let (writer, plan) = (effect.writer, effect.plan)
        guard field == "*" else {
            // The tag comes from an answer.
            writer.sendNotModified(plan.mediaType)
            return .done
        }
        // Any tag matches `*`, even that of an effect which would be refused, or sent in another form.
        let price = try effect.price(handler)
        handler.settleForm(of: plan, price, answer: writer, deadline: effect.deadline) { isKnown in
            var answer = writer
            if !isKnown { (answer.tag, answer.coding) = (nil, nil) }
            answer.sendNotModified(plan.mediaType)
        }
        return .done
    }
}
