internal import EffectModel

/// Draws items, each as its sprite's contents ask for.
struct SpritePainter {
    private let sprites: [Sprite]
    private var shapes: ShapeFiller
    private var dots: DotFiller
    private var pictures: PictureFiller

    /// For bitmaps of this size.
    init(_ sprites: [Sprite], width: Int, height: Int) {
        self.sprites = sprites
        shapes = ShapeFiller(sprites)
        dots = DotFiller(width: width, height: height)
        pictures = PictureFiller(width: width, height: height)
    }

    /// Draws a layer's items; `false` when it was stopped before the end.
    mutating func draw(_ group: DrawList.Group, on target: inout Bitmap, _ isStopped: () -> Bool) -> Bool {
        for (number, item) in group.items.enumerated() {
            if number % 32 == 31, isStopped() { return false }
            draw(item, group.blend, on: &target)
        }
        return true
    }

    /// Draws one item.
    mutating func draw(_ item: DrawList.Item, _ blend: DrawList.Blend, on target: inout Bitmap) {
        guard sprites.indices.contains(item.sprite) else { return }
        switch sprites[item.sprite].contents {
        case .outline:
            shapes.draw(item, blend: blend, on: &target)
        case .dot:
            dots.draw(sprites[item.sprite], at: Placement(item), item.color, blend, on: &target)
        case .picture(let picture):
            pictures.draw(picture, of: sprites[item.sprite], at: Placement(item), Ink(item.color), blend, on: &target)
        }
    }
}
