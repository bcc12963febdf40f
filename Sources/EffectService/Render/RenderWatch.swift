internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import WebP

/// Until when a render goes on.
struct RenderWatch: Sendable {
    /// `nil` is for ever.
    let deadline: ContinuousClock.Instant?
    let isCancelled: @Sendable () -> Bool

    /// Whether ``check()`` would throw.
    var isOver: Bool { (try? check()) == nil }

    /// - Throws: ``RenderError/cancelled`` or ``RenderError/outOfTime`` when it is to end.
    func check() throws(RenderError) {
        if isCancelled() { throw .cancelled }
        if let deadline, ContinuousClock.now > deadline { throw .outOfTime }
    }

    /// What was stopped because ``isOver`` says so, says why.
    ///
    /// - Throws: ``RenderError``, or what `body` throws.
    func stopping<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch APNGError.stopped, WebPError.stopped {
            try check()
            throw RenderError.cancelled
        }
    }
}

extension Simulation {
    /// - Throws: ``RenderError``, when `watch` says so.
    init(_ spec: EffectSpec, _ watch: RenderWatch) throws(RenderError) {
        self.init(spec, unless: { watch.isOver })
        try watch.check()
    }
}
