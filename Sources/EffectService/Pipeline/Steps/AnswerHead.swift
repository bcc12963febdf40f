internal import EffectRendering

extension EffectStep {
    /// Answers HEAD, as far as the response is known. Rendering only to learn its length would be waste.
    static let answerHead = Self { handler, effect in
        guard effect.writer.tag != nil, effect.writer.isHead else { return .next }
        effect.writer.sendHead(type: effect.plan.mediaType, isStreamed: effect.plan.isStreamed)
        return .done
    }
}
