import EffectModel
import StrictJSON

/// Scenes of presets on canvases of other sizes.
extension PresetEditor {
    /// Parts of an emitter's `density` that a parameter sets itself.
    enum DensityPart: String {
        case births, lifetimes
    }

    /// Keeps the preset's own size as its scene where parameters change the canvas, if the preset states a fit.
    ///
    /// A parameter that asks for `native` lays the canvas out without a scene. So does one that is too far from the
    /// scene to be fitted.
    mutating func keepScene() {
        guard let fit = self[["canvas", "fit"]]?.text, self[["canvas", "scene"]] == nil else { return }
        guard fit != Canvas.Fit.native.rawValue || writer(of: ["canvas", "fit"]) == nil else { return }
        let usual = Canvas()
        let size = [
            self[["canvas", "width"]] ?? .number(usual.width), self[["canvas", "height"]] ?? .number(usual.height),
        ]
        guard case .array(let own) = ownSize, own != size else { return }
        let isFar = zip(own, size).contains { own, side in
            guard let own = own.double, let side = side.double else { return false }
            return side > own * Canvas.largestFit || side * Canvas.largestFit < own
        }
        if !isFar { setUnchecked(ownSize, at: ["canvas", "scene"]) }
    }

    /// Takes a part out of the density of the emitters whose cells parameters act on: a number in a URL is exact.
    mutating func fixDensity(of part: DensityPart) {
        for emitter in emitters where cells.contains(where: { $0.starts(with: emitter) }) {
            switch self[emitter + ["density"]]?.text {
            case "area": setUnchecked(part == .births ? "lifetimes" : "births", at: emitter + ["density"])
            case part.rawValue: setUnchecked("fixed", at: emitter + ["density"])
            default: break
            }
        }
    }
}
