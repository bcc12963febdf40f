public import EffectModel
public import EffectSimulation

/// What a render is predicted to take, in nanoseconds of processor time on one core.
///
/// What frames draw and touch is found by a ``Survey``, which draws nothing; ``PriceTable`` says what each of it takes. What the spec's
/// numbers alone allow (``RenderCost``) is never exceeded, and stands in where a survey would take too long.
public struct RenderPrice: Sendable {
    /// What is made of an effect.
    public enum Job: Sendable, Equatable {
        /// All frames, in the form that the spec's output says.
        case animation
        /// The one on which most is to be seen.
        case best
        /// Pictures of these instants, in one file.
        case times([Double])
        /// All frames, in one picture.
        case sheet
        /// All frames as data.
        case dump
    }

    /// Something that is done with what was counted.
    public struct Part: Sendable {
        /// What is done.
        public let stage: PriceTable.Stage
        /// What it is done with.
        public let tally: Tally
        /// How often.
        public let times: Double

        /// Memberwise.
        public init(stage: PriceTable.Stage, tally: Tally, times: Double) {
            (self.stage, self.tally, self.times) = (stage, tally, times)
        }

        /// Nanoseconds.
        public var work: Double { PriceTable.work(stage, tally) * times }
    }

    /// Frames, pixels, particles: bounds of what can be counted.
    public let cost: RenderCost
    /// Nanoseconds of processor time.
    public let work: Double
    /// What it was added up from; empty where nothing was surveyed, and for a budget of bytes.
    public let parts: [Part]
    /// Pixels that are drawn: none of a dump.
    public let pixels: Double

    private let remedies: String

    /// - Parameter spec: With the output that it is asked for in.
    public init(of spec: EffectSpec, _ job: Job = .animation) {
        let pricing = Pricing(spec, job)
        cost = pricing.cost
        pixels = job == .dump ? 0 : cost.pixels
        if spec.output.maxBytes != nil, job != .dump {
            parts = []
            work = BudgetLadder(pricing).work
        } else {
            parts = pricing.parts()
            work = pricing.work()
        }
        remedies = Self.remedies(spec, job)
    }

    private static func remedies(_ spec: EffectSpec, _ job: Job) -> String {
        if job == .dump { return "fewer frames or fewer particles" }
        var text = "a smaller canvas, fewer frames or fewer particles"
        if spec.output.format == .webp || spec.output.format == .gif { text += ", or a PNG" }
        if spec.output.effort == .small { text += ", or less effort" }
        if spec.output.maxBytes != nil { text += ", or no budget of bytes (`max`)" }
        return text
    }

    /// Every budget that is exceeded.
    func excesses(over limits: RenderLimits) -> [RenderCost.Excess] {
        let counts = cost.excesses(over: limits, pixels: pixels, remedies)
        // Not `work > limit`: what is not a number is no number to go on with.
        guard !(work <= Double(limits.maximumWork)) else { return counts }
        let excess = RenderCost.Excess(
            pointer: "/layers",
            found: "\(RenderCost.text(work)) units of work predicted (about a nanosecond of processor time each)",
            allowed: "at most \(limits.maximumWork): \(remedies)"
        )
        return counts + [excess]
    }

    /// - Throws: ``SpecError`` with every budget that is exceeded.
    func check(_ limits: RenderLimits) throws(SpecError) {
        let faults = excesses(over: limits).map {
            SpecFault(.tooMuch, at: $0.pointer, found: $0.found, allowed: $0.allowed)
        }
        if !faults.isEmpty { throw SpecError(faults) }
    }
}

extension EffectSpec {
    /// The same effect in a form that a request asks for, with its price.
    ///
    /// - Parameter job: What is made of it. What does not move needs no poster.
    /// - Throws: ``SpecError`` if that would cost more than `limits` allow.
    func priced(as format: Output.Format, _ job: RenderPrice.Job, limits: RenderLimits) throws(SpecError) -> (
        spec: EffectSpec, price: RenderPrice
    ) {
        let spec = delivered(as: format, isStill: job != .animation && job != .dump)
        let price = RenderPrice(of: spec, job)
        try price.check(limits)
        return (spec, price)
    }

    /// The same effect in a form that a request asks for.
    ///
    /// - Parameter isStill: Whether it becomes a picture that does not move, which needs no poster.
    /// - Throws: ``SpecError`` if that would cost more than `limits` allow: forms differ in what they take.
    package func delivered(as format: Output.Format, isStill: Bool = false, limits: RenderLimits) throws(SpecError)
        -> EffectSpec
    {
        try priced(as: format, isStill ? .best : format.isData ? .dump : .animation, limits: limits).spec
    }
}
