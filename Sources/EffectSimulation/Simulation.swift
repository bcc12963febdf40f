import EffectCost
public import EffectModel
import StrictJSON

/// An effect as a function of time. All births are decided once, on creation; each frame is then computed on its own.
public struct Simulation: Sendable {
    /// The spec that is simulated.
    public let spec: EffectSpec
    /// Sprites that draw-list items refer to.
    public let sprites: [Sprite]
    /// Number of ids in the whole effect: particles born, and items of layers without particles.
    public let birthCount: Int
    let scene: Scene
    /// Pixels of a background that is a gradient, rows from top to bottom, premultiplied, R G B A in memory. Empty for
    /// other backgrounds, and where nothing is drawn.
    public let ground: [UInt32]
    /// Placement of a scene that is fitted to the image; `nil` for one that begins at its corner.
    private let outer: Affine?
    /// Repetition at the opposite edges; `nil` for a canvas that ends at its edges.
    private let tiling: Tiling?

    /// Decides every birth.
    ///
    /// - Parameter isStopped: Cancellation check, called at each birth; once it returns true, no more particles are
    ///   born, and the result is unusable.
    /// - Complexity: O(n log n) for n births; about 400 bytes each. Motions without a closed form are integrated here.
    public init(_ spec: EffectSpec, unless isStopped: @escaping @Sendable () -> Bool = { false }) {
        self.init(spec, steps: RenderCost(of: spec).steps, .none, isSurvey: false, unless: isStopped)
    }

    /// - Parameters:
    ///   - steps: Upper bound of the steps of all motions without a closed form.
    ///   - thinning: Share of the particles that is simulated.
    ///   - isSurvey: Whether work is counted, for a price.
    init(
        _ spec: EffectSpec,
        steps: Double,
        _ thinning: Thinning,
        isSurvey: Bool,
        unless isStopped: @escaping @Sendable () -> Bool
    ) {
        self.spec = spec
        let crowd = CrowdSetting(steps: steps, thinning: thinning, isSurvey: isSurvey, isStopped: isStopped)
        var builder = SceneBuilder(spec: spec, crowd: crowd, worlds: SpriteWorlds(spec, unless: isStopped))
        scene = builder.scene(in: nil, start: 0)
        sprites = builder.table.sprites
        birthCount = builder.born
        let offset = spec.canvas.sceneOffset
        outer = offset == .zero ? nil : Affine(linear: .identity, offset: offset)
        tiling =
            spec.canvas.tile
            ? Tiling(spec.canvas, sprites: sprites, stride: birthCount * scene.copies) : nil
        let isDrawn = !isSurvey && spec.output.format?.isRaster != false
        if isDrawn, case .gradient(let gradient) = spec.canvas.background {
            ground = gradient.pixels(width: spec.canvas.pixelWidth, height: spec.canvas.pixelHeight)
        } else {
            ground = []
        }
        if isDrawn { drawPictures(unless: isStopped) }
    }

    /// Draws the images of gradients, which are only described before: for what shows pixels when it is created, for others
    /// when their images are written.
    ///
    /// - Parameter isStopped: Cancellation check, called for each row.
    /// - Returns: Whether all are drawn.
    @discardableResult
    public func drawPictures(unless isStopped: () -> Bool) -> Bool {
        sprites.allSatisfy { sprite in
            guard case .picture(let picture) = sprite.contents else { return true }
            return picture.draw(unless: isStopped)
        }
    }

    /// Draw list of the canvas at `time`, in seconds since the effect's start.
    ///
    /// - Complexity: O(particles born within the longest lifetime before `time`).
    public func drawList(at time: Double) -> DrawList { drawList(at: time, withoutItemsOf: []) }

    /// Whether the scene is the canvas, without motion or repetition.
    var isPlain: Bool { outer == nil && tiling == nil }

    /// Draw list of the canvas at `time`, with groups without items in place of layers with ``formulaLives``.
    ///
    /// - Parameter layers: Indices of those layers.
    package func drawList(at time: Double, withoutItemsOf layers: Set<Int>) -> DrawList {
        var moment = SceneMoment(time: time, outer: outer, births: birthCount, stride: birthCount * scene.copies)
        moment.empty = layers
        var list = DrawList(time: time, groups: scene.groups(at: moment))
        if let tiling { list.groups = tiling.tiled(list.groups) }
        list.bloom = spec.canvas.bloom?.drawn(scale: spec.canvas.scale)
        return list
    }

    /// Draw list of frame `number` of the animation. In a seamless loop, frame numbers wrap around.
    public func drawList(ofFrame number: Int) -> DrawList {
        let count = spec.timing.frameCount
        guard spec.timing.loop == .seamless else { return drawList(at: spec.timing.time(ofFrame: number)) }
        return drawList(at: spec.timing.time(ofFrame: (number % count + count) % count))
    }

    /// All layers, including nested ones, with their indices in the spec.
    var layers: [(layer: any LayerSimulation, index: Int)] { scene.all }
}

/// Creates the layers of a scene and of its groups, one after another.
private struct SceneBuilder {
    let spec: EffectSpec
    let crowd: CrowdSetting
    let worlds: SpriteWorlds
    var table = SpriteTable()
    /// Number of ids assigned so far.
    var born = 0

    /// - Parameters:
    ///   - parent: Index of the group or transition whose layers are created; `nil` for the whole effect.
    ///   - side: Side of the transition.
    ///   - start: Time at the start of a round, in a seamless loop.
    mutating func scene(in parent: Int?, _ side: TransitionSide? = nil, start: Double) -> Scene {
        let ascending = spec.layers(in: parent, side: side).sorted { (spec.layers[$0].z, $0) < (spec.layers[$1].z, $1) }
        return Scene(
            of: spec,
            in: parent,
            side,
            ascending.map { index in
                let simulation = simulation(ofLayer: index, start: start)
                born += simulation.count
                return (index, simulation)
            }
        )
    }

    private mutating func simulation(ofLayer index: Int, start: Double) -> any LayerSimulation {
        let layer = spec.layers[index]
        // In the time of the enclosing group.
        let spec = spec.scene(ofLayer: index)
        if case .group(let group) = layer.content {
            let inner = scene(in: index, start: layer.timing.steadyTime(at: start))
            let stage = LayerContext(LayerTimeline(layer), index: index, of: spec, sprites: &table)
            return GroupSimulation(
                group,
                scene: inner,
                stage: stage,
                of: spec,
                firstID: born,
                start: start,
                sprites: &table
            )
        }
        let sides = self.sides(ofLayer: index, start: start)
        let stage = LayerContext(LayerTimeline(layer), index: index, of: spec, sprites: &table)
        let firstID = born
        switch layer.content {
        case .emitter(let emitter):
            return EmitterSimulation(emitter, stage: stage, of: spec, crowd: crowd, firstID: firstID, sprites: &table)
        case .sprite(let sprite):
            return SpriteSimulation(
                sprite,
                stage: stage,
                of: spec,
                body: worlds[index],
                firstID: firstID,
                sprites: &table
            )
        case .shape(let shape): return ShapeSimulation(shape, stage, of: spec, firstID: firstID)
        case .firework(let firework):
            return SparkSimulation(firework, stage: stage, of: spec, crowd: crowd, firstID: firstID, sprites: &table)
        case .fountain(let fountain):
            return SparkSimulation(fountain, stage: stage, of: spec, crowd: crowd, firstID: firstID, sprites: &table)
        case .reveal(let reveal):
            return RevealSimulation(reveal, scenes: sides, stage: stage, of: spec, firstID: firstID, sprites: &table)
        case .transition(let transition):
            return TransitionSimulation(
                transition,
                scenes: sides,
                stage: stage,
                of: spec,
                firstID: firstID,
                sprites: &table
            )
        case .shatter(let shatter):
            return TileSimulation(shatter, stage: stage, of: spec, crowd: crowd, firstID: firstID, sprites: &table)
        case .like(let like):
            return LikeSimulation(like, stage: stage, of: spec, crowd: crowd, firstID: firstID, sprites: &table)
        case .group: preconditionFailure("groups have been made above")
        }
    }

    /// Creates the scenes of the sides of a transition that are layers.
    private mutating func sides(ofLayer index: Int, start: Double) -> [TransitionSide: Scene] {
        var scenes: [TransitionSide: Scene] = [:]
        for side in TransitionSide.allCases where !spec.layers(in: index, side: side).isEmpty {
            scenes[side] = scene(in: index, side, start: spec.layers[index].timing.steadyTime(at: start))
        }
        return scenes
    }
}
