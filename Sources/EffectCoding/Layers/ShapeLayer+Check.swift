import EffectCost
import EffectModel

extension EffectSpec {
    /// Records a fault if a shape's stroke would need too many lines.
    static func checkStroke(ofLayer index: Int, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        let layer = spec.layers[index]
        // Timelines require a spec that was read without faults.
        guard let own = layer.shape, context.faults.isEmpty else { return }
        guard let most = spec.strokeBound(own, ofLayer: index), !(most <= Double(Stroker.maximumLines)) else { return }
        let isDashed = !own.stroke.lineDashPattern.isEmpty
        context.fault(
            .tooMuch,
            at: pointer + (isDashed ? "/lineDashPattern" : "/path"),
            found: "a stroke of up to \(RenderCost.text(most)) lines",
            allowed:
                "at most \(Stroker.maximumLines): \(isDashed ? "longer dashes, " : "")a simpler path or a smaller scale"
        )
    }
}
