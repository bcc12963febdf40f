internal import EffectModel

/// Draws the items of a layer, each by what its sprite is made of.
struct ItemDrawer {
    private let kinds: [Kind]
    private var shapes: ShapeFiller
    private var ribbons = RibbonFiller()

    /// What a sprite is made of, without its data.
    private enum Kind {
        case outline, dot, picture
    }

    init(_ sprites: [Sprite]) {
        kinds = sprites.map { sprite in
            switch sprite.contents {
            case .outline: .outline
            case .dot: .dot
            case .picture: .picture
            }
        }
        shapes = ShapeFiller(sprites)
    }

    /// Draws a layer's items; `false` when it was stopped before the end.
    mutating func draw(_ group: DrawList.Group, on target: inout Bitmap, _ isStopped: () -> Bool) -> Bool {
        for (number, item) in group.items.enumerated() {
            if number % 32 == 31, isStopped() { return false }
            if group.ribbons.indices.contains(item.ribbon) {
                ribbons.draw(group.ribbons[item.ribbon], blend: group.blend, on: &target)
            }
            guard kinds.indices.contains(item.sprite) else { continue }
            switch kinds[item.sprite] {
            case .outline, .dot: shapes.draw(item, blend: group.blend, on: &target)
            case .picture: continue
            }
        }
        return true
    }
}
