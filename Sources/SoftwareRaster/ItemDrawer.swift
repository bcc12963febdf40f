internal import EffectModel

/// Draws the items of a layer, each by the kind of its sprite.
struct ItemDrawer {
    /// Widths and heights of the sprites, in sprite units.
    private let sizes: [SIMD2<Double>]
    private let kinds: [Kind]
    private let dotShapes: [DotShape]
    private let pictureShapes: [PictureShape?]
    private var shapes: ShapeFiller
    private var ribbons = RibbonFiller()
    private var dots = DotFiller()
    private var pictures = PictureFiller()

    /// Kind of a sprite's contents, without the data.
    private enum Kind {
        case outline, dot, picture
    }

    init(_ sprites: [Sprite]) {
        sizes = sprites.map(\.size)
        kinds = sprites.map { sprite in
            switch sprite.contents {
            case .outline: .outline
            case .dot: .dot
            case .picture: .picture
            }
        }
        dotShapes = sprites.map(DotShape.init)
        pictureShapes = sprites.map(PictureShape.init)
        shapes = ShapeFiller(sprites)
    }

    /// Draws a layer's items; returns `false` if it was canceled before the end.
    mutating func draw(
        _ group: DrawList.Group,
        on target: inout some DrawingTarget,
        _ isStopped: () -> Bool
    ) -> Bool {
        // Cancellation is checked after a number of pixels or items, since a clock costs more than a small item.
        var pixels = 0.0
        for item in group.items {
            pixels += size(of: item)
            if pixels > Self.pixelsAtOnce {
                if isStopped() { return false }
                pixels = 0
            }
            if group.ribbons.indices.contains(item.ribbon) {
                ribbons.draw(group.ribbons[item.ribbon], blend: group.blend, on: &target)
            }
            if let outline = item.outline {
                guard group.outlines.indices.contains(outline) else { continue }
                shapes.draw(group.outlines[outline], as: item, group.blend, on: &target)
            } else {
                draw(item, blend: group.blend, on: &target)
            }
        }
        return true
    }

    private static let pixelsAtOnce = 262_144.0

    /// Approximate pixels of an item, at least a thirty-second of ``pixelsAtOnce``.
    private func size(of item: DrawList.Item) -> Double {
        let least = Self.pixelsAtOnce / 32
        guard item.ribbon < 0, sizes.indices.contains(item.sprite) else { return Self.pixelsAtOnce }
        let size = sizes[item.sprite] * item.scale
        return max(least, abs(size.x * size.y))
    }

    /// Draws an outline in place of an item's own.
    mutating func draw(_ outline: Outline, as item: DrawList.Item, on target: inout some DrawingTarget) {
        shapes.draw(outline, as: item, on: &target)
    }

    /// Draws one item.
    mutating func draw(_ item: DrawList.Item, blend: DrawList.Blend, on target: inout some DrawingTarget) {
        guard kinds.indices.contains(item.sprite) else { return }
        switch kinds[item.sprite] {
        case .outline: shapes.draw(item, blend: blend, on: &target)
        case .dot: dots.draw(dotShapes[item.sprite], item: item, blend: blend, on: &target)
        case .picture:
            if let shape = pictureShapes[item.sprite] { pictures.draw(shape, item: item, blend: blend, on: &target) }
        }
    }
}
