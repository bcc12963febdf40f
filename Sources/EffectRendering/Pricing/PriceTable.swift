internal import EffectSimulation

/// Cost of each stage of a render in nanoseconds of processor time, by what the stage works on.
///
/// Measured by `hanabi-benchmarks prices` and fitted by `Benchmarks/prices.py fit`, which prints such lines. The steps are in
/// `Benchmarks/README.md`, "Predicted and measured", which also says which rows were found otherwise.
public enum PriceTable {
    /// A step of a render whose cost depends on a tally.
    public enum Stage: String, CaseIterable, Sendable {
        /// Allocation of a canvas with 8 bits per channel, and all other fixed costs of a render.
        case begin
        /// Allocation of a 16-bit canvas for additive light, and all other fixed costs of a render.
        case beginWide
        /// Simulation of births and of motions integrated step by step.
        case prepare
        /// Computation of draw lists.
        case follow
        /// Rasterization with 8 bits per channel.
        case draw
        /// Rasterization with additive light in 16 bits per channel.
        case drawWide
        /// Filling of the background of a 16-bit canvas, for each frame.
        case fillWide
        /// Measurement of a frame's coverage.
        case weigh
        /// Counting of colors.
        case count
        /// Choice of a palette, independent of the tally.
        case choose
        /// Encoding of an animated PNG in full color.
        case png
        /// Encoding of an animated PNG in full color with the effort `small`.
        case pngSmall
        /// Encoding of an animated PNG with a palette.
        case indexed
        /// Encoding of an animated PNG with a palette and the effort `small`.
        case indexedSmall
        /// Encoding of a still PNG in full color.
        case still
        /// Encoding of a still PNG with the effort `small`.
        case stillSmall
        /// Encoding of a still PNG with a palette.
        case stillIndexed
        /// Encoding of a GIF.
        case gif
        /// Encoding of a lossless WebP with the effort `fast`.
        case losslessFast
        /// Encoding of a lossless WebP with the effort `balanced`.
        case lossless
        /// Encoding of a lossless WebP with the effort `small`.
        case losslessSmall
        /// Encoding of a lossless WebP with a palette, for the efforts `fast` and `balanced`.
        case losslessIndexed
        /// Encoding of a lossy WebP with the effort `fast`.
        case lossyFast
        /// Encoding of a lossy WebP with the effort `balanced`.
        case lossy
        /// Encoding of a lossy WebP with the effort `small`.
        case lossySmall
        /// Encoding of an AVIF with the effort `fast`.
        case avifFast
        /// Encoding of an AVIF with the effort `balanced`.
        case avif
        /// Encoding of an AVIF with the effort `small`.
        case avifSmall
        /// Encoding of a gradient behind everything in the first frame of an AVIF: more of it, the more colors it has.
        case avifGround
        /// Encoding of a gradient behind everything in the first frame of a lossy WebP.
        case lossyGround
        /// Start of the program that encodes videos, independent of the tally.
        case startVideo
        /// Encoding of a video as H.264.
        case h264
        /// Encoding of a video as AV1.
        case av1
        /// Encoding of a video as VP9 with alpha.
        case vp9
        /// Encoding of a video as ProRes 4444.
        case proRes
        /// Encoding of a video as HEVC with alpha.
        case hevc
        /// Writing of draw lists as JSON.
        case dump
        /// Fitting of a vector's motions to samples, and their text.
        case vector
        /// Parsing and answering of a request, by the size of its spec: of a small one, most of the time.
        case document
        /// Drawing of gradients, and writing of images as text, in the head of a frame dump and in vectors.
        case embed
    }

    /// Safety factor on the fitted cost: counts do not capture everything, and one render in twenty takes 1.3 times the
    /// fitted time or longer.
    public static let margin = 1.6

    /// Whether the cost of a stage is independent of the number of frames.
    static func isOnce(_ stage: Stage) -> Bool {
        [.begin, .beginWide, .prepare, .choose, .avifGround, .lossyGround, .startVideo].contains(stage)
    }

    /// Predicted nanoseconds of one stage.
    static func work(_ stage: Stage, _ tally: Tally) -> Double {
        guard let row = prices[stage] else { return 0 }
        var sum = row.reduce(0) { $0 + $1.value * tally[$1.key] }
        if stage == .losslessSmall { sum += searching(tally) }
        return sum * margin
    }

    /// Nanoseconds to try the ways of writing a lossless WebP: the time of a frame grows more slowly than what is in it.
    private static func searching(_ tally: Tally) -> Double {
        let ends = tally[.edges] + tally[.softRows]
        return 49_000 * (ends * tally[.frames]).squareRoot() + 80_000 * (tally[.pictured] * tally[.frames]).squareRoot()
    }
}
