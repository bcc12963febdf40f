/// What rendering a spec will cost at the most, from its numbers alone: nothing is simulated, nothing allocated.
public struct RenderCost: Sendable, Equatable {
    /// Frames in all.
    public private(set) var frames = 0
    /// Frames × pixels of the canvas.
    public private(set) var pixels = 0.0
    /// Particles born.
    public private(set) var births = 0.0
    /// Particles alive at one time.
    public private(set) var liveParticles = 0.0
    /// Work of the rasterizer, in units that take about a nanosecond on one core: covered pixels, and a fixed price for
    /// each particle and each edge.
    public private(set) var work = 0.0

    /// Sums up the layers' costs.
    public init(of spec: EffectSpec) {
        frames = spec.timing.frameCount
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        pixels = canvasPixels * Double(frames)
        for layer in spec.layers {
            guard case .emitter(let emitter) = layer.content else { continue }
            let time = max(0, spec.timing.duration - layer.beginTime)
            func most(_ keyPath: KeyframeAnimation.KeyPath, _ base: Double) -> Double {
                layer.animations.filter { $0.keyPath == keyPath }
                    // Easings with control points outside 0...1 overshoot by less than their distance.
                    .reduce(abs(base)) {
                        max($0, max(abs($1.extent.lowerBound), abs($1.extent.upperBound)) * $1.overshoot)
                    }
            }
            let layerRate = most(.birthRate, emitter.birthRate)
            for cell in emitter.emitterCells where cell.enabled {
                let life = (cell.lifetime + abs(cell.lifetimeRange)) * most(.lifetime, emitter.lifetime)
                let born = cell.birthRate * layerRate * time + 1
                let alive = min(born, cell.birthRate * layerRate * min(life, time) + 1)
                births += born
                liveParticles += alive
                guard let asset = spec.asset(of: cell)?.asset else { continue }
                let age = min(life, time)
                let scale =
                    (abs(cell.scale) + abs(cell.scaleRange) + abs(cell.scaleSpeed) * age)
                    * most(.scale, emitter.scale) / cell.contentsScale * spec.canvas.scale
                let outline = asset.outline
                let box = outline.bounds.map { $0.high - $0.low } ?? SIMD2(0, 0)
                // Turned, a box covers at most the square on its diagonal; on the canvas, no more than the canvas.
                let diagonal = (box * box).sum().squareRoot() * scale
                let area = min(canvasPixels, diagonal * diagonal)
                // Each edge may run through the whole box.
                let rows = min(Double(spec.canvas.pixelHeight), diagonal)
                let edges = Double(outline.edgeCount) * (RenderCost.workPerEdge + RenderCost.workPerRow * rows)
                let each = area * RenderCost.workPerPixel + edges + RenderCost.workPerParticle
                work += each * alive * Double(frames)
            }
        }
    }

    // Measured on small pieces and on large ones (Benchmarks/README.md), and rounded up.
    static let workPerParticle = 1500.0
    /// A line or curve: flattened, turned, traced through each row that it crosses.
    static let workPerEdge = 100.0
    static let workPerRow = 15.0
    static let workPerPixel = 2.0

    /// Notes a fault for each budget that is exceeded.
    func check(_ context: ReadContext) {
        func check(_ found: Double, _ limit: Int, at pointer: String, _ what: String) {
            guard found > Double(limit) else { return }
            let shown = found < 1e15 ? String(Int(found)) : "more than 10¹⁵"
            context.fault(.tooMuch, at: pointer, found: "\(shown) \(what)", allowed: "at most \(limit)")
        }
        let limits = context.limits
        check(pixels, limits.maximumPixels, at: "/canvas", "pixels over \(frames) frames")
        check(births, limits.maximumBirths, at: "/layers", "particles born")
        check(liveParticles, limits.maximumLiveParticles, at: "/layers", "particles alive at once")
        check(work, limits.maximumWork, at: "/layers", "units of work predicted")
    }
}

extension KeyframeAnimation {
    /// How far beyond its values the animation can go, as a factor.
    fileprivate var overshoot: Double {
        let curves = [timingFunction] + timingFunctions
        let reach = curves.flatMap { [abs($0.c1.y), abs($0.c2.y)] }.max() ?? 1
        return reach <= 1 ? 1 : 1 + 2 * reach
    }
}
