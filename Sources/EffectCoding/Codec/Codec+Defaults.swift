import EffectCost
import EffectModel
import StrictJSON

extension Codec {
    /// Default members of `json` that are independent of their context: of the canvas, the duration, the seed, and
    /// document-wide emitter settings.
    func defaults(of json: JSONValue = [:]) -> [JSONValue.Member] {
        func written(_ canvas: SIMD2<Double>, _ change: (ReadContext) -> Void) -> [JSONValue.Member] {
            let context = ReadContext(limits: RenderLimits())
            context.canvas = canvas
            context.animationsLeft = 1
            change(context)
            guard let value = read(json, "", context), case .object(let members) = write(value) else { return [] }
            return members
        }
        let one = written(SIMD2(375, 500)) { _ in }
        let other = written(SIMD2(1000, 100)) { context in
            context.duration = 0.7
            context.seed = "another"
            context.prewarm = .steady
            context.rangeConvention = .half
        }
        return one.filter(other.contains)
    }
}
