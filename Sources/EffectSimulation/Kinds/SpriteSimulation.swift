internal import EffectModel

/// A still image at its layer's position.
struct SpriteSimulation: LayerSimulation {
    private let stage: LayerContext
    private let figure: PlacedSprite?
    private let body: SpriteBody?
    private let firstID: Int

    var count: Int { 1 }
    var depths: [Double] { [0] }

    /// - Parameter body: Rigid body that moves the sprite in addition to animations.
    init(
        _ sprite: StillSprite,
        stage: LayerContext,
        of spec: EffectSpec,
        body: SpriteBody?,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.body = body
        self.firstID = firstID
        figure = spec.asset(of: sprite.contents, owner: stage.timeline.layer.name).map {
            PlacedSprite($0, part: sprite.contentsRect, size: sprite.size, color: sprite.color, sprites: &sprites)
        }
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let figure, let moment = stage.moment(at: scene, restarts: true) else { return [nil] }
        let layer = moment.layer
        let change = body?.change(at: scene.time) ?? (way: .zero, turn: 0)
        let place = layer.position + change.way
        let linear = Linear(scaled: layer.transform.scale, thenTurned: layer.transform.rotation + change.turn)
        let item = figure.item(
            id: firstID,
            cell: 0,
            age: moment.now,
            at: (scene.outer?.applied(to: place) ?? place) * stage.canvas.scale,
            scene.outer?.linear.after(linear) ?? linear,
            on: stage.canvas
        )
        return [stage.group(item.map { [$0] } ?? [], at: moment)]
    }
}
