extension EffectStep {
    /// Refuses an effect whose predicted cost exceeds a limit.
    static let checkCost = Self { handler, effect in
        _ = try effect.price(handler)
        return .next
    }
}
