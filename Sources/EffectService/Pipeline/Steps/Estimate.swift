internal import EffectCatalog

extension EffectStep {
    /// Answers `dry=1` with the predicted cost, unless a vector would have too many pieces; with `forms=all`, of all forms.
    static let estimate = Self { handler, effect in
        guard effect.request.options.isDry else { return .next }
        if effect.request.options.listsForms {
            try handler.compareForms(of: effect)
            return .done
        }
        let price = try effect.price(handler)
        let (writer, limits) = (effect.writer, handler.limits)
        handler.settleForm(of: effect.plan, price, answer: writer, deadline: effect.deadline) { _ in
            writer.send(price, limits)
        }
        return .done
    }
}
