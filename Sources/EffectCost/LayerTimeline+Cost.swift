import EffectModel

extension LayerTimeline {
    /// Units of work to integrate a cell's live rates over `span` seconds.
    func livePrice(ofCell index: Int, span: Double, in spec: EffectSpec) -> Double {
        guard let rates = liveRates(ofCell: index) else { return 0 }
        // At most twice the allowed steps, because each stretch takes at least two. A step takes three samples, plus
        // five to test whether the rate is linear.
        let most = Double(liveSteps(layers: spec.layers.count))
        return (rates.price * 8 + 800) * (min(most * 2, span * 120 + most) + 1)
    }
}
