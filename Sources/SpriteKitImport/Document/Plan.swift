internal import EffectModel

/// Timing of an emitter's render, and its birth rate.
///
/// An endless emitter is shown in its steady state, in a seamless loop. A finite one is shown from its beginning until
/// nothing is left.
struct Plan: Sendable, Equatable {
    /// Duration in seconds.
    let duration: Double
    /// Births per second.
    let rate: Double
    /// Fraction of the first birth interval that has passed at the start; `nil` leaves it to chance.
    let phase: Double?
    /// Whether the last frame leads to the first one.
    let isSeamless: Bool
    /// Duration in seconds that an endless emitter would have without the limits; `nil` if not shortened.
    let shortenedFrom: Double?

    /// Maximum lifetime in seconds in a seamless loop, which very long lives would fill with all particles ever born.
    static let longestLifeInLoop = 60.0

    /// Number of births above which a difference of one is invisible.
    private static let few = 100.0

    /// Returns the plans to try, the best one first.
    static func all(for node: EmitterNode, _ options: SpriteKitImporter.Options) -> [Plan] {
        let most = min(options.limits.maximumDuration, Double(options.limits.maximumFrames) / options.fps)
        if let emission = node.emissionDuration {
            // Whole frames, the last one empty.
            let whole = ((emission + node.longestLife) * options.fps - 1e-6).rounded(.up) / options.fps
            return [Plan(counted: node, seconds: options.duration ?? min(max(whole, 0.1), most))]
        }
        if let given = options.duration { return [Plan(endless: node, seconds: given, of: given, options)] }
        let wanted = SpriteKitImporter.endlessDurations.map { seconds(near: $0, for: node, options) }
        return wanted.map { Plan(endless: node, seconds: min($0, most), of: wanted[0], options) }
    }

    /// Returns a duration near `seconds` with a whole number of births, if there are few: at 0.45 per second, four
    /// seconds would have one birth or two.
    private static func seconds(
        near seconds: Double,
        for node: EmitterNode,
        _ options: SpriteKitImporter.Options
    ) -> Double {
        let births = node.rate * seconds
        guard node.rate > 0, births < few, abs(births - births.rounded()) > 1e-9 else { return seconds }
        return (max(1, births.rounded()) / node.rate * options.fps).rounded() / options.fps
    }

    /// A plan for a finite emitter. The integral of the rate is the number of particles, and with phase 0 none comes
    /// early, so the number is exact.
    private init(counted node: EmitterNode, seconds: Double) {
        (duration, rate, phase, isSeamless, shortenedFrom) = (seconds, node.rate, 0, false, nil)
    }

    private init(endless node: EmitterNode, seconds: Double, of wanted: Double, _ options: SpriteKitImporter.Options) {
        duration = seconds
        isSeamless = node.longestLife <= Self.longestLifeInLoop
        // Rounded like a spec's durations.
        let period = max(1, (seconds * options.fps).rounded()) / options.fps
        let births = (node.rate * period).rounded()
        rate = births < 1 && node.rate > 0 ? max(node.rate, (1 / period).tidy) : node.rate
        // With this phase, the number of births is the nearest integer.
        let isWhole = abs(rate * period - (rate * period).rounded()) <= 1e-9
        phase = isWhole || births > Self.few ? nil : 0.5
        shortenedFrom = seconds < wanted ? wanted : nil
    }
}
