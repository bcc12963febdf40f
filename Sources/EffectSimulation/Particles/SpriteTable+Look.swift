internal import EffectModel

extension SpriteTable {
    /// Returns the sprites that `cell` draws, after adding them to the table; `nil` if it draws nothing.
    mutating func look(of cell: EmitterCell, in spec: EffectSpec) -> CellDynamics.Look? {
        var frames = cell.frames
        if !cell.choices.isEmpty { return choices(of: cell, in: spec) }
        guard let (name, asset) = spec.asset(of: cell) else {
            frames.mode = .single
            return cell.trail.map { _ in
                CellDynamics.Look(sprite: -1, frames: frames, radius: 0, breadth: 0, tint: .one)
            }
        }
        let isSheet = cell.frames.count > 1 && cell.frames.mode != .single
        let single = min(cell.frames.count - 1, Int(cell.frames.first))
        let shown = isSheet ? 0..<cell.frames.count : single..<single + 1
        let parts = shown.map { cell.frames.part($0, of: cell.contentsRect) }
        let made = parts.map { Sprite(name: name, asset: asset, part: $0, sampling: cell.sampling) }
        if !isSheet { frames.mode = .single }
        return CellDynamics.Look(
            sprite: add(made),
            frames: frames,
            radius: made[0].radius,
            breadth: made[0].size.min(),
            tint: asset.tint.components
        )
    }

    /// Returns the images of which each particle of `cell` shows one.
    private mutating func choices(of cell: EmitterCell, in spec: EffectSpec) -> CellDynamics.Look {
        let assets = spec.assets(of: cell)
        let part = cell.contentsRect
        let made = assets.map { Sprite(name: $0.name, asset: $0.asset, part: part, sampling: cell.sampling) }
        return CellDynamics.Look(
            sprite: add(made),
            frames: SheetFrames(),
            radius: made.map(\.radius).max() ?? 0,
            breadth: made.map { $0.size.min() }.max() ?? 0,
            tint: .one,
            tints: assets.map(\.asset.tint.components)
        )
    }

    /// Union of the rims of all images that a cell may draw; `nil` if it draws none.
    mutating func rim(of look: CellDynamics.Look) -> Rim? {
        guard look.sprite >= 0 else { return nil }
        return rim(
            ofSprites: look.sprite..<look.sprite
                + (look.frames.mode == .single ? max(1, look.tints.count) : look.frames.count)
        )
    }
}
