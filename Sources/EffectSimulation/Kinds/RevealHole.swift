internal import EffectModel

/// The growing shape of a reveal, as a mask over time.
struct RevealHole: Sendable {
    private let reveal: Reveal
    private let canvas: Canvas
    private let sprite: Int
    /// Radius of the shape, in sprite units.
    private let radius: Double
    private let alpha: Double
    private let morph: PathMorph?

    init(_ reveal: Reveal, of spec: EffectSpec, sprites: inout SpriteTable) {
        self.reveal = reveal
        canvas = spec.canvas
        let extent = SIMD2(spec.canvas.width, spec.canvas.height)
        var asset = Asset(circle: 12)
        var morph: PathMorph?
        switch reveal.shape {
        case .circle, .iris: break
        case .asset(let contents): asset = spec.asset(of: contents, owner: "reveal")?.asset ?? asset
        case .blinds: asset = Asset(box: extent)
        case .morph(let from, let to):
            asset = Asset(path: to, box: extent)
            morph = PathMorph(from: Asset(path: from, box: extent).outline, to: asset.outline)
        }
        self.morph = morph
        radius = asset.size.max() / 2
        alpha = asset.tint.components.w.rounded(to: 1e4)
        sprite = sprites.add([Sprite(name: "reveal", asset: asset)])
    }

    /// Mask with the shape at a moment; `nil` while there is nothing of it.
    ///
    /// - Parameter progress: Growth of the shape: 0 at its start, 1 at its end, possibly beyond with an easing.
    func mask(at progress: Double, _ moment: LayerContext.Moment) -> DrawList.Mask? {
        let extent = SIMD2(canvas.width, canvas.height)
        var (place, grown, turn) = (extent / 2, 1.0, 0.0)
        var outline: Outline?
        switch reveal.shape {
        case .blinds(let count, let angle):
            if progress <= 0 { return nil }
            outline = RevealShape.blinds(
                count: count,
                angle: angle,
                open: progress,
                on: extent,
                feather: reveal.feather
            )
        case .morph: outline = morph?.outline(at: progress)
        case .circle, .asset, .iris:
            let end = reveal.lastRadius(on: extent)
            let size = reveal.radius(grown: progress, to: end)
            if size <= 0 { return nil }
            (place, grown) = (reveal.center, size / radius)
            turn = reveal.rotation + reveal.turn * progress
            if case .iris(let blades) = reveal.shape {
                let unit = RevealShape.iris(blades: blades, blade: end / size)
                outline = unit.scaled(by: radius)
            }
        }
        let own = View(of: moment.layer, on: canvas, preservesDepth: false)
        let middle = own.pixels(SIMD3(place, 0))?.place ?? .zero
        let transform = moment.layer.transform
        let scale = SIMD2(repeating: grown * canvas.scale) * transform.scale
        let feather = reveal.feather * canvas.scale * abs(transform.scale.x * transform.scale.y).squareRoot()
        var mask = DrawList.Mask(
            sprite: sprite,
            position: SIMD2(middle.x.rounded(to: 256), middle.y.rounded(to: 256)),
            scale: SIMD2(scale.x.rounded(to: 1e6), scale.y.rounded(to: 1e6)),
            // Turn and rotation follow the scale, which is exact for a uniform layer scale. Angles within an outline
            // are exact anyway.
            rotation: (transform.rotation + turn).rounded(to: 1e6),
            alpha: alpha,
            outline: outline,
            feather: min(DrawList.Mask.largestFeather, feather).rounded(to: 256)
        )
        mask.move(by: moment.outer, on: canvas)
        return mask
    }
}
