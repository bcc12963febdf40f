import EffectCost
internal import EffectModel

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An image that breaks into tiles.
struct TileSimulation: LayerSimulation {
    /// A tile with all values drawn for it.
    private struct Tile {
        let figure: PlacedSprite
        /// Start and motion of the tile, as a particle whose own time is the layer's.
        let particle: Particle
        /// Offset of the tile's center from the particle's position: narrower tiles at the edge hit walls like the
        /// others.
        let offset: SIMD2<Double>
        /// Stream of the tile's random draws.
        let random: RandomStream
        /// Index of the body that moves the tile, if there are bodies.
        let body: Int
    }

    private let stage: LayerContext
    private let shatter: Shatter
    private var tiles: [Tile] = []
    private let dynamics: CellDynamics
    private var trajectories: Trajectories
    /// Tracks of tiles as rigid bodies; `nil` if tiles move by themselves.
    private var tracks: ItemTracks?
    private let behind: PlacedSprite?
    /// Whole image, shown before anything has moved.
    private let whole: PlacedSprite?
    private let firstID: Int

    /// Number of ids: the tiles, the image behind them, and the image before it breaks.
    var count: Int { tiles.count + 2 }
    var depths: [Double] { [0] }

    init(
        _ shatter: Shatter,
        stage: LayerContext,
        of spec: EffectSpec,
        crowd: CrowdSetting,
        firstID: Int,
        sprites: inout SpriteTable
    ) {
        self.stage = stage
        self.shatter = shatter
        self.firstID = firstID
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        behind = shatter.behind.flatMap { PlacedSprite(covering: $0, owner: "behind", spec, sprites: &sprites) }
        whole = PlacedSprite(covering: shatter.source, owner: "source", spec, sprites: &sprites)
        let random = RandomStream(key: RandomStream.hash(spec.seed)).substream(named: stage.timeline.layer.name)
        let behaviors = shatter.behaviors(on: canvas)
        let forces = ForceTable(
            { _ in behaviors },
            isAnimated: false,
            from: 0,
            to: shatter.duration,
            period: nil,
            sharedBy: 1,
            isRough: false,
            random
        )
        let half = shatter.tile / 2
        let corners = [SIMD2(-half, -half), SIMD2(half, -half), SIMD2(half, half), SIMD2(-half, half)]
        dynamics = CellDynamics(
            EmitterCell(),
            behaviors,
            forces: forces,
            stiffest: 0,
            isAnimated: false,
            look: nil,
            rim: Rim(around: corners),
            angularResistance: shatter.angularResistance
        )
        trajectories = Trajectories(steps: crowd.steps)
        guard let found = spec.asset(of: shatter.source, owner: "source") else { return }
        addTiles(found, canvas: canvas, random: random, sprites: &sprites, crowd: crowd)
        addBodies(on: canvas, random, spec: spec, crowd: crowd)
    }

    /// Simulates tiles as rigid bodies if the spec asks for it, for as long as they are visible.
    private mutating func addBodies(
        on canvas: SIMD2<Double>,
        _ random: RandomStream,
        spec: EffectSpec,
        crowd: CrowdSetting
    ) {
        guard let dynamics = shatter.dynamics else { return }
        let grid = bodyGrid(on: canvas, crowd)
        var items: [RigidWorld.Item] = []
        if crowd.thinning.stride(ofCell: 0, layer: stage.index) == 1 {
            items = tiles.map { tile in
                RigidWorld.Item(
                    place: SIMD2(tile.particle.position.x, tile.particle.position.y) + tile.offset,
                    size: tile.figure.size,
                    kind: dynamics.item,
                    random: tile.random
                )
            }
        } else {
            items = grid.items(dynamics.item, tile: shatter.tile, on: canvas, random)
        }
        tracks = ItemTracks(
            dynamics,
            items,
            on: canvas,
            seconds: seconds(of: spec),
            noise: random.substream(named: "fields").key,
            coarseness: crowd.isSurvey ? (weight: grid.weight, size: shatter.tile) : nil,
            unless: crowd.isStopped
        )
    }

    private func bodyGrid(on canvas: SIMD2<Double>, _ crowd: CrowdSetting) -> CoarseGrid {
        let stride = crowd.thinning.stride(ofCell: 0, layer: stage.index)
        return CoarseGrid(shatter.grid(on: canvas), scale: max(1, Int(Double(stride).squareRoot().rounded())))
    }

    /// Seconds for which tiles may be visible, on the layer's clock.
    private func seconds(of spec: EffectSpec) -> Double {
        min(shatter.duration, stage.timeline.layer.timing.latestTime(before: spec.timing.duration))
    }

    private mutating func addTiles(
        _ source: (name: String, asset: Asset),
        canvas: SIMD2<Double>,
        random: RandomStream,
        sprites: inout SpriteTable,
        crowd: CrowdSetting
    ) {
        let covered = source.asset.size(covering: canvas)
        let margin = (covered - canvas) / 2
        let grid = shatter.grid(on: canvas)
        var places: [SIMD2<Double>] = []
        var parts: [Sprite] = []
        var numbers: [Int] = []
        var bodies: [Int] = []
        let coarse = bodyGrid(on: canvas, crowd)
        var number = 0
        let stride = crowd.thinning.stride(ofCell: 0, layer: stage.index)
        // Column by column, as in the original; later tiles are on top.
        for column in 0..<grid.columns {
            for row in 0..<grid.rows {
                defer { number += 1 }
                let count = grid.columns * grid.rows
                guard Thinning.keeps(number, of: count, oneOf: stride, random) else { continue }
                numbers.append(number)
                bodies.append(coarse.number(column: column, row: row))
                let low = SIMD2(Double(column), Double(row)) * shatter.tile
                let high = pointwiseMin(low + shatter.tile, canvas)
                let part = UnitRectangle(origin: (low + margin) / covered, size: (high - low) / covered)
                parts.append(Sprite(name: source.name, asset: source.asset, part: part))
                places.append((low + high) / 2)
            }
        }
        guard !parts.isEmpty else { return }
        let first = sprites.add(parts)
        let tint = source.asset.tint.components
        for (index, part) in parts.enumerated() where !crowd.isStopped() {
            let size = part.part.size * covered
            let figure = PlacedSprite(part, at: first + index, size: size, color: tint)
            add(figure, at: places[index], random.substream(UInt64(numbers[index])), body: bodies[index])
        }
    }

    private mutating func add(
        _ figure: PlacedSprite,
        at place: SIMD2<Double>,
        _ random: RandomStream,
        body: Int
    ) {
        let (x, y) = (random.unit(0), random.unit(1))
        let velocity: SIMD2<Double>
        var acceleration = SIMD2<Double>(0, 0)
        switch shatter.mode {
        case .dynamics:
            let mass = shatter.density * shatter.tile * shatter.tile / 10_000
            velocity = SIMD2(shatter.pushX.value(x), shatter.pushY.value(y)) * (100 / mass)
            acceleration = shatter.gravity * 1000
        case .linear, .sprites:
            let aside = shatter.spreadX?.value(x) ?? 0
            let down = (shatter.spreadY?.value(y) ?? 0) / shatter.duration
            velocity = SIMD2(shatter.mode == .linear ? aside / shatter.duration : aside, down)
        }
        var start = place
        if shatter.collision {
            let canvas = SIMD2(stage.canvas.width, stage.canvas.height)
            let margin = pointwiseMin(SIMD2(repeating: shatter.tile / 2), canvas / 2)
            start = pointwiseMin(pointwiseMax(place, margin), canvas - margin)
        }
        var particle = Particle(
            tileAt: start,
            velocity: velocity,
            acceleration: acceleration,
            spin: shatter.angularVelocity.value(random.unit(2)),
            life: shatter.duration
        )
        if dynamics.kinetics.isStepped {
            particle.position = particle.position.rounded(to: 0x1p24)
            particle.velocity = particle.velocity.rounded(to: 0x1p24)
            let kept = trajectories.add(particle, kinetics: dynamics.kinetics, until: shatter.duration)
            (particle.trajectory, particle.trajectoryEnd) = kept
        }
        tiles.append(Tile(figure: figure, particle: particle, offset: place - start, random: random, body: body))
    }

    /// Totals of the tiles, if they are rigid bodies.
    var lives: [Lives] {
        // Without simulated tiles, only the cost model's bounds are known.
        guard let tracks, !tiles.isEmpty else { return [] }
        var all = Lives()
        all.births = Double(tiles.count)
        all.seconds = tracks.seconds * all.births
        if let load = tracks.load { all.bodyWork = load.isSaturated ? nil : load.work }
        return [all]
    }

    func groups(at scene: SceneMoment) -> [DrawList.Group?] {
        guard let moment = stage.moment(at: scene, restarts: true) else { return [nil] }
        let canvas = stage.canvas
        let view = stage.view(at: moment, preservesDepth: false)
        let linear = view.linear ?? .identity
        let age = moment.now
        var items: [DrawList.Item] = []
        func add(_ figure: PlacedSprite?, id: Int, cell: Int, at place: SIMD2<Double>, linear: Linear) {
            guard let figure, let (pixel, _) = view.pixels(SIMD3(place, 0)),
                let item = figure.item(id: firstID + id, cell: cell, age: age, at: pixel, linear, on: canvas)
            else { return }
            items.append(item)
        }
        let middle = SIMD2(canvas.width, canvas.height) / 2
        add(behind, id: tiles.count, cell: 1, at: middle, linear: linear)
        if age <= 0 {
            // Not yet broken: no seams.
            add(whole, id: tiles.count + 1, cell: 2, at: middle, linear: linear)
        } else if age < shatter.duration {
            for (index, tile) in tiles.enumerated() {
                if let pose = tracks?.pose(of: tile.body, at: age) {
                    let turn = pose.angle == 0 ? linear : linear.after(Linear(scaled: 1, thenTurned: pose.angle))
                    add(tile.figure, id: index, cell: 0, at: pose.place, linear: turn)
                    continue
                }
                let motion = dynamics.motion(of: tile.particle, atAge: age, trajectories)
                let angle = dynamics.kinetics.hasWalls ? motion.turned : angle(tile.particle.spin, age)
                let turn = angle == 0 ? linear : linear.after(Linear(scaled: 1, thenTurned: angle))
                add(
                    tile.figure,
                    id: index,
                    cell: 0,
                    at: SIMD2(motion.position.x, motion.position.y) + tile.offset,
                    linear: turn
                )
            }
        }
        return [stage.group(items, at: moment)]
    }

    /// Angle turned at `age`: ω(1 − e^−rt)/r, or ωt without resistance.
    private func angle(_ spin: Double, _ age: Double) -> Double {
        let resistance = shatter.angularResistance
        return resistance > 1e-9 ? spin * Decay.lost(resistance * age) / resistance : spin * age
    }
}

extension Particle {
    fileprivate init(
        tileAt place: SIMD2<Double>,
        velocity: SIMD2<Double>,
        acceleration: SIMD2<Double>,
        spin: Double,
        life: Double
    ) {
        self.init(
            birth: 0,
            lifetime: life,
            speed: 1,
            position: SIMD3(place, 0),
            velocity: SIMD3(velocity, 0),
            acceleration: SIMD3(acceleration, 0),
            color: .one,
            colorSpeed: .zero,
            contentsScale: 1,
            scale: 1,
            scaleSpeed: 0,
            scaleFactor: 1,
            rotation: 0,
            spin: spin,
            mass: 1,
            cell: 0,
            direction: SIMD3(0, 1, 0),
            axis: .zero,
            frame: 0,
            noise: 0
        )
    }
}
