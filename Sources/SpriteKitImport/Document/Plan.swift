internal import EffectModel

/// When an emitter is seen, and how many are born then.
///
/// An emitter without an end is seen as it is once it has run for a while, in a loop without a seam. One with an end is seen
/// from its beginning until nothing is left.
struct Plan: Sendable, Equatable {
    /// Seconds.
    let duration: Double
    /// Births a second.
    let rate: Double
    /// What the first particle has behind it at the start, as a part of one; `nil` leaves that to chance.
    let phase: Double?
    /// Whether the last frame leads to the first one.
    let isSeamless: Bool
    /// Seconds that an emitter without an end would be seen, but for the limits.
    let shortenedFrom: Double?

    /// Particles that live on and on would fill a loop that closes with all that were ever born.
    static let longestLifeInLoop = 60.0

    /// Where more are born, nobody sees one more or less.
    private static let few = 100.0

    /// Those to try, the best one first.
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

    /// Seconds in which a whole number of particles is born, if there are few: of 0.45 a second, four seconds would have
    /// one, or two.
    private static func seconds(
        near seconds: Double,
        for node: EmitterNode,
        _ options: SpriteKitImporter.Options
    ) -> Double {
        let births = node.rate * seconds
        guard node.rate > 0, births < few, abs(births - births.rounded()) > 1e-9 else { return seconds }
        return (max(1, births.rounded()) / node.rate * options.fps).rounded() / options.fps
    }

    /// The rate's integral over its duration is the number itself, and without a phase none comes early: exactly so many.
    private init(counted node: EmitterNode, seconds: Double) {
        (duration, rate, phase, isSeamless, shortenedFrom) = (seconds, node.rate, 0, false, nil)
    }

    private init(endless node: EmitterNode, seconds: Double, of wanted: Double, _ options: SpriteKitImporter.Options) {
        duration = seconds
        isSeamless = node.longestLife <= Self.longestLifeInLoop
        // As a spec rounds them.
        let period = max(1, (seconds * options.fps).rounded()) / options.fps
        let births = (node.rate * period).rounded()
        rate = births < 1 && node.rate > 0 ? max(node.rate, (1 / period).tidy) : node.rate
        // With this phase, as many are born as the nearest whole number says.
        let isWhole = abs(rate * period - (rate * period).rounded()) <= 1e-9
        phase = isWhole || births > Self.few ? nil : 0.5
        shortenedFrom = seconds < wanted ? wanted : nil
    }
}
