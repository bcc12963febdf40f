extension EffectStep {
    /// Serves a cached answer by its entity tag.
    static let serveFromCache = Self { handler, effect in
        guard let tag = effect.writer.tag, let entry = handler.cache[tag] else { return .next }
        effect.writer.send(entry)
        return .done
    }
}
