public import EffectModel

/// Upper bound of a render's cost, computed from the spec alone: nothing is simulated or allocated.
///
/// Counts are checked by the service before any other work. ``work`` is an upper bound, often ten times the actual
/// work; the service predicts work from a survey of the effect, and from this bound if there is none.
public struct RenderCost: Sendable, Equatable {
    /// Number of frames.
    public internal(set) var frames = 0
    /// Frames × pixels of the canvas.
    public internal(set) var pixels = 0.0
    /// Number of births.
    public internal(set) var births = 0.0
    /// Number of particles alive at one time.
    public internal(set) var liveParticles = 0.0
    /// Number of emitters' particles drawn, over all frames.
    package internal(set) var drawnParticles = 0.0
    /// Number of emitters' particles alive at one time.
    var emittedParticles = 0.0
    /// Number of items that each layer draws, over all frames.
    package private(set) var itemsOfLayers: [Double] = []
    /// Number of integration steps of all motions without a closed form.
    public internal(set) var steps = 0.0
    /// Work per step × positions that frames need, over all motions without a closed form.
    var steppedPlaces = 0.0
    /// Work of the costliest frame above the average, without encoding.
    var peak = 0.0
    /// Excess of ``steppedPlaces`` of the costliest frame above the average.
    var steppedPeak = 0.0
    /// Work to encode all items in all frames, overlapping items counted separately.
    var encoding = 0.0
    /// Number of pixels covered in all frames, overlapping items counted separately.
    var covered = 0.0
    /// Number of covered pixels in all frames, rounded up to WebP's blocks of 16 × 16 pixels.
    var coveredBlocks = 0.0
    /// Upper bound of the work to encode one pixel.
    var encodingOfPixel = 0.0
    /// Work of simulating, drawing and encoding, in units of about a nanosecond on one core; an overestimate.
    public internal(set) var work = 0.0
    /// Particles of each cell.
    package internal(set) var crowds: [Crowd] = []
    /// Work to prepare layers before the first birth.
    package internal(set) var setup = 0.0
    /// Work to compute the inside and outside of the paths that emit.
    package internal(set) var geometry = 0.0
    /// Work per frame to evaluate layers, whatever their contents.
    package internal(set) var following = 0.0
    /// Work to draw the images of gradients in contents, once each, by image.
    var drawings = Drawings()
    /// Work to draw the images of all gradients in contents, which is done once.
    package var drawing: Double { drawings.sum }
    /// Upper bound of an emitter's rigid bodies at one time, by layer index.
    package var bodies: [Int: Double] = [:]
    /// Index of the layer whose cost is being added.
    var layer = 0
    /// Upper bound of the scale factor that the layer's groups apply.
    var growth = 1.0
    /// Whether the layer's groups make copies of it.
    var isCopied = false
    /// Whether frames may show any times of the effect, possibly all the same one.
    let isOfAnyMoments: Bool

    /// Work to draw images, once each. Two are equal if they have equal work for as many images: a document that is read twice
    /// has images of its own each time.
    struct Drawings: Sendable, Equatable {
        private var works: [ObjectIdentifier: Double] = [:]

        var sum: Double { works.values.reduce(0, +) }

        subscript(picture: Picture) -> Double? {
            get { works[ObjectIdentifier(picture)] }
            set { works[ObjectIdentifier(picture)] = newValue }
        }

        static func == (left: Drawings, right: Drawings) -> Bool {
            left.works.values.sorted() == right.works.values.sorted()
        }
    }

    /// Adds up the costs of all layers. A byte budget is ignored.
    ///
    /// - Parameter pictures: Number of images at any times, in place of the animation's frames; `nil` for the
    ///   animation.
    public init(of spec: EffectSpec, pictures: Int? = nil) {
        isOfAnyMoments = pictures != nil
        frames = pictures ?? spec.timing.frameCount
        pixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight) * Double(frames)
        for index in spec.layers.indices {
            layer = index
            growth = spec.growth(ofLayer: index)
            let scene = spec.scene(ofLayer: index)
            let groups = spec.copies(ofLayer: index)
            let copies = groups * (spec.canvas.tile ? Self.tileCopies : 1)
            isCopied = copies > 1
            let before = (living: liveParticles, emitted: emittedParticles, drawn: drawnParticles)
            times(Double(copies), living: Double(groups)) {
                $0.add(spec.layers[index], scene)
                $0.addLight(
                    spec,
                    lights: (spec.layers[index].blur > 0 ? 1 : 0) + (spec.layers[index].bloom == nil ? 0 : 1)
                )
            }
            guard liveParticles.isFinite, drawnParticles.isFinite else {
                itemsOfLayers.append(.infinity)
                continue
            }
            // Anything but particles is counted as drawn in all frames.
            let others = liveParticles - before.living - (emittedParticles - before.emitted)
            let inFrames = others * Double(frames) * Double(copies) / Double(max(1, groups))
            itemsOfLayers.append(drawnParticles - before.drawn + inFrames)
        }
        (growth, isCopied) = (1, false)
        addLight(spec, lights: spec.canvas.bloom == nil ? 0 : 1)
        addSteppedPlaces()
        if spec.timing.shutter > 0, spec.output.format?.isRaster != false {
            work = work * Double(Timing.exposures) + pixels * Self.workPerExposedPixel
            peak *= Double(Timing.exposures)
        }
        addPalette(spec.output)
        addCanvasWork(spec.output)
        addGround(spec)
        addHeldFrames(spec)
        work += Self.workOfGround(spec) + drawing
        addLeast(spec)
        // Finding constant pixels draws the first and the middle frame once more.
        if pictures == nil, frames > 1 { work += work(ofFrames: 2, spec.output) }
        if pictures == nil { work *= 1 + Double(triedFrames(spec.output)) / Double(max(1, frames)) }
        if pictures == nil, spec.output.hasPoster {
            work += spec.output.poster == .best ? work : work(ofFrames: 1, spec.output)
        }
    }

    /// Upper bound of the work of `count` frames, any of which may be the costliest.
    func work(ofFrames count: Int, _ output: Output) -> Double {
        let mean = work / Double(max(1, frames))
        let most = peak > 0 ? mean + peak + workOfFullCanvas(output) : mean
        return Double(count) * min(work, most)
    }

    /// Adds costs concentrated in few frames: `ratio` times the average over all frames.
    mutating func concentrated(_ ratio: Double, _ add: (inout RenderCost) -> Void) {
        let before = (work, steppedPlaces)
        add(&self)
        let beyond = (ratio - 1) / Double(max(1, frames))
        peak += (work - before.0) * beyond
        steppedPeak += (steppedPlaces - before.1) * beyond
    }

    /// Most copies of a piece on a canvas that repeats: one in each corner.
    package static let tileCopies = 4

    /// Adds contents that are drawn `copies` times but born once.
    ///
    /// - Parameter living: Copies that count as particles alive. What crosses an edge of a canvas that repeats is still one.
    private mutating func times(_ copies: Double, living: Double, _ add: (inout RenderCost) -> Void) {
        guard copies > 1 else { return add(&self) }
        let before = self
        add(&self)
        func grow(_ path: WritableKeyPath<RenderCost, Double>, _ copies: Double) {
            self[keyPath: path] = before[keyPath: path] + (self[keyPath: path] - before[keyPath: path]) * copies
        }
        grow(\.liveParticles, living)
        grow(\.emittedParticles, living)
        for path in [
            \.drawnParticles, \.steppedPlaces, \.peak, \.steppedPeak, \.encoding, \.covered,
            \.coveredBlocks, \.work, \.following,
        ] as [WritableKeyPath<RenderCost, Double>] { grow(path, copies) }
        for index in crowds.indices.dropFirst(before.crowds.count) { crowds[index].places *= copies }
    }

    /// Number of units as text for people.
    public static func text(_ units: Double) -> String { units < 1e15 ? String(Int(units)) : "more than 10¹⁵" }

    /// An exceeded budget.
    package struct Excess {
        /// JSON Pointer to the part of the spec that exceeds the budget.
        package let pointer: String
        /// Predicted cost, as text.
        package let found: String
        /// Limit and remedies, as text.
        package let allowed: String

        package init(pointer: String, found: String, allowed: String) {
            (self.pointer, self.found, self.allowed) = (pointer, found, allowed)
        }
    }

    /// All exceeded budgets of countable quantities, each with advice that lowers its own.
    ///
    /// - Parameter pixels: Number of pixels drawn; `nil` uses ``pixels``.
    package func excesses(over limits: RenderLimits, pixels: Double? = nil) -> [Excess] {
        func excess(
            _ found: Double,
            limit: Int,
            at pointer: String,
            what: String,
            remedies: String
        ) -> Excess? {
            // Negated, so that NaN counts as exceeding the limit.
            guard !(found <= Double(limit)) else { return nil }
            let allowed = "at most \(limit): \(remedies)"
            return Excess(pointer: pointer, found: "\(Self.text(found)) \(what)", allowed: allowed)
        }
        return [
            excess(
                pixels ?? self.pixels,
                limit: limits.maximumPixels,
                at: "/canvas",
                what: "pixels over \(frames) frames",
                remedies: "a smaller canvas or fewer frames"
            ),
            excess(
                births,
                limit: limits.maximumBirths,
                at: "/layers",
                what: "particles born",
                remedies: "a lower birth rate, smaller bursts or a shorter effect"
            ),
            excess(
                liveParticles,
                limit: limits.maximumLiveParticles,
                at: "/layers",
                what: "particles alive at once",
                remedies: "a lower birth rate, smaller bursts or shorter lifetimes"
            ),
        ].compactMap { $0 }
    }
}
