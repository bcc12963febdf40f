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
    /// Steps of all motions that have no formula.
    public private(set) var steps = 0.0
    /// Pixels that one frame's particles cover, each counted for itself.
    private var drawnPixels = 0.0
    /// Work of the rasterizer and the encoder, in units that take about a nanosecond on one core: covered pixels, and a
    /// fixed price for each particle and each edge.
    public private(set) var work = 0.0

    /// Sums up the layers' costs.
    public init(of spec: EffectSpec) {
        frames = spec.timing.frameCount
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        pixels = canvasPixels * Double(frames)
        for layer in spec.layers {
            guard case .emitter(let emitter) = layer.content else { continue }
            func most(_ keyPath: KeyframeAnimation.KeyPath, _ base: Double) -> Double {
                layer.animations.filter { $0.keyPath == keyPath }
                    // Easings with control points outside 0...1 overshoot by less than their distance.
                    .reduce(Swift.abs(base)) {
                        max($0, max(Swift.abs($1.extent.lowerBound), Swift.abs($1.extent.upperBound)) * $1.overshoot)
                    }
            }
            let lifetime = most(.lifetime, emitter.lifetime)
            // A loop that closes gives birth for one round, and draws what outlives it once for each round that it sees.
            let period = spec.timing.loop == .seamless ? spec.timing.period * layer.timing.speed : 0
            let prewarm = period > 0 ? 0 : emitter.prewarmTime(lifetime: lifetime)
            let end =
                period > 0
                ? layer.timing.timeOffset + period : layer.timing.latestTime(before: spec.timing.duration)
            addGeometry(of: emitter)
            let layerCost = LayerCost(
                spec: spec,
                emitter: emitter,
                span: end + prewarm,
                period: period,
                rate: RateBound(
                    base: emitter.birthRate,
                    animations: layer.animations.filter { $0.keyPath == .birthRate },
                    from: -prewarm,
                    to: end
                ),
                lifetime: lifetime,
                velocity: most(.velocity, emitter.velocity),
                scale: most(.scale, emitter.scale)
            )
            for cell in emitter.emitterCells { add(cell, of: nil, layerCost) }
        }
        addCanvasWork(spec)
    }

    /// What a layer's cells have in common: its own seconds in all, and its largest factors.
    private struct LayerCost {
        let spec: EffectSpec
        let emitter: Emitter
        let span: Double
        /// 0 if the effect does not close.
        let period: Double
        let rate: RateBound
        let lifetime: Double
        let velocity: Double
        let scale: Double

        /// The most that the rate's integral grows within `length` seconds; in a loop that closes, round after round.
        func mostBirths(within length: Double) -> Double {
            guard period > 0, length > span else { return rate.mostWithin(length) }
            return rate.mostWithin(span) * ((length / span).rounded(.up) + 1)
        }
    }

    /// The particles that emit a sub-cell: how many in all, how many a second, how long each lives, how large it gets.
    private struct Parents {
        let births: Double
        /// The most that are born within so many seconds.
        let most: (Double) -> Double
        let life: Double
        let speed: Double
        let scale: Double
    }

    /// Adds a cell's particles, and those of its sub-cells: nested counts multiply.
    private mutating func add(_ cell: EmitterCell, of parents: Parents?, _ layer: LayerCost) {
        let speed = cell.speed * (parents?.speed ?? 1)
        guard cell.enabled, speed > 0 else { return }
        let life = (cell.lifetime + Swift.abs(cell.lifetimeRange)) * layer.lifetime / speed
        // Births by each parent, or by the layer.
        let limit = parents.map { cell.on == .update ? $0.life : .infinity } ?? layer.span
        // Lives are not cut where the loop starts again.
        let span = layer.period > 0 && parents != nil ? Double.infinity : layer.span
        let window = min(limit, span, cell.duration * max(1, cell.repeatCount) / speed)
        let rate = cell.birthRate * speed
        let burst = Double(cell.burst?.total ?? 0)
        let each = rate * layer.mostBirths(within: window) + 1 + burst
        let visible = life + (cell.trail?.duration ?? 0) / speed
        let reach = layer.period > 0 ? visible : min(visible, layer.span)
        var born = each
        var alive = min(each, rate * layer.mostBirths(within: reach) + 1 + burst)
        if let parents {
            born = each * parents.births
            // Alive together are the children of parents that were born within a life, a window and a parent's life.
            alive = min(born, parents.most(min(reach + window + parents.life, layer.span)) * each)
        }
        if layer.period > 0 { alive = born * ((visible / layer.period).rounded(.up) + 1) }
        births += born
        liveParticles += alive
        let age = (layer.period > 0 ? life : min(life, layer.span)) * speed
        let behaviors = (layer.emitter.emitterBehaviors + cell.emitterBehaviors).filter(\.enabled)
        let scale = behaviors.largestScale(
            (Swift.abs(cell.scale) + Swift.abs(cell.scaleRange)) * layer.scale * (parents?.scale ?? 1),
            growth: Swift.abs(cell.scaleSpeed) * layer.scale * (parents?.scale ?? 1),
            over: age
        )
        addMotion(of: cell, behaviors, born: born, alive: alive, age: age)
        let isDeep = layer.emitter.preservesDepth && layer.spec.canvas.perspective != nil
        let looks = scale * (isDeep ? Self.largestPerspective : 1)
        let launch = (Swift.abs(cell.velocity) + Swift.abs(cell.velocityRange)) * layer.velocity
        // What comes near the viewer crosses the canvas in no time.
        let pace = isDeep ? .infinity : behaviors.largestSpeed(launch, cell, over: age)
        addWork(of: cell, alive: alive, scale: looks, pace: pace, layer.spec)
        let own = Parents(
            births: born,
            most: { time in
                guard parents == nil else { return born }
                return min(born, rate * layer.mostBirths(within: time) + 1 + burst)
            },
            life: reach,
            speed: speed,
            scale: scale
        )
        for child in cell.emitterCells { add(child, of: own, layer) }
    }

    /// How much larger perspective can make anything look: nearer to the viewer, nothing is drawn.
    public static let largestPerspective = 16.0

    /// Adds what it takes to know where particles are, and what behaviours make of them.
    private mutating func addMotion(
        of cell: EmitterCell,
        _ behaviors: [Behavior],
        born: Double,
        alive: Double,
        age: Double
    ) {
        let places = alive * Double(frames) * Double(1 + (cell.trail?.pointCount ?? 0))
        let each = behaviors.reduce(RenderCost.workPerState) { $0 + $1.workPerState }
        work += places * each
        guard behaviors.contains(where: \.hasNoFormula) else { return }
        let count = born * (age * 120 * Double(behaviors.refinement(cell)) + 1)
        steps += count
        let step = behaviors.reduce(RenderCost.workPerStep) { $0 + $1.workPerStep }
        // Every so many steps a motion is kept; from there on, each frame steps to its own time.
        let stride = max(16, count / 1e6 + 1)
        work += step * (count + places * stride)
    }

    private mutating func addGeometry(of emitter: Emitter) {
        guard let outline = emitter.path?.outline ?? emitter.text?.outline else { return }
        let contours = outline.segments.count { if case .move = $0 { true } else { false } }
        let lines = Double(min(16_384, outline.lineCount(at: 2)))
        work += lines * Double(contours + 512) * 4
    }

    private mutating func addWork(
        of cell: EmitterCell,
        alive: Double,
        scale: Double,
        pace: Double,
        _ spec: EffectSpec
    ) {
        guard let asset = spec.asset(of: cell)?.asset else { return }
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let pixels = scale / cell.contentsScale * spec.canvas.scale
        let outline = asset.outline
        let box = outline.bounds.map { $0.high - $0.low } ?? SIMD2(0, 0)
        // Turned, a box covers at most the square on its diagonal; on the canvas, no more than the canvas.
        let diagonal = (box * box).sum().squareRoot() * pixels
        let area = min(canvasPixels, diagonal * diagonal)
        let across = min(Double(spec.canvas.pixelWidth), diagonal)
        let down = min(Double(spec.canvas.pixelHeight), diagonal)
        // Outlines are flattened for the next power of two. Large shapes are drawn window by window, each time from all
        // lines; and each segment may run through the whole box, a curve there and back.
        let windows = (area / RenderCost.windowPixels).rounded(.up) + 1
        let lines = Double(outline.lineCount(at: 2 * pixels)) * RenderCost.workPerLine * windows
        let crossings = Double(outline.crossings)
        let steps = crossings * (down * RenderCost.workPerRow + across * RenderCost.workPerColumn)
        let isShape = asset.content.isOutline
        let perPixel = isShape ? RenderCost.workPerPixel : RenderCost.workPerPicturePixel
        let each = area * perPixel + (isShape ? lines + steps : down * RenderCost.workPerPictureRow)
        work += (each + RenderCost.workPerParticle) * alive * Double(frames)
        drawnPixels += area * alive
        if let trail = cell.trail {
            let width = (trail.width ?? asset.size.min()) * pixels * (trail.width == nil ? 1 : cell.contentsScale)
            addWork(of: trail, width: width, length: pace * trail.duration * spec.canvas.scale, alive: alive, spec)
        }
    }

    /// - Parameters:
    ///   - width: Pixels across.
    ///   - length: Pixels along; infinite for a band that may run all over the canvas, each of its parts right through it.
    private mutating func addWork(
        of trail: Trail,
        width: Double,
        length: Double,
        alive: Double,
        _ spec: EffectSpec
    ) {
        let size = SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        let parts = Double(trail.pointCount - 1)
        let way = min(length, parts * size.sum())
        let breadth = min(width, size.sum()) + 2
        let area = min(size.x * size.y, (way + 2 * breadth) * breadth)
        let windows = (area / RenderCost.windowPixels).rounded(.up) + 1
        // Two long sides, and the seams between parts.
        let edges = 2 * way + (parts + 1) * breadth
        let each =
            area * RenderCost.workPerPixel + parts * 4 * RenderCost.workPerLine * windows
            + edges * (RenderCost.workPerRow + RenderCost.workPerColumn)
        work += each * alive * Double(frames)
        drawnPixels += area * alive
    }

    /// Of a formula for a particle's place and looks.
    private static let workPerState = 150.0
    /// Of a step with no forces.
    private static let workPerStep = 60.0
    private static let workPerPicturePixel = 12.0
    private static let workPerPictureRow = 60.0
    // Measured on small pieces and on large ones (Benchmarks/README.md), and rounded up.
    private static let workPerParticle = 800.0
    private static let workPerLine = 30.0
    private static let workPerRow = 8.0
    private static let workPerColumn = 4.0
    private static let workPerPixel = 2.0
    /// Pixels that the rasterizer takes on at a time.
    private static let windowPixels = 65_536.0
    /// Of a picture that is noise; flat pieces cost less.
    private static let workPerEncodedPixel = 30.0
    /// Of nothing but ground.
    private static let workPerEmptyPixel = 3.0
    /// To put a layer that is faded as a whole onto the canvas, and to clear it.
    private static let workPerFadedPixel = 4.0

    /// Adds what is done for each pixel of the canvas, or for those that were drawn.
    private mutating func addCanvasWork(_ spec: EffectSpec) {
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let faded = spec.layers.count { layer in
            layer.opacity < 1 || layer.animations.contains { $0.keyPath == .opacity }
        }
        let each =
            min(drawnPixels, canvasPixels) * RenderCost.workPerEncodedPixel
            + canvasPixels * (RenderCost.workPerEmptyPixel + Double(faded) * RenderCost.workPerFadedPixel)
        work += each * Double(frames)
    }

    /// Notes a fault for each budget that is exceeded.
    func check(_ context: ReadContext) {
        func check(_ found: Double, _ limit: Int, at pointer: String, _ what: String) {
            // Not `found > limit`: what is not a number is no number to go on with.
            guard !(found <= Double(limit)) else { return }
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
