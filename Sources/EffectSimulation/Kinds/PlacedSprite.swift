internal import EffectModel

/// An asset drawn at a given size, at any position.
struct PlacedSprite: Sendable {
    /// Index of the sprite.
    let sprite: Int
    /// Width and height at scale 1, in points.
    let size: SIMD2<Double>
    /// Width and height of the sprite, in sprite units.
    private let spriteSize: SIMD2<Double>
    /// Reach of the drawn content from the center across and down, in sprite units: a path may exceed its box.
    private let reach: SIMD2<Double>
    /// Product of tint and color.
    private(set) var color: SIMD4<Double>

    /// - Parameter size: Size in points; `nil` for the asset's own size.
    init(
        _ asset: (name: String, asset: Asset),
        part: UnitRectangle = .whole,
        size: SIMD2<Double>? = nil,
        color: Color = .white,
        sprites: inout SpriteTable
    ) {
        let made = Sprite(name: asset.name, asset: asset.asset, part: part)
        let tint = asset.asset.tint.components
        self.init(made, at: sprites.add([made]), size: size ?? made.size, color: tint * color.components)
    }

    /// Creates a figure of a sprite that is already in the table at `index`.
    init(_ sprite: Sprite, at index: Int, size: SIMD2<Double>, color: SIMD4<Double>) {
        (self.sprite, self.size, self.color) = (index, size, color)
        spriteSize = sprite.size
        reach = sprite.reach
    }

    /// The sprite with its color multiplied by `factor`.
    func tinted(_ factor: SIMD4<Double>) -> PlacedSprite {
        var figure = self
        figure.color *= factor
        return figure
    }

    /// Draw-list item in pixels; `nil` if it would be invisible.
    ///
    /// - Parameters:
    ///   - place: Position of the center, in pixels.
    ///   - linear: Map from points of the figure to points of the canvas.
    ///   - opacity: Factor for the alpha.
    func item(
        id: Int,
        cell: Int,
        age: Double,
        at place: SIMD2<Double>,
        _ linear: Linear,
        opacity: Double = 1,
        on canvas: Canvas
    ) -> DrawList.Item? {
        var color = color
        color.w *= opacity
        color = color.clamped.rounded
        let factor = size / spriteSize * canvas.scale
        // Visibility depends on the figure's size, not on its sprite's, which may be any number of units.
        let box = size * canvas.scale
        guard color.w > 0, Linear(right: linear.right * box.x, down: linear.down * box.y).parts != nil,
            let parts = Linear(right: linear.right * factor.x, down: linear.down * factor.y).partsOfAny
        else { return nil }
        let reach = (self.reach * parts.scale).length * (1 + abs(parts.skew)) + 1
        guard canvas.mayShow(place, reach: reach) else { return nil }
        return DrawList.Item(
            id: id,
            cell: cell,
            sprite: sprite,
            age: age,
            at: place,
            parts,
            color: color
        )
    }
}

extension Canvas {
    /// Whether something at a place in pixels may be seen: on the canvas or, where it repeats, anywhere.
    ///
    /// - Parameter reach: Distance from the place in pixels up to which something is drawn.
    func mayShow(_ place: SIMD2<Double>, reach: Double) -> Bool {
        if tile { return place.x.isFinite && place.y.isFinite && reach.isFinite }
        return place.x > -reach && place.y > -reach && place.x < Double(pixelWidth) + reach
            && place.y < Double(pixelHeight) + reach
    }
}

extension Linear {
    static let identity = Linear(right: SIMD2(1, 0), down: SIMD2(0, 1))

    /// Creates a uniform scaling followed by a rotation in radians, clockwise.
    init(scaled factor: Double, thenTurned rotation: Double = 0) {
        self.init(scaled: SIMD2(factor, factor), thenTurned: rotation)
    }
}

extension DrawList.Item {
    /// A flat item, rounded as draw lists are.
    ///
    /// - Parameters:
    ///   - place: Position in pixels.
    ///   - parts: Rotation, skew and scale.
    ///   - color: Rounded already.
    init(
        id: Int,
        cell: Int,
        sprite: Int,
        age: Double,
        at place: SIMD2<Double>,
        _ parts: (rotation: Double, skew: Double, scale: SIMD2<Double>),
        color: SIMD4<Double>
    ) {
        self.init(
            id: id,
            cell: cell,
            sprite: sprite,
            age: max(0, age).rounded(to: 1e6),
            position: SIMD2(place.x.rounded(to: 256), place.y.rounded(to: 256)),
            z: 0,
            scale: SIMD2(parts.scale.x.rounded(to: 1e6), parts.scale.y.rounded(to: 1e6)),
            skew: parts.skew.rounded(to: 1e6),
            rotation: parts.rotation.rounded(to: 1e6),
            color: color
        )
    }
}
