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
            let timeline = LayerTimeline(layer, emitter)
            let largest = timeline.largest
            let prewarm = timeline.prewarmTime
            let end = layer.timing.latestTime(before: spec.timing.duration)
            let layerCost = LayerCost(
                spec: spec,
                timeline: timeline,
                start: -prewarm,
                end: end,
                rate: timeline.birthRate.bound(from: -prewarm, to: end, of: timeline),
                lifetime: largest.lifetime,
                scale: Swift.abs(largest.scale)
            )
            var index = 0
            for cell in largest.emitterCells { add(cell, &index, of: nil, layerCost) }
            work += timeline.integralPrice(span: layerCost.span) + timeline.layerPrice * Double(frames)
            if let mask = layer.mask, let asset = spec.asset(of: mask)?.asset {
                addWork(of: asset, scale: timeline.largestMaskScale, alive: 1, spec)
            }
        }
        addCanvasWork(spec)
    }

    /// What a layer's cells have in common: its own seconds in all, and its largest factors.
    private struct LayerCost {
        let spec: EffectSpec
        let timeline: LayerTimeline
        let start: Double
        let end: Double
        let rate: RateBound
        let lifetime: Double
        let scale: Double

        var span: Double { end - start }
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
    ///
    /// - Parameter index: The cell's among ``Emitter/allCells``; afterwards, that of the next one that is none of its own.
    private mutating func add(_ cell: EmitterCell, _ index: inout Int, of parents: Parents?, _ layer: LayerCost) {
        let own = index
        index += 1
        defer { index = own + cell.withSubcells.count }
        let speed = cell.speed * (parents?.speed ?? 1)
        guard cell.enabled, speed > 0 else { return }
        let life = (cell.lifetime + Swift.abs(cell.lifetimeRange)) * layer.lifetime / speed
        // Births by each parent, or by the layer.
        let limit = parents.map { cell.on == .update ? $0.life : .infinity } ?? layer.span
        let window = min(limit, layer.span, cell.duration * max(1, cell.repeatCount) / speed)
        // Births a second are this, times what the curve says.
        let ownCurve = layer.timeline.birthRate(ofCell: own)
        let curve = ownCurve?.bound(from: layer.start, to: layer.end, of: layer.timeline) ?? layer.rate
        let rate = ownCurve == nil ? cell.birthRate * speed : speed
        let burst = Double(cell.burst?.total ?? 0)
        let each = rate * curve.mostWithin(window) + 1 + burst
        let reach = min(life, layer.span)
        var born = each
        var alive = min(each, rate * curve.mostWithin(reach) + 1 + burst)
        if let parents {
            born = each * parents.births
            // Alive together are the children of parents that were born within a life, a window and a parent's life.
            alive = min(born, parents.most(min(reach + window + parents.life, layer.span)) * each)
        }
        births += born
        liveParticles += alive
        let age = min(life, layer.span) * speed
        let scale =
            (Swift.abs(cell.scale) + Swift.abs(cell.scaleRange) + Swift.abs(cell.scaleSpeed) * age) * layer.scale
            * (parents?.scale ?? 1)
        if let asset = layer.spec.asset(of: cell)?.asset {
            addWork(
                of: asset,
                scale: scale / cell.contentsScale * layer.timeline.largestScale,
                alive: alive,
                layer.spec
            )
        }
        work += born * (layer.timeline.emitterPrice + layer.timeline.price(ofCell: own))
        let next = Parents(
            births: born,
            most: { time in
                guard parents == nil else { return born }
                return min(born, rate * curve.mostWithin(time) + 1 + burst)
            },
            life: reach,
            speed: speed,
            scale: scale
        )
        for child in cell.emitterCells { add(child, &index, of: next, layer) }
    }

    private mutating func addWork(of asset: Asset, scale: Double, alive: Double, _ spec: EffectSpec) {
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let pixels = scale * spec.canvas.scale
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
        let each = area * RenderCost.workPerPixel + lines + steps + RenderCost.workPerParticle
        work += each * alive * Double(frames)
        drawnPixels += area * alive
    }

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
    /// To put a layer that is finished on its own onto the canvas, and to clear it; likewise for its mask.
    private static let workPerFadedPixel = 4.0

    /// Adds what is done for each pixel of the canvas, or for those that were drawn.
    private mutating func addCanvasWork(_ spec: EffectSpec) {
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        let faded = spec.layers.reduce(0) { count, layer in
            let isWhole = layer.blend != nil || layer.mask != nil || layer.canFade
            return count + (isWhole ? 1 : 0) + (layer.mask != nil ? 1 : 0)
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
