import Synchronization

/// Reports one render to the metrics. If released without `end(_:)`, the render is counted as cancelled.
final class RenderRecord: Sendable {
    let times: StageTimes
    private let metrics: ServiceMetrics
    private let effect: String
    private let form: String
    private let isOpen = Atomic(true)

    /// - Parameters:
    ///   - effect: Name of the preset from a closed set; `nil` for a spec.
    ///   - form: Name of the form from a closed set.
    init(_ metrics: ServiceMetrics, effect: String?, form: String?, _ times: StageTimes) {
        (self.metrics, self.effect, self.form, self.times) = (metrics, effect ?? "spec", form ?? "none", times)
    }

    /// Reports the end of the render. Further calls are ignored.
    func end(_ outcome: RenderOutcome) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        times.settle()
        metrics.countRender(effect: effect, form: form, outcome, times)
    }

    deinit { end(.cancelled) }
}
