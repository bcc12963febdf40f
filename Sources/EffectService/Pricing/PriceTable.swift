internal import EffectSimulation

/// What everything that a render does takes, in nanoseconds of processor time: of each stage, by what it is done with.
///
/// Measured and fitted by `hanabi-benchmarks prices fit` (`Benchmarks/README.md`), which prints these lines.
public enum PriceTable {
    /// Something that is done with what was counted.
    public enum Stage: String, CaseIterable, Sendable {
        /// Memory for a canvas of 8 bits a channel, and all else that a render begins with.
        case begin
        /// The same where light is summed, in 16 bits.
        case beginWide
        /// Births, and motions that are stepped through.
        case prepare
        /// Draw lists.
        case follow
        /// Drawing in 8 bits a channel.
        case draw
        /// The same where light is summed, in 16 bits.
        case drawWide
        /// Looking how much is to be seen of a frame.
        case weigh
        /// Counting colors.
        case count
        /// Choosing a palette, whatever was counted.
        case choose
        /// A PNG of all colors.
        case png
        /// With the effort `small`.
        case pngSmall
        /// A PNG with a palette.
        case indexed
        /// With the effort `small`.
        case indexedSmall
        /// A PNG that does not move, of all colors.
        case still
        /// With the effort `small`.
        case stillSmall
        /// A PNG that does not move, with a palette.
        case stillIndexed
        /// A GIF.
        case gif
        /// A WebP that loses nothing, with the effort `fast`.
        case losslessFast
        /// With the effort `balanced`.
        case lossless
        /// With the effort `small`.
        case losslessSmall
        /// A WebP that loses nothing of a single color, which libwebp makes a palette of, with the effort `fast`.
        case plainFast
        /// With the effort `balanced`.
        case plain
        /// With the effort `small`.
        case plainSmall
        /// With a palette.
        case losslessIndexed
        /// Any other WebP, with the effort `fast`.
        case lossyFast
        /// With the effort `balanced`.
        case lossy
        /// With the effort `small`.
        case lossySmall
        /// Draw lists as text.
        case dump
        /// Pictures as text, in front of them.
        case embed
    }

    /// Predictions are so many times what is fitted: counts do not say all, and one render in twenty takes twice what they say.
    public static let margin = 1.75

    /// Whether a stage takes as long however many frames there are.
    static func isOnce(_ stage: Stage) -> Bool { [.begin, .beginWide, .prepare, .choose].contains(stage) }

    /// Nanoseconds of one stage.
    static func work(_ stage: Stage, _ tally: Tally) -> Double {
        guard let row = prices[stage] else { return 0 }
        return row.reduce(0) { $0 + $1.value * tally[$1.key] } * margin
    }
}
