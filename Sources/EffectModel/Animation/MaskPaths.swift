/// Paths that animations lead a mask through. Values of animations are numbers: a path is its place among all of the layer's, and
/// between two places one becomes the other.
extension ReadContext {
    /// The place of one more path; `nil` after noting that they are too many.
    ///
    /// - Parameter path: `nil` is the mask's own.
    func addMaskPath(_ path: SVGPath?, at pointer: String) -> Double? {
        pathSegmentsLeft -= path?.outline.segments.count ?? 0
        guard pathSegmentsLeft >= 0 else {
            let allowed =
                "at most \(Animation.maximumPathSegments) lines and curves in all paths of a layer's animations"
            fault(.tooMuch, at: pointer, found: "one more path", allowed: allowed)
            return nil
        }
        guard maskPaths.count < Layer.Mask.maximumPaths else {
            let allowed = "at most \(Layer.Mask.maximumPaths) paths of a mask in a layer's animations"
            fault(.tooMuch, at: pointer, found: "one more path", allowed: allowed)
            return nil
        }
        maskPaths.append(path)
        return Double(maskPaths.count - 1)
    }
}

extension SIMD4<Double> {
    /// A path that is the first and the last of its animation.
    init(path place: Double) { self.init(place, place, place, 1) }
}

extension AnimatableAccess {
    /// A value of the property as it is written; `nil` for one that is left out.
    ///
    /// - Parameter paths: Those of the layer's mask.
    func json(of found: SIMD4<Double>, _ paths: [SVGPath?]) -> JSONValue? {
        guard kind == .path else { return value.write(found) }
        let index = Int(found.x)
        return paths.indices.contains(index) ? paths[index].map(SVGPath.codec.write) : nil
    }
}

extension EffectSpec {
    /// Notes a fault for a mask that animations want to have a path, and that has none.
    static func checkMaskPaths(of layer: Layer, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        guard let mask = layer.mask, !mask.paths.isEmpty, let asset = spec.asset(of: mask)?.asset else { return }
        if case .path = asset.content { return }
        context.fault(
            .conflict,
            at: "\(pointer)/mask/contents",
            found: "contents that are no path, beside an animation of mask.path",
            allowed: "an asset with a path"
        )
    }
}

extension Layer.Mask {
    /// Ways that ``path`` leads along, in sprite units of the mask's asset: for each of ``paths`` the way to the next one, the last of
    /// which stays. Empty where no animation leads through any.
    package func morphs(of asset: Asset) -> [PathMorph] {
        let outlines = pathAssets(of: asset).map(\.outline)
        return zip(outlines, outlines.dropFirst() + outlines.suffix(1)).map { PathMorph(from: $0, to: $1) }
    }

    /// The asset with each of ``paths`` in place of its own.
    func pathAssets(of asset: Asset) -> [Asset] {
        guard case .path(let own, let origin, let extent) = asset.content else { return [] }
        return paths.map { path in
            var other = asset
            other.content = .path(path ?? own, origin: origin, extent: extent)
            other.outline = other.makeOutline()
            return other
        }
    }
}

extension [PathMorph] {
    /// The outline at a place among the paths.
    package func outline(at place: Double) -> Outline? {
        guard !isEmpty else { return nil }
        let index = Swift.max(0, Swift.min(count - 1, Int(place)))
        return self[index].outline(at: place - Double(index))
    }
}
