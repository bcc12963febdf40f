/// What layers without emitters cost: upper bounds, from their numbers alone.
extension RenderCost {
    mutating func add(_ layer: Layer, _ spec: EffectSpec) {
        // For what is drawn in every frame of a part of the effect, only those frames count.
        let all = frames
        frames = min(all, layer.framesShown(of: spec))
        addContent(of: layer, spec)
        frames = all
    }

    private mutating func addContent(of layer: Layer, _ spec: EffectSpec) {
        let timeline = LayerTimeline(layer)
        let growth = timeline.largestScale
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        switch layer.content {
        case .emitter(let emitter): return add(emitter, in: layer, spec)
        case .sprite(let sprite):
            add(sprite.contents, size: sprite.size, 1, growth, spec)
        case .firework(let firework):
            let count = Double(firework.count * firework.sparks)
            let look = firework.animator.scale.largest * growth
            addSparks(count, firework.duration, firework.contents, firework.sparkSize, look, layer, spec)
        case .fountain(let fountain):
            let look = fountain.animator.scale.largest * growth
            let count = Double(fountain.sparks)
            addSparks(count, fountain.duration, fountain.contents, fountain.sparkSize, look, layer, spec)
        case .reveal(let reveal):
            add(reveal.to, size: canvas, 1, growth, spec)
            // What gives way, and its circle, are gone afterwards.
            let all = frames
            let shown = reveal.duration / max(1e-6, layer.timing.speed) * spec.timing.fps * spec.timing.speed
            if spec.timing.loop != .seamless, shown < Double(all) { frames = min(all, Int(shown) + 2) }
            defer { frames = all }
            add(reveal.from, size: canvas, 1, growth, spec)
            // The circle, and the picture as a whole behind it.
            let far = (canvas * canvas).sum().squareRoot() * 2
            addWork(of: Asset(.shape(.circle)), scale: far / 12, alive: 1, spec)
            work += 8 * Double(frames) * canvas.x * canvas.y * spec.canvas.scale * spec.canvas.scale
        case .shatter(let shatter):
            if let behind = shatter.behind { add(behind, size: canvas, 1, growth, spec) }
            // At the start, it is whole.
            add(shatter.source, size: canvas, 1, growth, spec)
            addTiles(shatter, growth, spec)
        case .like(let like):
            add(like.emitter, in: layer, spec)
            if let button = like.button {
                for contents in [button.contents, button.selected].compactMap(\.self) {
                    add(contents, size: button.size, 1, growth * button.largest, spec)
                }
            }
            for asset in like.counter.map({ $0.digits + $0.levels }) ?? [] {
                addWork(of: asset, scale: growth * max(1, like.counter?.scale ?? 1), alive: 1, spec)
            }
        }
        work += timeline.layerPrice * Double(frames)
        if let mask = layer.mask, let asset = spec.asset(of: mask)?.asset {
            addWork(of: asset, scale: timeline.largestMaskScale, alive: 1, spec)
        }
    }

    /// - Parameter size: In points; `nil` is the asset's own.
    private mutating func add(
        _ contents: Contents,
        size: SIMD2<Double>?,
        _ alive: Double,
        _ scale: Double,
        _ spec: EffectSpec
    ) {
        guard let asset = spec.asset(of: contents, owner: "")?.asset else { return }
        let stretch = size.map { ($0 / asset.size).max() } ?? 1
        births += alive
        liveParticles += alive
        addWork(of: asset, scale: scale * stretch, alive: alive, spec)
    }

    private mutating func addSparks(
        _ count: Double,
        _ life: Double,
        _ contents: [Contents],
        _ size: SIMD2<Double>,
        _ scale: Double,
        _ layer: Layer,
        _ spec: EffectSpec
    ) {
        // In an effect that closes, what outlives a round is seen once for each that it sees.
        let period = spec.timing.loop == .seamless ? spec.timing.period * layer.timing.speed : 0
        let rounds = period > 0 ? (life / period).rounded(.up) + 1 : 1
        births += count
        liveParticles += count * rounds
        work += count * (Self.workPerBirth + Double(frames) * Self.workPerLook)
        work += count * rounds * Double(frames) * Self.workPerSpark
        let share = count * rounds / Double(contents.count)
        for contents in contents {
            guard let asset = spec.asset(of: contents, owner: "")?.asset else { continue }
            addWork(of: asset, scale: scale * (size / asset.size).max(), alive: share, spec)
        }
    }

    private mutating func addTiles(_ shatter: Shatter, _ growth: Double, _ spec: EffectSpec) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let grid = shatter.grid(on: canvas)
        let count = Double(grid.columns) * Double(grid.rows)
        births += count
        liveParticles += count
        work += count * (Self.workPerBirth + Double(frames) * Self.workPerLook)
        guard var asset = spec.asset(of: shatter.source, owner: "")?.asset else { return }
        // As a tile: a picture of its own size, and its share of an outline at most all of it.
        let covered = asset.size(covering: canvas)
        let scale = (covered / asset.size).max()
        asset.size = SIMD2(repeating: shatter.tile) / scale
        if case .picture = asset.content { asset.outline = .box(half: asset.size / 2) }
        addWork(of: asset, scale: scale * growth, alive: count, spec)
        var cell = EmitterCell()
        cell.emitterBehaviors = shatter.behaviors(on: canvas)
        addMotion(of: cell, cell.emitterBehaviors, isAnimated: false, born: count, alive: count, age: shatter.duration)
    }

    /// Of a place on a curve and a look between keyframes.
    private static let workPerSpark = 400.0
}

extension Layer {
    /// At most so many frames show anything of it.
    fileprivate func framesShown(of spec: EffectSpec) -> Int {
        guard spec.timing.loop != .seamless, timing.speed > 0 else { return .max }
        let lasts: Double
        switch content {
        case .emitter, .like, .reveal: return .max
        case .sprite: lasts = timing.fillMode == .removed ? timing.activeDuration : .infinity
        case .firework(let firework): lasts = firework.duration
        case .fountain(let fountain): lasts = fountain.duration + Double(fountain.sparks) * fountain.delay
        case .shatter(let shatter): lasts = shatter.behind == nil ? shatter.duration : .infinity
        }
        let shown = (lasts / timing.speed) * spec.timing.fps * spec.timing.speed
        return shown < 1e6 ? Int(shown) + 2 : .max
    }
}

extension SparkAnimator.Keyframes {
    /// The largest that a value can be.
    var largest: Double { values.map(\.largest).max() ?? 0 }
}

extension Shatter {
    /// What acts on tiles, as behaviours of particles: a tile bounces where its side would.
    public func behaviors(on canvas: SIMD2<Double>) -> [Behavior] {
        guard mode == .dynamics else { return [] }
        var all: [Behavior] = []
        if resistance > 0 {
            var drag = Behavior(.drag)
            drag.drag = resistance
            all.append(drag)
        }
        if collision {
            var bounce = Behavior(.bounce)
            let inner = pointwiseMax(canvas - tile, SIMD2(0, 0))
            bounce.bounds = SIMD4((canvas.x - inner.x) / 2, (canvas.y - inner.y) / 2, inner.x, inner.y)
            bounce.elasticity = elasticity
            bounce.friction = friction
            all.append(bounce)
        }
        return all
    }
}
