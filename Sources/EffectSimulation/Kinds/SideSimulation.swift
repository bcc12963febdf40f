internal import EffectModel

/// What stands on one side of a transition: a picture that covers the canvas, or layers.
struct SideSimulation: Sendable {
    /// `nil` where there are layers, or nothing.
    let figure: Figure?
    let scene: Scene?
    private let side: TransitionSide
    private let id: Int

    /// Its place among what the layer draws: what comes lies first.
    private var cell: Int { side == .to ? 0 : 1 }

    /// - Parameters:
    ///   - isCut: Whether nothing of a picture lies beyond the canvas.
    ///   - firstID: Of the layer.
    init(
        _ side: TransitionSide,
        _ contents: Contents,
        _ scenes: [TransitionSide: Scene],
        isCut: Bool,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.side = side
        scene = scenes[side]
        figure = Figure(covering: contents, owner: side.rawValue, isCut: isCut, spec, sprites: &sprites)
        id = firstID + (side == .to ? 0 : 1)
    }

    /// The picture; `nil` where nothing is seen of any.
    ///
    /// - Parameters:
    ///   - place: Of its middle, in pixels.
    ///   - linear: From points of its own to points of the canvas.
    func item(
        age: Double,
        at place: SIMD2<Double>,
        _ linear: Linear,
        opacity: Double = 1,
        on canvas: Canvas
    ) -> DrawList.Item? {
        figure?.item(id: id, cell: cell, age: age, at: place, linear, opacity: opacity, on: canvas)
    }

    /// One side's part of what is there, to be added to the other's.
    struct Part {
        /// Canvases by which it is moved.
        var offset = SIMD2<Double>(0, 0)
        var opacity = 1.0
        var mask: DrawList.Mask?
    }

    /// The side as a whole; `nil` where nothing is seen of it.
    func group(_ part: Part, _ stage: LayerStage, at moment: LayerStage.Moment, in around: SceneMoment)
        -> DrawList.Group?
    {
        guard part.opacity > 0 else { return nil }
        let canvas = stage.canvas
        let extent = SIMD2(canvas.width, canvas.height)
        let motion = stage.motion(at: moment).after(Affine(linear: .identity, offset: extent * part.offset))
        var whole = DrawList.Group(
            layer: stage.index,
            opacity: part.opacity,
            blend: .normal,
            composite: .add,
            items: [],
            mask: part.mask
        )
        if let scene {
            var inner = around
            (inner.time, inner.outer) = (moment.now, motion.isIdentity ? nil : motion)
            whole.groups = scene.groups(at: inner)
        } else {
            let place = motion.applied(to: extent / 2) * canvas.scale
            whole.items = item(age: moment.now, at: place, motion.linear, on: canvas).map { [$0] } ?? []
        }
        return whole.groups.isEmpty && whole.items.isEmpty ? nil : whole
    }
}
