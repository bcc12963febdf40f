internal import EffectModel

/// A side of a transition: an image that covers the canvas, or layers.
struct SideSimulation: Sendable {
    /// Image of the side; `nil` if it has layers, or nothing.
    let figure: PlacedSprite?
    let scene: Scene?
    private let side: TransitionSide
    private let id: Int

    /// Number among the items of the layer: the new contents come first.
    private var cell: Int { side == .to ? 0 : 1 }

    /// - Parameters:
    ///   - isCut: Whether the image is clipped to the canvas.
    ///   - firstID: First id of the layer.
    init(
        _ side: TransitionSide,
        contents: Contents,
        scenes: [TransitionSide: Scene],
        isCut: Bool,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.side = side
        scene = scenes[side]
        figure = PlacedSprite(covering: contents, owner: side.rawValue, isCut: isCut, spec, sprites: &sprites)
        id = firstID + (side == .to ? 0 : 1)
    }

    /// Item of the image; `nil` if nothing is visible.
    ///
    /// - Parameters:
    ///   - place: Center in pixels.
    ///   - linear: Map from points of the image to points of the canvas.
    func item(
        age: Double,
        at place: SIMD2<Double>,
        _ linear: Linear,
        opacity: Double = 1,
        on canvas: Canvas
    ) -> DrawList.Item? {
        figure?.item(id: id, cell: cell, age: age, at: place, linear, opacity: opacity, on: canvas)
    }

    /// Share of a side in the picture; the shares of both sides are added.
    struct Part {
        /// Offset in canvas sizes.
        var offset = SIMD2<Double>(0, 0)
        var opacity = 1.0
        var mask: DrawList.Mask?
    }

    /// Group with the composited side; `nil` if nothing is visible.
    func group(_ part: Part, _ stage: LayerContext, at moment: LayerContext.Moment, in around: SceneMoment)
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
