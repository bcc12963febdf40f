internal import EffectCatalog
internal import EffectRendering
internal import WorkScheduling

/// A parsed request for an effect on its way through ``EffectHandler/effectSteps``.
struct PendingEffect: Sendable {
    let request: EffectRequest
    let plan: RenderPlan
    /// Cache key of a finished answer to this request; `nil` if answers are not cached.
    let cacheKey: ResponseCache.Request?
    /// Instant until which the response has to be rendered.
    let deadline: ContinuousClock.Instant
    var writer: ResponseWriter
    /// The render that others can join; `nil` for a response that nobody else can request.
    var shared: RenderCoalescer.Render?
    private var known: RenderPrice?

    init(
        _ request: EffectRequest,
        _ plan: RenderPlan,
        cacheKey: ResponseCache.Request?,
        writer: ResponseWriter,
        deadline: ContinuousClock.Instant
    ) {
        (self.request, self.plan, self.cacheKey) = (request, plan, cacheKey)
        (self.writer, self.deadline) = (writer, deadline)
    }

    /// The predicted price, computed once.
    ///
    /// - Throws: An error with every limit that is exceeded.
    mutating func price(_ handler: EffectHandler) throws -> RenderPrice {
        if let known { return known }
        let price = try request.price(of: plan, limits: handler.limits)
        known = price
        return price
    }

    /// The entity tag of the bytes as they are sent.
    func entityTag() -> EntityTag {
        let variant = plan.variant + (writer.coding.map { ".\($0)" } ?? "")
        return EntityTag(plan.spec, assets: request.assets, form: variant)
    }

    /// The request in its own name, after waiting for another's render that failed.
    var retried: PendingEffect {
        var effect = self
        effect.writer.isRetry = true
        return effect
    }
}
