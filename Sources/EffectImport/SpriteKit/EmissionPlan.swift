internal import EffectModel

/// Timing of an emitter's render, and its birth rate.
///
/// An endless emitter is shown in its steady state, in a seamless loop. A finite one is shown from its beginning until
/// nothing is left.
struct EmissionPlan: Sendable, Equatable {
    let timing: TimingPlan
    /// Births per second.
    let rate: Double
    /// Fraction of the first birth interval that has passed at the start; `nil` leaves it to chance.
    let phase: Double?
    /// Duration in seconds that an endless emitter would have without the limits; `nil` if not shortened.
    let shortenedFrom: Double?

    /// Maximum lifetime in seconds in a seamless loop, which very long lives would fill with all particles ever born.
    static let longestLifeInLoop = 60.0

    /// Number of births above which a difference of one is invisible.
    private static let few = 100.0

    /// Returns the plans to try, the best one first.
    static func all(for node: EmitterNode, _ options: ImportOptions) -> [EmissionPlan] {
        let most = options.maximumDuration
        if let emission = node.emissionDuration {
            let whole = TimingPlan.wholeFrames(emission + node.longestLife, options)
            return [EmissionPlan(counted: node, seconds: options.duration ?? min(whole, most))]
        }
        if let given = options.duration { return [EmissionPlan(endless: node, seconds: given, of: given, options)] }
        let wanted = ImportOptions.endlessDurations.map { seconds(near: $0, for: node, options) }
        return wanted.map { EmissionPlan(endless: node, seconds: min($0, most), of: wanted[0], options) }
    }

    /// Returns a duration near `seconds` with a whole number of births, if there are few: at 0.45 per second, four
    /// seconds would have one birth or two.
    private static func seconds(
        near seconds: Double,
        for node: EmitterNode,
        _ options: ImportOptions
    ) -> Double {
        let births = node.rate * seconds
        guard node.rate > 0, births < few, abs(births - births.rounded()) > 1e-9 else { return seconds }
        return (max(1, births.rounded()) / node.rate * options.fps).rounded() / options.fps
    }

    /// A plan for a finite emitter. The integral of the rate is the number of particles, and with phase 0 none comes
    /// early, so the number is exact.
    private init(counted node: EmitterNode, seconds: Double) {
        timing = TimingPlan(duration: seconds, loop: .once)
        (rate, phase, shortenedFrom) = (node.rate, 0, nil)
    }

    private init(endless node: EmitterNode, seconds: Double, of wanted: Double, _ options: ImportOptions) {
        timing = TimingPlan(
            duration: seconds,
            loop: node.longestLife <= Self.longestLifeInLoop ? .seamless : nil
        )
        // Rounded like a spec's durations.
        let period = max(1, (seconds * options.fps).rounded()) / options.fps
        let births = (node.rate * period).rounded()
        rate = births < 1 && node.rate > 0 ? max(node.rate, (1 / period).shortestDecimal) : node.rate
        // With this phase, the number of births is the nearest integer.
        let isWhole = abs(rate * period - (rate * period).rounded()) <= 1e-9
        phase = isWhole || births > Self.few ? nil : 0.5
        shortenedFrom = seconds < wanted ? wanted : nil
    }
}
