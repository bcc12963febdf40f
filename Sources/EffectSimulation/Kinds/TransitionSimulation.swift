internal import EffectModel

/// A transition in which an image fades into another, or moves in or out.
struct TransitionSimulation: LayerSimulation {
    private let stage: LayerStage
    private let transition: PictureTransition
    private let from: Figure?
    private let to: Figure?
    private let firstID: Int

    var count: Int { 2 }
    var depths: [Double] { [0] }

    init(
        _ transition: PictureTransition,
        _ stage: LayerStage,
        of spec: EffectSpec,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.transition = transition
        self.firstID = firstID
        from = Figure(covering: transition.from, owner: "from", isCut: true, spec, sprites: &sprites)
        to = Figure(covering: transition.to, owner: "to", isCut: true, spec, sprites: &sprites)
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil] }
        let canvas = stage.canvas
        let extent = SIMD2(canvas.width, canvas.height)
        let view = stage.view(at: moment, preservesDepth: false)
        func item(_ figure: Figure?, _ number: Int, _ offset: SIMD2<Double>, _ opacity: Double = 1) -> DrawList.Item? {
            guard let (place, _) = view.pixels(SIMD3(extent * (offset + 0.5), 0)) else { return nil }
            return figure?.item(
                id: firstID + number,
                cell: number,
                age: moment.now,
                at: place,
                view.linear ?? .identity,
                opacity: opacity,
                on: canvas
            )
        }
        guard let progress = transition.progress(at: moment.now) else {
            return [stage.group([item(to, 0, .zero)].compactMap(\.self), at: moment)]
        }
        let (old, new) = transition.offsets(at: progress)
        let items: [DrawList.Item?]
        switch transition.style {
        case .fade:
            // Opacities are multiples of 1/255 that add up to 1, so that opaque images stay opaque.
            let share = (max(0, min(1, progress)) * 255).rounded() / 255
            items = [item(to, 0, .zero, share), item(from, 1, .zero, 1 - share)]
        case .push, .moveIn: items = [item(from, 1, old), item(to, 0, new)]
        case .reveal: items = [item(to, 0, new), item(from, 1, old)]
        }
        var group = stage.group(items.compactMap(\.self), at: moment)
        if transition.style == .fade || transition.style == .push {
            // Summed before compositing: on the line between the images, each has its share of the pixel.
            group?.blend = .add
            group?.composite = moment.layer.blend ?? .normal
        }
        return [group]
    }
}
