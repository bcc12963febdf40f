extension EffectSpec {
    /// Whether anything is blurred or spreads light.
    package var hasLight: Bool { canvas.bloom?.isVisible == true || layers.contains(where: \.hasLight) }

    /// Whether many faint items may overlap on a pixel: soft spots, additive light, smoke. Rounding each to 8 bits per
    /// channel would show noise and banding, so the canvas needs more precision until all items are drawn.
    public var sumsLight: Bool { hasLight || layers.contains { sumsLight($0) } }

    private func sumsLight(_ layer: Layer) -> Bool {
        switch layer.content {
        case .emitter(let emitter): sumsLight(emitter)
        // A like's emoji are blended additively.
        case .like: true
        case .sprite, .shape, .firework, .fountain, .reveal, .transition, .shatter, .group: false
        }
    }

    private func sumsLight(_ emitter: Emitter) -> Bool {
        let cells = emitter.allCells
        if cells.isEmpty { return false }
        switch emitter.renderMode {
        case .additive, .cheapAdditive, .screen, .maximum: return true
        case .unordered, .oldestFirst, .oldestLast, .backToFront: return cells.contains { isFaint($0) }
        }
    }

    /// Whether most visible pixels of a cell's particles are translucent.
    private func isFaint(_ cell: EmitterCell) -> Bool {
        // Upper bound: the range may be narrower by its convention.
        let most = cell.colors.map(\.color.components.w).max() ?? 1
        if cell.color.components.w * most + abs(cell.colorRange.w) <= Self.faintestSolid { return true }
        return assets(of: cell).contains { choice in
            switch choice.asset.content {
            case .shape(.dot): true
            case .picture(let picture, _): picture.isSoft
            case .shape, .path, .glyphs: false
            }
        }
    }

    /// Alpha above which few items hide what is below them.
    private static let faintestSolid = 0.5
}
