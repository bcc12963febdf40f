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
        guard maskPaths.count < Layer.Mask.maximumPaths else {
            let allowed = "at most \(Layer.Mask.maximumPaths) mask paths in a layer's animations"
            fault(.tooMuch, at: pointer, found: "a further path", allowed: allowed)
            return nil
        }
        maskPaths.append(path)
        return Double(maskPaths.count - 1)
    }
}

extension SIMD4<Double> {
    /// Creates the value of a path that is both the first and the last of its animation.
    init(path place: Double) { self.init(place, place, place, 1) }
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
            found: "contents without a path, together with an animation of mask.path",
            allowed: "an asset with a path"
        )
    }
}

extension Layer.Mask {
    /// Morphs that ``path`` indexes, in sprite units of the mask's asset: from each of ``paths`` to the next, then the
    /// last to itself. Empty if no animation sets the path.
    package func morphs(of asset: Asset) -> [PathMorph] {
        let outlines = pathAssets(of: asset).map(\.outline)
        return zip(outlines, outlines.dropFirst() + outlines.suffix(1)).map { PathMorph(from: $0, to: $1) }
    }

    /// Copies of the asset with its path replaced by each of ``paths``.
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
    /// The outline at a fractional index among the paths; `nil` if empty.
    package func outline(at place: Double) -> Outline? {
        guard !isEmpty else { return nil }
        let index = Swift.max(0, Swift.min(count - 1, Int(place)))
        return self[index].outline(at: place - Double(index))
    }
}
