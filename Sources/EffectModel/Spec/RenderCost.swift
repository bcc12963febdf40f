/// What rendering a spec will cost at the most, from its numbers alone: nothing is simulated, nothing allocated.
public struct RenderCost: Sendable, Equatable {
    /// Frames in all.
    public internal(set) var frames = 0
    /// Frames × pixels of the canvas.
    public internal(set) var pixels = 0.0
    /// Particles born.
    public internal(set) var births = 0.0
    /// Particles alive at one time.
    public internal(set) var liveParticles = 0.0
    /// Steps of all motions that have no formula.
    public internal(set) var steps = 0.0
    /// Work of a step, times the places that frames need, of all motions that have no formula.
    var steppedPlaces = 0.0
    /// Pixels that one frame's particles cover, each counted for itself.
    var drawnPixels = 0.0
    /// Work of simulating, drawing and encoding, in units that take about a nanosecond on one core.
    public internal(set) var work = 0.0

    /// Sums up the layers' costs.
    public init(of spec: EffectSpec) {
        frames = spec.timing.frameCount
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        pixels = canvasPixels * Double(frames)
        for layer in spec.layers { add(layer, spec) }
        addSteppedPlaces()
        addCanvasWork(spec)
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
