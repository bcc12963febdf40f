internal import EffectModel

/// A transition in which an image or a layer fades into another, or moves in or out.
struct TransitionSimulation: LayerSimulation {
    private let stage: LayerContext
    private let transition: PictureTransition
    private let from: SideSimulation
    private let to: SideSimulation
    /// Sprite of the canvas, where sides are cut by it.
    private let bounds: Int?

    var count: Int { 2 }
    var depths: [Double] { [0] }
    var scenes: [Scene] { [from.scene, to.scene].compactMap(\.self) }

    /// - Parameter scenes: Of the sides that are layers.
    init(
        _ transition: PictureTransition,
        scenes: [TransitionSide: Scene],
        stage: LayerContext,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.transition = transition
        func side(_ side: TransitionSide, _ contents: Contents) -> SideSimulation {
            SideSimulation(
                side,
                contents: contents,
                scenes: scenes,
                isCut: true,
                of: spec,
                firstID: firstID,
                sprites: &sprites
            )
        }
        from = side(.from, transition.from)
        to = side(.to, transition.to)
        let box = Asset(box: SIMD2(spec.canvas.width, spec.canvas.height))
        // Pictures that lie upon each other would both be seen at the rim of a layer that moves.
        let isCut = stage.timeline.layer.needsBounds && [.moveIn, .reveal].contains(transition.style)
        bounds = scenes.isEmpty && !isCut ? nil : sprites.add([Sprite(name: "bounds", asset: box)])
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil] }
        if let bounds {
            let parts = parts(at: moment, bounds).compactMap { $0.group($1, stage, at: moment, in: scene) }
            return [stage.whole(parts, composite: moment.layer.blend ?? .normal, at: moment)]
        }
        return [pictures(at: moment)]
    }

    /// Both sides where they are pictures.
    private func pictures(at moment: LayerContext.Moment) -> DrawList.Group? {
        let canvas = stage.canvas
        let extent = SIMD2(canvas.width, canvas.height)
        let view = stage.view(at: moment, preservesDepth: false)
        func item(_ side: SideSimulation, offset: SIMD2<Double>, opacity: Double = 1) -> DrawList.Item? {
            guard let (place, _) = view.pixels(SIMD3(extent * (offset + 0.5), 0)) else { return nil }
            return side.item(age: moment.now, at: place, view.linear ?? .identity, opacity: opacity, on: canvas)
        }
        guard let progress = transition.progress(at: moment.now) else {
            return stage.group([item(to, offset: .zero)].compactMap(\.self), at: moment)
        }
        let (old, new) = transition.offsets(at: progress)
        let items: [DrawList.Item?]
        switch transition.style {
        case .fade:
            let share = Self.share(progress)
            items = [item(to, offset: .zero, opacity: share), item(from, offset: .zero, opacity: 1 - share)]
        case .push, .moveIn: items = [item(from, offset: old), item(to, offset: new)]
        case .reveal: items = [item(to, offset: new), item(from, offset: old)]
        }
        // Summed before compositing: on the line between the images, each has its share of the pixel.
        let isSum = transition.style == .fade || transition.style == .push
        return stage.group(
            items.compactMap(\.self),
            blend: isSum ? .add : .normal,
            composite: isSum ? moment.layer.blend ?? .normal : nil,
            at: moment
        )
    }

    /// Both sides if one is a layer, which may be transparent anywhere. At each point one of the two is present,
    /// however transparent, and their sum is the whole.
    private func parts(at moment: LayerContext.Moment, _ bounds: Int) -> [(SideSimulation, SideSimulation.Part)] {
        guard let progress = transition.progress(at: moment.now) else { return [(to, SideSimulation.Part())] }
        if moment.now < transition.delay { return [(from, SideSimulation.Part())] }
        let (old, new) = offsets(at: progress, moment)
        if transition.style == .fade {
            let share = Self.share(progress)
            return [(to, SideSimulation.Part(opacity: share)), (from, SideSimulation.Part(opacity: 1 - share))]
        }
        let direction = transition.subtype.direction
        let edge = transition.style == .reveal ? old : new + direction
        // Moving contents end at their own edge, which is not clipped again; on whole pixels there is no overlap.
        let overlap = moment.isMoved ? direction * pixel(at: moment) : .zero
        let end = mask(bounds, beyond: transition.style == .moveIn ? edge : edge - overlap, moment)
        var start = mask(bounds, beyond: transition.style == .reveal ? edge : edge + overlap, moment)
        start.isInverted = true
        return [
            (from, SideSimulation.Part(offset: old, mask: end)), (to, SideSimulation.Part(offset: new, mask: start)),
        ]
    }

    /// Size of 1.5 pixels, in canvas sizes.
    private func pixel(at moment: LayerContext.Moment) -> SIMD2<Double> {
        let growth = max(1e-3, abs(stage.motion(at: moment).linear.determinant).squareRoot())
        return 1.5 / (SIMD2(stage.canvas.width, stage.canvas.height) * stage.canvas.scale * growth)
    }

    /// Offsets of both centers at `progress`, on whole pixels if the layer is not moved.
    private func offsets(at progress: Double, _ moment: LayerContext.Moment) -> (old: SIMD2<Double>, new: SIMD2<Double>)
    {
        let (old, new) = transition.offsets(at: progress)
        if moment.isMoved { return (old, new) }
        let pixels = SIMD2(stage.canvas.width, stage.canvas.height) * stage.canvas.scale
        func whole(_ offset: SIMD2<Double>) -> SIMD2<Double> {
            (offset * pixels).rounded(.toNearestOrAwayFromZero) / pixels
        }
        return (whole(old), whole(new))
    }

    /// Mask of everything ahead of the trailing edge of a canvas that is moved by `offset`, in canvas sizes, and by the
    /// layer's motion. It extends beyond the canvas, so that only that edge is visible.
    private func mask(_ sprite: Int, beyond offset: SIMD2<Double>, _ moment: LayerContext.Moment) -> DrawList.Mask {
        let extent = SIMD2(stage.canvas.width, stage.canvas.height)
        let large = Affine(
            Linear(scaled: 3),
            about: extent / 2,
            to: extent * (0.5 + offset + transition.subtype.direction)
        )
        return DrawList.Mask(middleOf: stage.canvas, sprite: sprite, movedBy: stage.motion(at: moment).after(large))
    }

    /// Opacity of the new contents in a cross-dissolve: opacities are multiples of 1/255 that add up to 1, so that
    /// opaque contents stay opaque.
    private static func share(_ progress: Double) -> Double { (max(0, min(1, progress)) * 255).rounded() / 255 }
}
