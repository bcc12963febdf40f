internal import EffectCatalog

extension EffectStep {
    /// Answers `dry=1` with the predicted cost.
    static let estimate = Self { handler, effect in
        guard effect.request.options.isDry else { return .next }
        effect.writer.send(try effect.price(handler), handler.limits)
        return .done
    }
}
