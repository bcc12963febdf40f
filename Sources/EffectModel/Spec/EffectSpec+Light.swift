extension EffectSpec {
    /// Whether faint things may meet on one pixel in numbers: soft spots, light that adds up, smoke. A canvas that rounds each of them to 8
    /// bits a channel shows grain and rings; it has to keep more until all is drawn.
    public var sumsLight: Bool { layers.contains { sumsLight($0) } }

    private func sumsLight(_ layer: Layer) -> Bool {
        switch layer.content {
        case .emitter(let emitter): sumsLight(emitter)
        // Its emoji are added to each other.
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

    /// Whether most of what is seen of a cell's particles is translucent.
    private func isFaint(_ cell: EmitterCell) -> Bool {
        // The range is as wide as the convention at hand has it, at most.
        if cell.color.components.w + abs(cell.colorRange.w) <= Self.faintestSolid { return true }
        guard let asset = asset(of: cell)?.asset else { return false }
        return switch asset.content {
        case .shape(.dot): true
        case .picture(let picture, _): picture.isSoft
        case .shape, .path, .glyphs: false
        }
    }

    /// With more alpha than that, few pieces hide what is below them.
    private static let faintestSolid = 0.5
}
