import EffectModel
import StrictJSON

/// Scenes of presets on canvases of other sizes.
extension PresetEditor {
    /// Parts of an emitter's `density` that a parameter sets itself.
    enum DensityPart: String {
        case births, lifetimes
    }

    /// Lets an effect that stops play until its last particle is gone, where no parameter sets the duration: the last frame
    /// stays on the page.
    mutating func playToTheEnd() {
        let duration = ["timing", "duration"]
        guard let end, writer(of: duration) == nil else { return }
        switch self[["timing", "loop"]] {
        case "once", .number: break
        default: return
        }
        // Particles that live longer, or shorter, move the end. Where they fall out of sight long before, they do not.
        let change = ownLife < end + 0.5 ? longestLife - ownLife : 0
        setUnchecked(.number(min(30, max(0.1, end + change))), at: duration)
    }

    /// The longest lifetime of particles that parameters act on, in seconds.
    var longestLife: Double {
        cells.map { cell in
            switch self[cell + ["lifetime"]] {
            case .number(let life): life
            case .array(let ends): ends.last?.double ?? 0
            default: 0
            }
        }.max() ?? 0
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
