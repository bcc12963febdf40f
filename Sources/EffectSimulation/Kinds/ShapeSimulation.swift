internal import EffectModel

/// A path that is filled and stroked.
struct ShapeSimulation: LayerSimulation {
    private let stage: LayerContext
    private let firstID: Int
    private let morphs: [PathMorph]
    /// Outline of the path if no animation changes it.
    private let outline: Outline
    /// Stroker of the outline; `nil` if animations change the path.
    private let stroker: Stroker?
    /// Outline of the stroke, if it never changes.
    private let steadyStroke: Outline?
    /// Largest scale in pixels per point, for which strokes are precise enough.
    private let finest: Double

    /// Number of ids: fill and stroke.
    var count: Int { 2 }
    var depths: [Double] { [0] }

    init(_ shape: ShapeLayer, _ stage: LayerContext, of spec: EffectSpec, firstID: Int) {
        self.stage = stage
        self.firstID = firstID
        outline = shape.outline(on: spec.canvas)
        morphs = shape.morphs(on: spec.canvas)
        finest = stage.timeline.largestPixels(on: spec.canvas) * spec.growth(ofLayer: stage.index)
        stroker = morphs.isEmpty ? Stroker(outline, scale: finest) : nil
        steadyStroke = stage.timeline.hasSteadyStroke ? stroker?.outline(shape.stroke) : nil
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true), let shape = moment.layer.shape else { return [nil] }
        let outline = shape.place.flatMap { morphs.outline(at: $0) } ?? self.outline
        var items: [DrawList.Item] = []
        var outlines: [Outline] = []
        func add(_ color: Color?, number: Int, make: () -> Outline) {
            guard let color, color.components.w > 0,
                var item = item(number, color: color, moment: moment)
            else { return }
            let outline = make()
            guard isSeen(outline, item) else { return }
            item.outline = outlines.count
            items.append(item)
            outlines.append(outline)
        }
        add(shape.fillColor, number: 0) { outline }
        add(shape.strokeColor, number: 1) {
            steadyStroke ?? (stroker ?? Stroker(outline, scale: finest)).outline(shape.stroke)
        }
        var group = stage.group(items, at: moment)
        group?.outlines = outlines
        return [group]
    }

    private func item(_ number: Int, color: Color, moment: LayerContext.Moment) -> DrawList.Item? {
        let layer = moment.layer
        let place = (moment.outer?.applied(to: layer.position) ?? layer.position) * stage.canvas.scale
        let own = Linear(scaled: layer.transform.scale * stage.canvas.scale, thenTurned: layer.transform.rotation)
        let linear = moment.outer?.linear.after(own) ?? own
        guard let parts = linear.parts else { return nil }
        return DrawList.Item(
            id: firstID + number,
            cell: number,
            sprite: -1,
            age: moment.now,
            at: place,
            parts,
            color: color.components.clamped.rounded
        )
    }

    /// Whether any part of an outline may be on the canvas.
    private func isSeen(_ outline: Outline, _ item: DrawList.Item) -> Bool {
        guard let box = outline.bounds else { return false }
        let far = pointwiseMax(box.high, -box.low)
        let scale = SIMD2(abs(item.scale.x), abs(item.scale.y))
        let reach = (far * far * scale * scale).sum().squareRoot() * (1 + abs(item.skew)) + 1
        return stage.canvas.mayShow(item.position, reach: reach)
    }
}
