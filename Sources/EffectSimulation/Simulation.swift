public import EffectModel

/// An effect as a function of time. Who is born when is decided once, here; each frame is then computed on its own.
public struct Simulation: Sendable {
    /// What was asked for.
    public let spec: EffectSpec
    /// The pictures that draw-list items refer to.
    public let sprites: [Sprite]
    /// Particles born in the whole effect.
    public let birthCount: Int
    /// In drawing order.
    private let emitters: [EmitterSimulation]

    /// Decides every birth.
    ///
    /// - Complexity: O(n log n) for n births; about 400 bytes each.
    public init(_ spec: EffectSpec) {
        self.spec = spec
        let cost = RenderCost(of: spec)
        var table = SpriteTable()
        var born = 0
        let order = spec.layers.indices.sorted { (spec.layers[$0].z, $0) < (spec.layers[$1].z, $1) }
        emitters = order.map { index in
            let layer = spec.layers[index]
            switch layer.content {
            case .emitter(let emitter):
                let simulation = EmitterSimulation(
                    emitter,
                    in: layer,
                    index: index,
                    of: spec,
                    cost,
                    firstID: born,
                    sprites: &table
                )
                born += simulation.count
                return simulation
            }
        }
        sprites = table.sprites
        birthCount = born
    }

    /// What the canvas shows at `time`, in seconds since the effect's start.
    ///
    /// - Complexity: O(particles born within the longest lifetime before `time`).
    public func drawList(at time: Double) -> DrawList {
        DrawList(time: time, groups: emitters.compactMap { $0.group(at: time, on: spec.canvas, of: birthCount) })
    }

    /// What frame `number` of the animation shows. In a seamless loop frames go on for ever, and come again.
    public func drawList(ofFrame number: Int) -> DrawList {
        let count = spec.timing.frameCount
        guard spec.timing.loop == .seamless else { return drawList(at: spec.timing.time(ofFrame: number)) }
        return drawList(at: spec.timing.time(ofFrame: (number % count + count) % count))
    }
}
