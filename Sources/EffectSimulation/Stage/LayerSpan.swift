internal import EffectModel

/// Span of a layer's own time in which it emits.
struct LayerSpan {
    let start: Double
    let end: Double
    /// Loop period in layer seconds if the loop is seamless; else `nil`.
    let period: Double?

    init(_ timeline: LayerTimeline, _ spec: EffectSpec) {
        let timing = timeline.layer.timing
        if spec.timing.loop == .seamless, timing.speed > 0 {
            // A single round from the start of the layer's clock. A loop has no start, so there is nothing to prewarm.
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
