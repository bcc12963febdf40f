import EffectModel

/// Costs of cutting parts out of outlines: tiles, and parts shown by a `contentsRect`.
extension RenderCost {
    /// Adds the cost of cutting `count` parts out of an outline. Cuts are cached for each power of two of the scale, as
    /// long as the cache has room.
    ///
    /// - Parameters:
    ///   - scale: Largest scale in points per sprite unit.
    ///   - isSteady: Whether the scale is constant.
    mutating func addCuts(of asset: Asset, scale: Double, isSteady: Bool, count: Double, _ spec: EffectSpec) {
        switch asset.content {
        case .picture, .shape(.dot): return
        case .shape, .path, .glyphs: break
        }
        let lines = Double(asset.outline.lineCount(at: 2 * scale * spec.canvas.scale))
        var each = lines * Self.workPerCut
        if asset.outline.fillRule == .evenodd {
            // Cost of finding which contours are holes of which.
            let contours = Double(asset.outline.contourCount)
            each += min(contours * lines, Self.mostNested) * Self.workPerNested
        }
        // Rounding may put a constant scale on either side of a power of two. If the cache is full, every frame cuts
        // again.
        let sizes = isSteady ? 2 : 64
        let hasRoom = lines * count * Double(sizes) < Self.keptPoints
        work += each * count * Double(hasRoom ? min(frames, sizes) : frames)
    }

    /// Work per line, cut at four sides.
    private static let workPerCut = 250.0
    /// Work per pair of a line and a contour that it may enclose.
    private static let workPerNested = 2.0
    /// Rasterizer's limit, beyond which nothing is nested.
    private static let mostNested = 1_048_576.0
    /// Rasterizer's cache size in points.
    private static let keptPoints = 1_048_576.0
}
