public import EffectModel

/// An effect as a function of time. Who is born when is decided once, here; each frame is then computed on its own.
public struct Simulation: Sendable {
    /// What was asked for.
    public let spec: EffectSpec
    /// The pictures that draw-list items refer to.
    public let sprites: [Sprite]
    /// Particles born in the whole effect.
    public let birthCount: Int
    private let layers: [any LayerSimulation]
    /// Which group of which layer is drawn when.
    private let order: [Step]

    private struct Step {
        let layer: Int
        let group: Int
        /// ``DrawList/Group/run``
        var run: Int?
    }

    /// Decides every birth.
    ///
    /// - Parameter isStopped: Asked at each birth; once it says yes, nobody is born any more, and what comes of it is of no use.
    /// - Complexity: O(n log n) for n births; about 400 bytes each. Motions that have no formula are stepped through here.
    public init(_ spec: EffectSpec, unless isStopped: @escaping @Sendable () -> Bool = { false }) {
        self.spec = spec
        let cost = RenderCost(of: spec)
        var table = SpriteTable()
        var born = 0
        let ascending = spec.layers.indices.sorted { (spec.layers[$0].z, $0) < (spec.layers[$1].z, $1) }
        layers = ascending.map { index in
            let simulation = Self.simulation(ofLayer: index, in: spec, cost, firstID: born, &table, isStopped)
            born += simulation.count
            return simulation
        }
        var groups: [(z: Double, layer: Int, group: Int)] = []
        for (place, layer) in layers.enumerated() {
            for (group, depth) in layer.depths.enumerated() {
                groups.append((spec.layers[ascending[place]].z + depth, place, group))
            }
        }
        var order = groups.sorted { ($0.z, $0.layer, $0.group) < ($1.z, $1.layer, $1.group) }
            .map { Step(layer: $0.layer, group: $0.group) }
        for index in order.indices.dropFirst()
        where order[index - 1].layer == order[index].layer && layers[order[index].layer].isOneWhole {
            if order[index - 1].run == nil { order[index - 1].run = index - 1 }
            order[index].run = order[index - 1].run
        }
        self.order = order
        sprites = table.sprites
        birthCount = born
    }

    private static func simulation(
        ofLayer index: Int,
        in spec: EffectSpec,
        _ cost: RenderCost,
        firstID: Int,
        _ table: inout SpriteTable,
        _ isStopped: @escaping @Sendable () -> Bool
    ) -> any LayerSimulation {
        let layer = spec.layers[index]
        let stage = LayerStage(LayerTimeline(layer), index: index, of: spec, sprites: &table)
        switch layer.content {
        case .emitter(let emitter):
            return EmitterSimulation(emitter, stage, of: spec, cost, firstID: firstID, sprites: &table, isStopped)
        case .sprite(let sprite):
            return SpriteSimulation(sprite, stage, of: spec, firstID: firstID, sprites: &table)
        case .firework(let firework):
            return SparkSimulation(firework, stage, of: spec, firstID: firstID, sprites: &table)
        case .fountain(let fountain):
            return SparkSimulation(fountain, stage, of: spec, firstID: firstID, sprites: &table)
        case .reveal(let reveal):
            return RevealSimulation(reveal, stage, of: spec, firstID: firstID, sprites: &table)
        case .shatter(let shatter):
            return TileSimulation(shatter, stage, of: spec, cost, firstID: firstID, sprites: &table, isStopped)
        case .like(let like):
            return LikeSimulation(like, stage, of: spec, cost, firstID: firstID, sprites: &table, isStopped)
        }
    }

    /// What the canvas shows at `time`, in seconds since the effect's start.
    ///
    /// - Complexity: O(particles born within the longest lifetime before `time`).
    public func drawList(at time: Double) -> DrawList {
        let groups = layers.map { $0.groups(at: time, of: birthCount) }
        return DrawList(
            time: time,
            groups: order.compactMap { step in
                guard var group = groups[step.layer][step.group] else { return nil }
                group.run = step.run
                return group
            }
        )
    }

    /// What frame `number` of the animation shows. In a seamless loop frames go on for ever, and come again.
    public func drawList(ofFrame number: Int) -> DrawList {
        let count = spec.timing.frameCount
        guard spec.timing.loop == .seamless else { return drawList(at: spec.timing.time(ofFrame: number)) }
        return drawList(at: spec.timing.time(ofFrame: (number % count + count) % count))
    }
}
