import EffectModel
import StrictJSON

/// Animated mask paths. Animation values are numbers, so a path is stored as its index among the layer's mask paths;
/// fractional indices morph between two paths.
extension ReadContext {
    /// Adds a path and returns its index; `nil` after recording a fault if there are too many.
    ///
    /// - Parameter path: Path to add; `nil` stands for the mask's own path.
    func addMaskPath(_ path: SVGPath?, at pointer: String) -> Double? {
        pathSegmentsLeft -= path?.outline.segments.count ?? 0
        guard pathSegmentsLeft >= 0 else {
            let allowed =
                "at most \(Animation.maximumPathSegments) lines and curves in all paths of a layer's animations"
            fault(.tooMuch, at: pointer, found: "a further path", allowed: allowed)
            return nil
        }
        guard maskPaths.count < AnimatableAccess.maximumPaths else {
            let allowed = "at most \(AnimatableAccess.maximumPaths) mask paths in a layer's animations"
            fault(.tooMuch, at: pointer, found: "a further path", allowed: allowed)
            return nil
        }
        maskPaths.append(path)
        return Double(maskPaths.count - 1)
    }
}

extension AnimatableAccess {
    /// JSON form of a value of the property; `nil` for an omitted value.
    ///
    /// - Parameter paths: Paths of the layer's mask.
    func json(of found: SIMD4<Double>, _ paths: [SVGPath?]) -> JSONValue? {
        guard kind == .path else { return value.write(found) }
        let index = Int(found.x)
        return paths.indices.contains(index) ? paths[index].map(SVGPath.codec.write) : nil
    }
}

extension EffectSpec {
    /// Records a fault if a mask's path is animated but its asset has no path.
    static func checkMaskPaths(of layer: Layer, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        guard let mask = layer.mask, !mask.paths.isEmpty, let asset = spec.asset(of: mask)?.asset else { return }
        if case .path = asset.content { return }
        context.fault(
            .conflict,
            at: "\(pointer)/mask/contents",
            found: asset.isSoftened
                ? "contents with a blur or a glow, together with an animation of mask.path"
                : "contents without a path, together with an animation of mask.path",
            allowed: "an asset with a path, without a blur or a glow"
        )
    }
}
