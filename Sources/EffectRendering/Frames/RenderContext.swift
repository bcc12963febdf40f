internal import APNG
internal import AVIF
internal import EffectModel
internal import EffectSimulation
internal import Video
internal import WebP
internal import WebPLossless

/// The deadline and cancellation of a render, and a record of its stage times.
public struct RenderContext: Sendable {
    private let isLate: @Sendable () -> Bool
    package let times: StageTimes
    package let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - deadline: Instant at which to give up; `nil` for never. A second safeguard: the cost of a render is bounded
    ///     beforehand, but its share of the machine is not.
    ///   - isCancelled: Checked before and within each frame.
    public init(
        deadline: ContinuousClock.Instant? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.init(deadline: deadline, times: StageTimes(), isCancelled: isCancelled)
    }

    package init(deadline: ContinuousClock.Instant?, times: StageTimes, isCancelled: @escaping @Sendable () -> Bool) {
        self.init(times: times, isCancelled: isCancelled) { deadline.map { ContinuousClock.now > $0 } ?? false }
    }

    /// - Parameter isLate: Whether to give up.
    package init(
        times: StageTimes,
        isCancelled: @escaping @Sendable () -> Bool,
        isLate: @escaping @Sendable () -> Bool
    ) {
        (self.times, self.isCancelled, self.isLate) = (times, isCancelled, isLate)
    }

    /// Whether ``check()`` would throw.
    package var isOver: Bool { (try? check()) == nil }

    /// - Throws: ``RenderError/cancelled`` or ``RenderError/outOfTime`` if the render has to end.
    package func check() throws(RenderError) {
        if isCancelled() { throw .cancelled }
        if isLate() { throw .outOfTime }
    }

    /// Rethrows an encoder's `.stopped` as the reason this watch gives: cancelled or out of time.
    ///
    /// - Throws: ``RenderError``, or the error of `body`.
    package func stopping<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch APNGError.stopped, AVIFError.stopped, WebPError.stopped, LosslessError.stopped, VideoError.stopped {
            try check()
            throw RenderError.cancelled
        }
    }
}

extension Simulation {
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    init(_ spec: EffectSpec, _ watch: RenderContext) throws(RenderError) {
        self.init(spec, unless: { watch.isOver })
        try watch.check()
    }
}
