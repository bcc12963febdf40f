internal import EffectModel

/// A transition from one image or layer to another through a growing circle or other shape.
struct RevealSimulation: LayerSimulation {
    private let stage: LayerContext
    private let reveal: Reveal
    private let from: SideSimulation
    private let to: SideSimulation
    private let hole: RevealHole

    var count: Int { 2 }
    var depths: [Double] { [0, 0] }
    var scenes: [Scene] { [from.scene, to.scene].compactMap(\.self) }
    /// Whether both images are composited at once. Each has a mask of its own: with soft edges and a faint layer,
    /// compositing one after the other would let the canvas shine through along the edge.
    var isOneWhole: Bool { reveal.feather > 0 }

    /// - Parameter scenes: Of the sides that are layers.
    init(
        _ reveal: Reveal,
        scenes: [TransitionSide: Scene],
        stage: LayerContext,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.reveal = reveal
        func side(_ side: TransitionSide, _ contents: Contents) -> SideSimulation {
            SideSimulation(
                side,
                contents: contents,
                scenes: scenes,
                isCut: false,
                of: spec,
                firstID: firstID,
                sprites: &sprites
            )
        }
        from = side(.from, reveal.from)
        to = side(.to, reveal.to)
        hole = RevealHole(reveal, of: spec, sprites: &sprites)
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil, nil] }
        if isSum(at: moment) {
            let parts = parts(at: moment).compactMap { $0.group($1, stage, at: moment, in: scene) }
            return [stage.whole(parts, composite: moment.layer.blend ?? .normal, at: moment), nil]
        }
        let canvas = stage.canvas
        let view = stage.view(at: moment, preservesDepth: false)
        let extent = SIMD2(canvas.width, canvas.height)
        func group(_ side: SideSimulation) -> DrawList.Group? {
            guard let (place, _) = view.pixels(SIMD3(extent / 2, 0)) else { return nil }
            let item = side.item(age: moment.now, at: place, view.linear ?? .identity, on: canvas)
            return stage.group(item.map { [$0] } ?? [], at: moment)
        }
        guard let progress = reveal.progress(at: moment.now) else { return [group(to), nil] }
        if moment.now < reveal.delay { return [nil, group(from)] }
        let mask = hole.mask(at: progress, moment)
        // Nothing is revealed yet, so no mask is needed.
        if mask == nil { return reveal.reverse ? [group(to), nil] : [nil, group(from)] }
        var old = group(from)
        old?.mask = mask
        old?.mask?.isInverted = !reveal.reverse
        var new = group(to)
        // Where the whole layer fades, the new image must not shine through the old one.
        if moment.opacity < 1 || moment.layer.blend != nil {
            new?.mask = mask
            new?.mask?.isInverted = reveal.reverse
        }
        return [new, old]
    }

    /// Whether both images must be masked and summed, rather than the old one drawn over the new one.
    ///
    /// Along the rim of a moved layer, both cover part of a pixel, and the new image would show beside the old one. A
    /// sublayer may be transparent anywhere, a mask clips both, and a faint layer is faint as a whole.
    private func isSum(at moment: LayerContext.Moment) -> Bool {
        let layer = moment.layer
        let isFaint = moment.opacity < 1 || layer.blend != nil
        return moment.isMoved || !scenes.isEmpty || layer.mask != nil || isFaint && reveal.feather == 0
    }

    /// Both sides: at each place so much of the one and so much of the other, and their sum is the whole.
    private func parts(at moment: LayerContext.Moment) -> [(SideSimulation, SideSimulation.Part)] {
        let whole = SideSimulation.Part()
        guard let progress = reveal.progress(at: moment.now) else { return [(to, whole)] }
        if moment.now < reveal.delay { return [(from, whole)] }
        guard let mask = hole.mask(at: progress, moment) else { return [(reveal.reverse ? to : from, whole)] }
        var (inside, outside) = (whole, whole)
        inside.mask = mask
        outside.mask = mask
        outside.mask?.isInverted = true
        return reveal.reverse ? [(to, outside), (from, inside)] : [(to, inside), (from, outside)]
    }
}

extension PlacedSprite {
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
