/// What it costs to cut parts out of outlines: tiles, and what a `contentsRect` shows.
extension RenderCost {
    /// Adds what it takes to cut a part out of an outline, for each of `count` of them. They are kept, one for each power
    /// of two of their sizes, as long as there is room.
    ///
    /// - Parameters:
    ///   - scale: The largest, in points per sprite unit.
    ///   - isSteady: Whether it is always the same.
    mutating func addCuts(of asset: Asset, scale: Double, isSteady: Bool, count: Double, _ spec: EffectSpec) {
        switch asset.content {
        case .picture, .shape(.dot): return
        case .shape, .path, .glyphs: break
        }
        let lines = Double(asset.outline.lineCount(at: 2 * scale * spec.canvas.scale))
        var each = lines * Self.workPerCut
        if asset.outline.fillRule == .evenodd {
            // Which contours are holes in which.
            let contours = Double(asset.outline.contourCount)
            each += min(contours * lines, Self.mostNested) * Self.workPerNested
        }
        // Rounding may lead a steady one to either side of a power. Without room, all are cut again and again.
        let sizes = isSteady ? 2 : 64
        let hasRoom = lines * count * Double(sizes) < Self.keptPoints
        work += each * count * Double(hasRoom ? min(frames, sizes) : frames)
    }

    /// A line, cut at four sides.
    private static let workPerCut = 250.0
    /// A line, and a contour that it may go around.
    private static let workPerNested = 2.0
    /// As in the rasterizer: beyond, nothing is nested.
    private static let mostNested = 1_048_576.0
    /// As in the rasterizer: points that it keeps.
    private static let keptPoints = 1_048_576.0
}
