internal import EffectModel
import StrictJSON

/// Layers of an effect, or of one of its groups, in drawing order.
struct Scene: Sendable {
    /// Layers in ascending order of z.
    let layers: [any LayerSimulation]
    /// Index of each of ``layers`` in the spec.
    let indices: [Int]
    /// Drawing order of the groups of all layers.
    private let order: [Step]
    /// Blur and bloom of the layers that have them, by place in ``layers``.
    private let lights: [Int: Lights]
    /// Maximum number of copies that nested groups make of anything.
    let copies: Int

    /// Blur and bloom of a layer, in pixels.
    private struct Lights {
        /// Index of the layer in the spec.
        let index: Int
        let blur: Double
        let alphaThreshold: Double?
        let bloom: DrawList.Bloom?
    }

    private struct Step {
        let layer: Int
        let group: Int
        /// Value of ``DrawList/Group/run``.
        var run: Int?
    }

    /// - Parameters:
    ///   - parent: Index of the enclosing group or transition; `nil` for the whole effect.
    ///   - side: Side of the transition.
    ///   - layers: Layers in ascending order of z, with their indices in the spec.
    init(
        of spec: EffectSpec,
        in parent: Int?,
        _ side: TransitionSide? = nil,
        _ layers: [(index: Int, simulation: any LayerSimulation)]
    ) {
        self.layers = layers.map(\.simulation)
        indices = layers.map(\.index)
        copies = layers.map(\.simulation.copies).max() ?? 1
        var groups: [(z: Double, layer: Int, group: Int)] = []
        for (place, layer) in layers.enumerated() {
            for (group, depth) in layer.simulation.depths.enumerated() {
                groups.append((spec.layers[layer.index].z + depth, place, group))
            }
        }
        var order = groups.sorted { ($0.z, $0.layer, $0.group) < ($1.z, $1.layer, $1.group) }
            .map { Step(layer: $0.layer, group: $0.group) }
        // Runs of a group may be adjacent to runs of another, so their numbers must differ.
        let first = parent.map { ($0 + 1) * 4096 + (side == .to ? 2048 : 0) } ?? 0
        for index in order.indices.dropFirst()
        where order[index - 1].layer == order[index].layer && self.layers[order[index].layer].isOneWhole {
            if order[index - 1].run == nil { order[index - 1].run = first + index - 1 }
            order[index].run = order[index - 1].run
        }
        self.order = order
        var lights: [Int: Lights] = [:]
        for (place, index) in indices.enumerated() where spec.layers[index].hasLight {
            let (layer, scale) = (spec.layers[index], spec.canvas.scale)
            let blur = min(DrawList.Mask.largestFeather / 6, layer.blur * scale).rounded(to: 256)
            lights[place] = Lights(
                index: index,
                blur: blur,
                alphaThreshold: layer.alphaThreshold,
                bloom: layer.bloom?.drawn(scale: scale)
            )
        }
        self.lights = lights
    }

    /// Visible groups at an instant, in drawing order. Groups that need not be composited as a whole are flattened.
    func groups(at scene: SceneMoment) -> [DrawList.Group] {
        let groups = layers.map { $0.groups(at: scene) }
        func drawn(_ step: Step) -> [DrawList.Group] {
            guard var group = groups[step.layer][step.group] else { return [] }
            if !group.groups.isEmpty, !group.isWhole { return group.groups }
            group.run = step.run
            group.part = step.group
            return [group]
        }
        if lights.isEmpty { return order.flatMap(drawn) }
        var all: [DrawList.Group] = []
        var rest = order[...]
        while let step = rest.first {
            // Neighboring groups of a layer are blurred together.
            let steps = rest.prefix { $0.layer == step.layer }
            rest = rest.dropFirst(steps.count)
            let own = steps.flatMap(drawn)
            all += lights[step.layer].map { lit(own, by: $0) } ?? own
        }
        return all
    }

    /// Groups of a layer as one that is blurred or spreads light.
    private func lit(_ groups: [DrawList.Group], by lights: Lights) -> [DrawList.Group] {
        guard let first = groups.first else { return [] }
        var groups = groups
        // Opacity, mask and shadow apply to the finished shape, not to the layer that it is cut from.
        let isCut = lights.alphaThreshold != nil
        if isCut {
            for index in groups.indices {
                (groups[index].opacity, groups[index].mask, groups[index].shadow) = (1, nil, nil)
            }
        }
        let blends = groups.map { $0.composite ?? $0.blend }
        let common = blends.allSatisfy { $0 == blends[0] } ? blends[0] : .normal
        var whole = DrawList.Group(
            layer: lights.index,
            opacity: isCut ? first.opacity : 1,
            blend: .normal,
            composite: common,
            items: [],
            mask: isCut ? first.mask : nil,
            groups: groups,
            shadow: isCut ? first.shadow : nil
        )
        (whole.blur, whole.alphaThreshold) = (lights.blur, lights.alphaThreshold)
        (whole.bloom, whole.part) = (lights.bloom, first.part)
        return [whole]
    }

    /// All layers, including nested ones, with their indices in the spec.
    var all: [(layer: any LayerSimulation, index: Int)] {
        zip(layers, indices).flatMap { layer, index in
            [(layer, index)] + layer.scenes.flatMap(\.all)
        }
    }
}
