import EffectCost
import EffectModel

extension RenderCost {
    /// Records a fault for each exceeded budget. Work is checked elsewhere, because it depends on the output format.
    func check(_ spec: EffectSpec, _ context: ReadContext) {
        for excess in excesses(over: context.limits) {
            context.fault(.tooMuch, at: excess.pointer, found: excess.found, allowed: excess.allowed)
        }
        for (index, count) in bodies.sorted(by: { $0.key < $1.key }) where !(count <= Double(Dynamics.maximumItems)) {
            let found = "\(Self.text(count)) rigid bodies at once"
            let allowed = "at most \(Dynamics.maximumItems): fewer particles, or shorter lifetimes"
            context.fault(.tooMuch, at: spec.pointer(toLayer: index) + "/dynamics", found: found, allowed: allowed)
        }
    }
}
