internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import WebP

/// Until when a render goes on, and where its time goes.
public struct RenderWatch: Sendable {
    private let isLate: @Sendable () -> Bool
    let times: StageTimes
    let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - deadline: When to give up; `nil` is never. A second net: what a render may cost is bounded beforehand, but
    ///     not how much of the machine it gets.
    ///   - isCancelled: Asked before each frame, and within it.
    public init(
        deadline: ContinuousClock.Instant? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.init(deadline: deadline, times: StageTimes(), isCancelled: isCancelled)
    }

    init(deadline: ContinuousClock.Instant?, times: StageTimes, isCancelled: @escaping @Sendable () -> Bool) {
        self.init(times: times, isCancelled: isCancelled) { deadline.map { ContinuousClock.now > $0 } ?? false }
    }

    /// - Parameter isLate: Whether to give up.
    init(
        times: StageTimes,
        isCancelled: @escaping @Sendable () -> Bool,
        isLate: @escaping @Sendable () -> Bool
    ) {
        (self.times, self.isCancelled, self.isLate) = (times, isCancelled, isLate)
    }

    /// Whether ``check()`` would throw.
    var isOver: Bool { (try? check()) == nil }

    /// - Throws: ``RenderError/cancelled`` or ``RenderError/outOfTime`` when it is to end.
    func check() throws(RenderError) {
        if isCancelled() { throw .cancelled }
        if isLate() { throw .outOfTime }
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
