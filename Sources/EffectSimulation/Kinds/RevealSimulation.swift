internal import EffectModel

/// One picture gives way to another through a circle.
struct RevealSimulation: LayerSimulation {
    private let stage: LayerStage
    private let reveal: Reveal
    private let from: Figure?
    private let to: Figure?
    /// Of the circle, and its diameter in sprite units.
    private let circle: (sprite: Int, size: Double)
    private let firstID: Int

    var count: Int { 2 }
    var depths: [Double] { [0, 0] }
    /// Each picture is seen through a mask of its own.
    var isOneWhole: Bool { false }

    init(_ reveal: Reveal, _ stage: LayerStage, of spec: EffectSpec, firstID: Int, sprites: inout SpriteTable) {
        self.stage = stage
        self.reveal = reveal
        self.firstID = firstID
        from = Figure(covering: reveal.from, owner: "from", spec, sprites: &sprites)
        to = Figure(covering: reveal.to, owner: "to", spec, sprites: &sprites)
        let shape = Asset(circle: 12)
        circle = (sprites.add([Sprite(name: "reveal", asset: shape)]), shape.size.x)
    }

    func groups(at time: Double, of births: Int) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: time, restarts: true) else { return [nil, nil] }
        let canvas = stage.canvas
        let view = View(of: moment.layer, on: canvas, preservesDepth: false)
        let extent = SIMD2(canvas.width, canvas.height)
        func group(_ figure: Figure?, _ number: Int) -> DrawList.Group? {
            guard let (place, _) = view.pixels(SIMD3(extent / 2, 0)) else { return nil }
            let item = figure?.item(
                id: firstID + number,
                cell: number,
                age: moment.now,
                at: place,
                view.linear ?? .identity,
                on: canvas
            )
            return stage.group(item.map { [$0] } ?? [], at: moment)
        }
        guard let radius = reveal.radius(at: moment.now, on: extent) else { return [group(to, 0), nil] }
        // Nothing to cut yet: no circle has to be looked at.
        if !reveal.reverse, radius <= 0 { return [nil, group(from, 1)] }
        var old = group(from, 1)
        let middle = view.pixels(SIMD3(reveal.center, 0))?.place ?? .zero
        let grown = 2 * radius / circle.size * canvas.scale
        let scale = SIMD2(repeating: grown) * moment.layer.transform.scale
        old?.mask = DrawList.Mask(
            sprite: circle.sprite,
            position: SIMD2(middle.x.rounded(to: 256), middle.y.rounded(to: 256)),
            scale: SIMD2(scale.x.rounded(to: 1e6), scale.y.rounded(to: 1e6)),
            rotation: moment.layer.transform.rotation.rounded(to: 1e6),
            isInverted: !reveal.reverse
        )
        var new = group(to, 0)
        // Where the whole fades, nothing of the new picture may shine through the old one.
        if moment.opacity < 1 || moment.layer.blend != nil {
            new?.mask = old?.mask
            new?.mask?.isInverted = reveal.reverse
        }
        return [new, old]
    }
}

extension Figure {
    /// Contents that cover the canvas.
    init?(covering contents: Contents, owner: String, _ spec: EffectSpec, sprites: inout SpriteTable) {
        guard let found = spec.asset(of: contents, owner: owner) else { return nil }
        let size = found.asset.size(covering: SIMD2(spec.canvas.width, spec.canvas.height))
        self.init(found, size: size, sprites: &sprites)
    }
}
