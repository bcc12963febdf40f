public import EffectModel

/// An effect as a function of time. Who is born when is decided once, here; each frame is then computed on its own.
public struct Simulation: Sendable {
    /// What was asked for.
    public let spec: EffectSpec
    /// The pictures that draw-list items refer to.
    public let sprites: [Sprite]
    /// Particles born in the whole effect.
    public let birthCount: Int
    let layers: [any LayerSimulation]
    /// For each of ``layers``, its index in the spec.
    let layerIndices: [Int]
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
        self.init(spec, steps: RenderCost(of: spec).steps, .none, unless: isStopped)
    }

    /// - Parameters:
    ///   - steps: At most, of all motions that have no formula.
    ///   - thinning: Who is left out.
    init(_ spec: EffectSpec, steps: Double, _ thinning: Thinning, unless isStopped: @escaping @Sendable () -> Bool) {
        self.spec = spec
        let crowd = CrowdSetting(steps: steps, thinning: thinning, isStopped: isStopped)
        let worlds = SpriteWorlds(spec, unless: isStopped)
        var table = SpriteTable()
        var born = 0
        let ascending = spec.layers.indices.sorted { (spec.layers[$0].z, $0) < (spec.layers[$1].z, $1) }
        layers = ascending.map { index in
            let simulation = Self.simulation(ofLayer: index, in: spec, crowd, worlds, firstID: born, &table)
            born += simulation.count
            return simulation
        }
        layerIndices = ascending
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
        _ crowd: CrowdSetting,
        _ worlds: SpriteWorlds,
        firstID: Int,
        _ table: inout SpriteTable
    ) -> any LayerSimulation {
        let layer = spec.layers[index]
        let stage = LayerStage(LayerTimeline(layer), index: index, of: spec, sprites: &table)
        switch layer.content {
        case .emitter(let emitter):
            return EmitterSimulation(emitter, stage, of: spec, crowd, firstID: firstID, sprites: &table)
        case .sprite(let sprite):
            return SpriteSimulation(sprite, stage, of: spec, worlds[index], firstID: firstID, sprites: &table)
        case .shape(let shape): return ShapeSimulation(shape, stage, of: spec, firstID: firstID)
        case .firework(let firework):
            return SparkSimulation(firework, stage, of: spec, crowd, firstID: firstID, sprites: &table)
        case .fountain(let fountain):
            return SparkSimulation(fountain, stage, of: spec, crowd, firstID: firstID, sprites: &table)
        case .reveal(let reveal):
            return RevealSimulation(reveal, stage, of: spec, firstID: firstID, sprites: &table)
        case .transition(let transition):
            return TransitionSimulation(transition, stage, of: spec, firstID: firstID, sprites: &table)
        case .shatter(let shatter):
            return TileSimulation(shatter, stage, of: spec, crowd, firstID: firstID, sprites: &table)
        case .like(let like):
            return LikeSimulation(like, stage, of: spec, crowd, firstID: firstID, sprites: &table)
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

/// What all layers are told about their particles.
struct CrowdSetting: Sendable {
    /// At most, of all motions that have no formula.
    let steps: Double
    let thinning: Thinning
    /// Once it says yes, nobody is born any more.
    let isStopped: @Sendable () -> Bool
}
