internal import EffectModel

/// The stretch of a layer's own time in which it gives birth.
struct LayerSpan {
    let start: Double
    let end: Double
    /// In the layer's seconds, if the effect closes.
    let period: Double?

    init(_ timeline: LayerTimeline, _ spec: EffectSpec) {
        let timing = timeline.layer.timing
        if spec.timing.loop == .seamless, timing.speed > 0 {
            // One round, from where the layer's clock starts. A loop has no start of its own, so there is nothing to warm up.
            let round = spec.timing.period * timing.speed
            period = round
            start = timing.firstTime
            end = min(timing.duration, max(start, timing.steadyTime(at: spec.timing.period)))
        } else {
            period = nil
            start = -timeline.prewarmTime
            end = timing.latestTime(before: spec.timing.duration)
        }
    }
}
