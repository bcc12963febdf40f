/// What rendering a spec can cost at the most, from its numbers alone: nothing is simulated, nothing allocated.
///
/// Counts are what a service checks before it does anything. ``work`` is a bound, often ten times what a render takes: a service predicts by
/// what it finds in a survey of the effect, and by this where there is none.
public struct RenderCost: Sendable, Equatable {
    /// Frames in all.
    public internal(set) var frames = 0
    /// Frames × pixels of the canvas.
    public internal(set) var pixels = 0.0
    /// Particles born.
    public internal(set) var births = 0.0
    /// Particles alive at one time.
    public internal(set) var liveParticles = 0.0
    /// Emitters' particles that are drawn in all frames together.
    package internal(set) var drawnParticles = 0.0
    /// Steps of all motions that have no formula.
    public internal(set) var steps = 0.0
    /// Work of a step, times the places that frames need, of all motions that have no formula.
    var steppedPlaces = 0.0
    /// Work that one frame may take beyond the mean, encoding not included.
    var peak = 0.0
    /// Of ``steppedPlaces``, likewise.
    var steppedPeak = 0.0
    /// Work to encode everything that is drawn, each piece counted for itself, in all frames.
    var encoding = 0.0
    /// Pixels that everything covers in all frames, each piece counted for itself.
    var covered = 0.0
    /// The same in the blocks of 16 × 16 pixels that WebP codes.
    var coveredBlocks = 0.0
    /// Work to encode one pixel on which everything may lie, at the most.
    var encodingOfPixel = 0.0
    /// Work of simulating, drawing and encoding, in units that take about a nanosecond on one core, and are rather too many.
    public internal(set) var work = 0.0
    /// The particles of each cell, by themselves.
    package internal(set) var crowds: [Crowd] = []
    /// Work to make layers ready, before anybody is born.
    package internal(set) var setup = 0.0
    /// Work to follow layers in one frame, whatever is in them.
    package internal(set) var following = 0.0
    /// By layer, rigid bodies of an emitter that are there at one time, at the most.
    var bodies: [Int: Double] = [:]
    /// The layer whose cost is being added.
    var layer = 0
    /// How much larger groups around that layer make it.
    var growth = 1.0
    /// Whether its frames are of any moments of the effect, all of the same one perhaps.
    let isOfAnyMoments: Bool

    /// Sums up the layers' costs. A budget of bytes is not looked at.
    ///
    /// - Parameter pictures: So many pictures instead of the animation's frames, of any moments.
    public init(of spec: EffectSpec, pictures: Int? = nil) {
        isOfAnyMoments = pictures != nil
        frames = pictures ?? spec.timing.frameCount
        pixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight) * Double(frames)
        for index in spec.layers.indices {
            layer = index
            growth = spec.growth(ofLayer: index)
            let scene = spec.scene(ofLayer: index)
            times(Double(spec.copies(ofLayer: index))) { $0.add(spec.layers[index], scene) }
        }
        growth = 1
        addSteppedPlaces()
        addPalette(spec.output)
        addCanvasWork(spec.output)
        // To see what stays, the first frame is drawn once more, and the one in the middle.
        if pictures == nil, frames > 1 { work += work(ofFrames: 2, spec.output) }
        if pictures == nil, spec.output.hasPoster {
            work += spec.output.poster == .best ? work : work(ofFrames: 1, spec.output)
        }
    }

    /// The work of so many frames at the most, each of them perhaps the one that takes most.
    func work(ofFrames count: Int, _ output: Output) -> Double {
        let mean = work / Double(max(1, frames))
        let most = peak > 0 ? mean + peak + workOfFullCanvas(output) : mean
        return Double(count) * min(work, most)
    }

    /// Adds what may lie in few of the frames: `ratio` times as much as in the mean of all.
    mutating func concentrated(_ ratio: Double, _ add: (inout RenderCost) -> Void) {
        let before = (work, steppedPlaces)
        add(&self)
        let beyond = (ratio - 1) / Double(max(1, frames))
        peak += (work - before.0) * beyond
        steppedPeak += (steppedPlaces - before.1) * beyond
    }

    /// Adds what is drawn so many times: born only once.
    private mutating func times(_ copies: Double, _ add: (inout RenderCost) -> Void) {
        guard copies > 1 else { return add(&self) }
        let before = self
        add(&self)
        func grow(_ path: WritableKeyPath<RenderCost, Double>) {
            self[keyPath: path] = before[keyPath: path] + (self[keyPath: path] - before[keyPath: path]) * copies
        }
        for path in [
            \.liveParticles, \.drawnParticles, \.steppedPlaces, \.peak, \.steppedPeak, \.encoding, \.covered,
            \.coveredBlocks, \.work, \.following,
        ] as [WritableKeyPath<RenderCost, Double>] { grow(path) }
        for index in crowds.indices.dropFirst(before.crowds.count) { crowds[index].places *= copies }
    }

    /// A number of units, for people.
    public static func text(_ units: Double) -> String { units < 1e15 ? String(Int(units)) : "more than 10¹⁵" }

    /// A budget that is exceeded.
    package struct Excess {
        /// Of the spec's part that spends it.
        package let pointer: String
        /// What would be spent.
        package let found: String
        /// What there is.
        package let allowed: String

        package init(pointer: String, found: String, allowed: String) {
            (self.pointer, self.found, self.allowed) = (pointer, found, allowed)
        }
    }

    /// Every budget of what can be counted that is exceeded.
    ///
    /// - Parameters:
    ///   - pixels: Those that are drawn; `nil` is ``pixels``.
    ///   - remedies: What would make it less, for people.
    package func excesses(
        over limits: RenderLimits,
        pixels: Double? = nil,
        _ remedies: String = "a smaller canvas, fewer frames or fewer particles"
    ) -> [Excess] {
        func excess(_ found: Double, _ limit: Int, at pointer: String, _ what: String) -> Excess? {
            // Not `found > limit`: what is not a number is no number to go on with.
            guard !(found <= Double(limit)) else { return nil }
            let allowed = "at most \(limit): \(remedies)"
            return Excess(pointer: pointer, found: "\(Self.text(found)) \(what)", allowed: allowed)
        }
        return [
            excess(pixels ?? self.pixels, limits.maximumPixels, at: "/canvas", "pixels over \(frames) frames"),
            excess(births, limits.maximumBirths, at: "/layers", "particles born"),
            excess(liveParticles, limits.maximumLiveParticles, at: "/layers", "particles alive at once"),
        ].compactMap { $0 }
    }

    /// Notes a fault for each of these budgets that is exceeded. Work is not among them: it hangs on the form of the answer.
    func check(_ spec: EffectSpec, _ context: ReadContext) {
        for excess in excesses(over: context.limits) {
            context.fault(.tooMuch, at: excess.pointer, found: excess.found, allowed: excess.allowed)
        }
        for (index, count) in bodies.sorted(by: { $0.key < $1.key }) where !(count <= Double(Dynamics.maximumItems)) {
            let found = "\(Self.text(count)) rigid bodies at once"
            let allowed = "at most \(Dynamics.maximumItems): fewer particles, or shorter lives"
            context.fault(.tooMuch, at: spec.pointer(toLayer: index) + "/dynamics", found: found, allowed: allowed)
        }
    }
}
