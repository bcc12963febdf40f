package import EffectCoding
public import EffectCost
public import EffectModel
public import EffectSimulation
internal import WorkScheduling

/// Predicted cost of a request in nanoseconds of processor time on one core.
///
/// A ``Survey`` counts what frames draw and touch, without drawing, and ``PriceTable`` has the cost of each count. A render's cost never
/// exceeds the upper bound from the spec's numbers alone (``RenderCost``), which replaces a survey that would take too long.
public struct RenderPrice: Sendable {
    /// The output made of an effect.
    public enum Job: Sendable, Equatable {
        /// All frames, in the spec's output format.
        case animation
        /// The frame with the largest coverage.
        case best
        /// Images at these instants, in one file. Seconds of the effect since its start.
        case times([Double])
        /// All frames, in one image.
        case sheet
        /// All frames as data.
        case dump
        /// The whole effect as formulas.
        case vector

        /// Whether pixels are drawn.
        var hasPixels: Bool { self != .dump && self != .vector }
    }

    /// A stage of the render, with its counts.
    public struct Part: Sendable {
        /// The stage.
        public let stage: PriceTable.Stage
        /// The counts the stage works on.
        public let tally: Tally
        /// Number of repetitions, which may be fractional.
        public let times: Double

        /// A part with the given values.
        public init(stage: PriceTable.Stage, tally: Tally, times: Double) {
            (self.stage, self.tally, self.times) = (stage, tally, times)
        }

        /// Predicted nanoseconds.
        public var work: Double { PriceTable.work(stage, tally) * times }
    }

    /// Upper bounds for frames, pixels and particles.
    public let cost: RenderCost
    /// Predicted nanoseconds of processor time of the whole request: of the render, and of reading and pricing before it.
    public let work: Double
    /// Predicted nanoseconds of the render alone.
    package let workOfRender: Double
    /// Predicted nanoseconds to predict the size of the file, without a byte budget.
    package let workOfSample: Double
    /// Predicted nanoseconds to count the pieces of a vector; 0 for other outputs.
    package let workOfCount: Double
    /// Predicted nanoseconds of ``workOfCount`` before the first sample.
    private let workBeforeCount: Double
    /// The summands of ``workOfRender``; empty if no survey was made, and for a byte budget.
    public let parts: [Part]
    /// Number of pixels drawn; 0 for a frame dump.
    public let pixels: Double

    private let remedies: String
    /// The excess of a canvas that is too large for the format's encoder.
    private let largeCanvas: RenderCost.Excess?

    /// Maximum pixels of a frame of an AVIF, whose encoder holds about 50 bytes for each, or of a video, whose program
    /// holds up to 270.
    public static let maximumAVIFPixels = 2_097_152

    /// - Parameter spec: The effect with the requested output.
    public init(of spec: EffectSpec, _ job: Job = .animation) {
        let pricing = Pricing(spec, job)
        cost = pricing.cost
        pixels = job.hasPixels ? cost.pixels : 0
        if spec.output.maxBytes != nil, job.hasPixels {
            parts = []
            workOfRender = BudgetLadder(pricing).work
        } else {
            parts = pricing.parts()
            workOfRender = pricing.work()
        }
        work = workOfRender + pricing.workOfRequest
        workOfSample = pricing.workOfGuess(after: QualityReduction(of: spec), whole: pricing.work())
        (workBeforeCount, workOfCount) = job == .vector ? pricing.worksOfCount() : (0, 0)
        remedies = Self.remedies(spec, job)
        largeCanvas = job.hasPixels ? Self.largeCanvas(spec) : nil
    }

    /// Share of a vector's loop whose pieces are counted within an amount of work; 0 where the simulation alone takes more.
    package func shareOfCount(within most: Double) -> Double {
        guard workOfCount > most else { return 1 }
        return max(0, (most - workBeforeCount) / (workOfCount - workBeforeCount))
    }

    private static func largeCanvas(_ spec: EffectSpec) -> RenderCost.Excess? {
        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        let isVideo = spec.output.format?.isVideo == true
        guard spec.output.format == .avif || isVideo, width * height > maximumAVIFPixels else { return nil }
        let kind = isVideo ? "a video" : "an AVIF"
        return RenderCost.Excess(
            pointer: "/canvas",
            found: "\(width) × \(height) pixels",
            allowed: "at most \(maximumAVIFPixels) in a frame of \(kind): a smaller canvas, a lower scale, or a WebP"
        )
    }

    private static func remedies(_ spec: EffectSpec, _ job: Job) -> String {
        if !job.hasPixels {
            let isFitted = job == .vector && spec.output.maxBytes != nil
            return "fewer frames or fewer particles" + (isFitted ? ", or no byte budget (`max`)" : "")
        }
        var text = "a smaller canvas, fewer frames or fewer particles"
        if [.gif, .webp, .avif].contains(spec.output.format) || spec.output.format?.isVideo == true {
            text += ", or a PNG"
        }
        if spec.output.effort == .small { text += ", or less effort" }
        if spec.output.maxBytes != nil { text += ", or no byte budget (`max`)" }
        return text
    }

    /// Every limit that is exceeded.
    package func excesses(over limits: RenderLimits) -> [RenderCost.Excess] {
        let counts = (largeCanvas.map { [$0] } ?? []) + cost.excesses(over: limits, pixels: pixels)
        // Negated, so that NaN counts as an excess.
        guard !(work <= Double(limits.maximumWork)) else { return counts }
        let excess = RenderCost.Excess(
            pointer: "/layers",
            found: "\(RenderCost.text(work)) predicted units of work (about a nanosecond of processor time each)",
            allowed: "at most \(limits.maximumWork): \(remedies)"
        )
        return counts + [excess]
    }

    /// - Throws: ``SpecError`` with every limit that is exceeded.
    package func check(_ limits: RenderLimits) throws(SpecError) {
        let faults = excesses(over: limits).map {
            SpecFault(.tooMuch, at: $0.pointer, found: $0.found, allowed: $0.allowed)
        }
        if !faults.isEmpty { throw SpecError(faults) }
    }
}

extension EffectSpec {
    /// The effect in the requested format.
    ///
    /// - Parameter isStill: Whether the output is a still image, which needs no poster.
    /// - Throws: ``SpecError`` if the price exceeds `limits`. Prices differ between formats.
    package func prepared(for format: Output.Format, isStill: Bool = false, limits: RenderLimits) throws(SpecError)
        -> EffectSpec
    {
        let spec = prepared(for: format, isStill: isStill)
        try RenderPrice(of: spec, format.isData ? .dump : format.isVector ? .vector : isStill ? .best : .animation)
            .check(limits)
        return spec
    }
}
