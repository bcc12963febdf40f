import EffectModel
import StrictJSON

/// Scenes of presets on canvases of other sizes.
extension PresetEditor {
    /// Parts of an emitter's `density` that a parameter sets itself.
    enum DensityPart: String {
        case births, lifetimes
    }

    /// Keeps the scene that the preset states, or else its own size, where parameters change the canvas of a preset
    /// that states a fit. A canvas of the preset's own size needs none.
    ///
    /// A parameter that asks for `native` lays the canvas out without a scene. So does one that is too far from the
    /// scene to be fitted.
    mutating func keepScene() {
        let place = ["canvas", "scene"]
        guard let fit = self[["canvas", "fit"]]?.text, writer(of: place) == nil else { return }
        guard fit != Canvas.Fit.native.rawValue || writer(of: ["canvas", "fit"]) == nil else { return }
        let usual = Canvas()
        let size = [
            self[["canvas", "width"]] ?? .number(usual.width), self[["canvas", "height"]] ?? .number(usual.height),
        ]
        guard case .array(let own) = ownSize, case .array(let scene) = self[place] ?? ownSize else { return }
        let isFar = zip(scene, size).contains { own, side in
            guard let own = own.double, let side = side.double else { return false }
            return side > own * Canvas.largestFit || side * Canvas.largestFit < own
        }
        if own == size || isFar { removeUnchecked(place) } else { setUnchecked(.array(scene), at: place) }
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
