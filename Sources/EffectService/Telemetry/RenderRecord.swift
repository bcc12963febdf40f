import Synchronization

/// What becomes of one render, for the metrics. Of an end that nobody tells it, it says that nobody waited for it any more.
final class RenderRecord: Sendable {
    let times: StageTimes
    private let metrics: ServiceMetrics
    private let effect: String
    private let form: String
    private let isOpen = Atomic(true)

    /// - Parameters:
    ///   - effect: From a closed set, as is the form.
    init(_ metrics: ServiceMetrics, effect: String?, form: String?, _ times: StageTimes) {
        (self.metrics, self.effect, self.form, self.times) = (metrics, effect ?? "spec", form ?? "none", times)
    }

    /// The first end counts.
    func end(_ outcome: RenderOutcome) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        times.settle()
        metrics.countRender(effect: effect, form: form, outcome, times)
    }

    deinit { end(.cancelled) }
}
