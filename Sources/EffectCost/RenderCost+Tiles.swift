import EffectModel

/// Costs of shattering an image into tiles.
extension RenderCost {
    mutating func add(_ shatter: Shatter, timeline: LayerTimeline, layer: Layer, spec: EffectSpec) {
        let growth = timeline.largestScale
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        if let behind = shatter.behind { add(behind, size: canvas, scale: growth, spec: spec) }
        during(layer.frames(lasting: shatter.duration, of: spec)) {
            // At the start, the image is whole.
            $0.add(shatter.source, size: canvas, scale: growth, spec: spec)
            $0.addTiles(shatter, timeline: timeline, spec: spec)
        }
    }

    private mutating func addTiles(_ shatter: Shatter, timeline: LayerTimeline, spec: EffectSpec) {
        let canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        let grid = shatter.grid(on: canvas)
        let count = Double(grid.columns) * Double(grid.rows)
        births += count
        liveParticles += count
        work += count * (Self.workPerBirth + Double(frames) * Self.workPerLook)
        var crowd = Crowd(layer: layer, cell: 0)
        crowd.births = count
        crowd.workPerBirth = Self.workPerBirth + Double(frames) * Self.workPerLook
        crowds.append(crowd)
        guard let asset = spec.asset(of: shatter.source, owner: "")?.asset else { return }
        let covered = asset.size(covering: canvas)
        let enlarged = (covered / asset.size).max()
        let scale = enlarged * timeline.largestScale
        addWork(
            of: asset,
            within: SIMD2(repeating: shatter.tile / enlarged),
            scale: scale,
            isAligned: shatter.angularVelocity == .fixed(0) && shatter.dynamics == nil && timeline.isUpright,
            alive: count,
            spec
        )
        addCuts(of: asset, scale: scale, isSteady: timeline.hasSteadyScale, count: count, spec)
        if let dynamics = shatter.dynamics {
            let seconds = min(shatter.duration, timeline.layer.timing.latestTime(before: spec.timing.duration))
            addBodies(dynamics, count: count, size: shatter.tile, seconds: seconds)
        }
        var cell = EmitterCell()
        cell.emitterBehaviors = shatter.behaviors(on: canvas)
        addMotion(of: cell, cell.emitterBehaviors, isAnimated: false, born: count, alive: count, age: shatter.duration)
    }
}
