internal import EffectModel

/// Draws the items of a layer, each by what its sprite is made of.
struct ItemDrawer {
    private let sprites: [Sprite]
    private let kinds: [Kind]
    private var shapes: ShapeFiller
    private var ribbons = RibbonFiller()
    private var dots = DotFiller()
    private var pictures = PictureFiller()

    /// What a sprite is made of, without its data.
    private enum Kind {
        case outline, dot, picture
    }

    init(_ sprites: [Sprite]) {
        self.sprites = sprites
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
            draw(item, blend: group.blend, on: &target)
        }
        return true
    }

    /// Draws one item.
    mutating func draw(_ item: DrawList.Item, blend: DrawList.Blend, on target: inout Bitmap) {
        guard kinds.indices.contains(item.sprite) else { return }
        switch kinds[item.sprite] {
        case .outline: shapes.draw(item, blend: blend, on: &target)
        case .dot: dots.draw(sprites[item.sprite], item, blend, on: &target)
        case .picture: pictures.draw(sprites[item.sprite], item, blend, on: &target)
        }
    }
}
