internal import EffectModel

/// An asset that is drawn at a size of its own, anywhere.
struct Figure: Sendable {
    /// Index of its sprite.
    let sprite: Int
    /// Points across and down at scale 1.
    let size: SIMD2<Double>
    /// Sprite units across and down.
    private let spriteSize: SIMD2<Double>
    /// How far what is drawn reaches from its middle, in sprite units across and down: a path may leave its box.
    private let reach: SIMD2<Double>
    /// Its tint and colour.
    private(set) var color: SIMD4<Double>

    /// - Parameter size: In points; `nil` is the asset's own.
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

    /// One of which the sprite stands at `index` already.
    init(_ sprite: Sprite, at index: Int, size: SIMD2<Double>, color: SIMD4<Double>) {
        (self.sprite, self.size, self.color) = (index, size, color)
        spriteSize = sprite.size
        reach = sprite.reach
    }

    /// The same, its colour multiplied.
    func tinted(_ factor: SIMD4<Double>) -> Figure {
        var figure = self
        figure.color *= factor
        return figure
    }

    /// As an item, in pixels; `nil` if nothing would be seen of it.
    ///
    /// - Parameters:
    ///   - place: Of its middle, in pixels.
    ///   - linear: From points of its own to points of the canvas.
    ///   - opacity: Multiplies its alpha.
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
        // Whether anything is seen is asked of the figure, not of its sprite, which may be any number of units large.
        let box = size * canvas.scale
        guard color.w > 0, Linear(right: linear.right * box.x, down: linear.down * box.y).parts != nil,
            let parts = Linear(right: linear.right * factor.x, down: linear.down * factor.y).partsOfAny
        else { return nil }
        let reach = (self.reach * parts.scale).length * (1 + abs(parts.skew)) + 1
        guard place.x > -reach, place.y > -reach, place.x < Double(canvas.pixelWidth) + reach,
            place.y < Double(canvas.pixelHeight) + reach
        else { return nil }
        return DrawList.Item(
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

extension Linear {
    static let identity = Linear(right: SIMD2(1, 0), down: SIMD2(0, 1))

    /// The same in both directions, then turned.
    init(scaled factor: Double, thenTurned rotation: Double = 0) {
        self.init(scaled: SIMD2(factor, factor), thenTurned: rotation)
    }
}
