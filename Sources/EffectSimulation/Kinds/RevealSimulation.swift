internal import EffectModel

/// A transition from one image to another through a growing circle or other shape.
struct RevealSimulation: LayerSimulation {
    private let stage: LayerStage
    private let reveal: Reveal
    private let from: Figure?
    private let to: Figure?
    private let hole: RevealHole
    private let firstID: Int

    var count: Int { 2 }
    var depths: [Double] { [0, 0] }
    /// Whether both images are composited at once. Each has a mask of its own: with soft edges and a faint layer,
    /// compositing one after the other would let the canvas shine through along the edge.
    var isOneWhole: Bool { reveal.feather > 0 }

    init(_ reveal: Reveal, _ stage: LayerStage, of spec: EffectSpec, firstID: Int, sprites: inout SpriteTable) {
        self.stage = stage
        self.reveal = reveal
        self.firstID = firstID
        from = Figure(covering: reveal.from, owner: "from", spec, sprites: &sprites)
        to = Figure(covering: reveal.to, owner: "to", spec, sprites: &sprites)
        hole = RevealHole(reveal, of: spec, sprites: &sprites)
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil, nil] }
        let canvas = stage.canvas
        let view = stage.view(at: moment, preservesDepth: false)
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
        guard let progress = reveal.progress(at: moment.now) else { return [group(to, 0), nil] }
        let mask = hole.mask(at: progress, moment)
        // Nothing is revealed yet, so no mask is needed.
        if mask == nil { return reveal.reverse ? [group(to, 0), nil] : [nil, group(from, 1)] }
        var old = group(from, 1)
        old?.mask = mask
        old?.mask?.isInverted = !reveal.reverse
        var new = group(to, 0)
        // Where the whole layer fades, the new image must not shine through the old one.
        if moment.opacity < 1 || moment.layer.blend != nil {
            new?.mask = mask
            new?.mask?.isInverted = reveal.reverse
        }
        return [new, old]
    }
}

extension Figure {
    /// Creates a figure of contents that cover the canvas; returns `nil` if the asset is missing.
    ///
    /// - Parameter isCut: Whether the contents are clipped to the canvas.
    init?(
        covering contents: Contents,
        owner: String,
        isCut: Bool = false,
        _ spec: EffectSpec,
        sprites: inout SpriteTable
    ) {
        guard let found = spec.asset(of: contents, owner: owner) else { return nil }
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let size = found.asset.size(covering: canvas)
        guard isCut, size != canvas else {
            self.init(found, size: size, sprites: &sprites)
            return
        }
        let share = pointwiseMin(canvas / size, SIMD2(1, 1))
        let part = UnitRectangle(origin: (1 - share) / 2, size: share)
        self.init(found, part: part, size: canvas, sprites: &sprites)
    }
}
