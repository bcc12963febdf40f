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
    /// Maximum number of copies that nested groups make of anything.
    let copies: Int

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
    }

    /// Visible groups at an instant, in drawing order. Groups that need not be composited as a whole are flattened.
    func groups(at scene: SceneMoment) -> [DrawList.Group] {
        let groups = layers.map { $0.groups(at: scene) }
        return order.flatMap { step -> [DrawList.Group] in
            guard var group = groups[step.layer][step.group] else { return [] }
            if !group.groups.isEmpty, !group.isWhole { return group.groups }
            group.run = step.run
            group.part = step.group
            return [group]
        }
    }

    /// All layers, including nested ones, with their indices in the spec.
    var all: [(layer: any LayerSimulation, index: Int)] {
        zip(layers, indices).flatMap { layer, index in
            [(layer, index)] + layer.scenes.flatMap(\.all)
        }
    }
}
