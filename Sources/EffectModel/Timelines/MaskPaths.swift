extension SIMD4<Double> {
    /// Creates the value of a path that is both the first and the last of its animation.
    package init(path place: Double) { self.init(place, place, place, 1) }
}

extension Layer.Mask {
    /// Morphs that ``path`` indexes, in sprite units of the mask's asset: from each of ``paths`` to the next, then the
    /// last to itself. Empty if no animation sets the path.
    package func morphs(of asset: Asset) -> [PathMorph] {
        let outlines = pathAssets(of: asset).map(\.outline)
        return zip(outlines, outlines.dropFirst() + outlines.suffix(1)).map { PathMorph(from: $0, to: $1) }
    }

    /// Copies of the asset with its path replaced by each of ``paths``.
    package func pathAssets(of asset: Asset) -> [Asset] {
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
