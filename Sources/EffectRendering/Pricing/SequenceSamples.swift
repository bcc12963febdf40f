import EffectCost
import EffectModel

/// Samples of a file, from which its size is estimated: most numbers are for one whose frames depend on those before it. Estimate
/// and price share them.
enum SequenceSamples {
    /// Frames that are encoded after the first one of a run, and most repeats of the last frame.
    static let runLength = 5
    /// Frames encoded after the first one to estimate the size of a file whose frames do not depend on those before it.
    static let sampleCount = 7
    /// Frames looked at for each of them, to see whether they repeat the one before.
    static let looks = 3
    /// Frames of a file that is made as a whole.
    static let shortSequence = 16

    /// Pixels of a frame above which one run is enough: each of its frames takes as long as several small ones.
    private static let largeFrame = 1 << 20

    /// Number of runs of frames.
    static func runs(of canvas: Canvas) -> Int { canvas.pixelWidth * canvas.pixelHeight > largeFrame ? 1 : 2 }

    /// Number of files that are made: of the whole, or of the first frame and of each run with and without what follows
    /// its first frame; and two of the last frame, with and without repeats.
    ///
    /// - Parameters:
    ///   - frames: Number of frames of the animation.
    ///   - held: Number of frames that repeat the last one.
    ///   - runs: Number of runs of frames.
    static func files(frames: Int, held: Int, runs: Int) -> Int {
        (frames <= shortSequence ? 1 : 1 + 2 * runs) + (held > 0 ? 2 : 0)
    }

    /// Number of frames in all files of an animation that is not short.
    static func frames(runs: Int) -> Int { 1 + runs * (runLength + 2) }

    /// Number of frames of each kind that an estimate takes. Those of videos have a price of their own.
    struct Frames {
        /// Files that are made.
        let files: Int
        /// Frames that are encoded. Those that cover the whole canvas count as several.
        let encoded: Int
        /// Frames that are drawn.
        let drawn: Int
        /// Frames whose draw lists are made.
        let followed: Int

        init(of spec: EffectSpec) {
            let count = spec.timing.frameCount
            if spec.output.format == .avif {
                let runs = SequenceSamples.runs(of: spec.canvas)
                files = SequenceSamples.files(frames: count, held: 0, runs: runs)
                // Each file begins with a frame that refers to none.
                encoded = files == 1 ? count : SequenceSamples.frames(runs: runs) + files - 1
                (drawn, followed) = (encoded, encoded)
                return
            }
            files = 1
            let samples = 1 + sampleCount
            let isTried =
                [.apng, .gif].contains(spec.output.format ?? .apng) && spec.canvas.background != .transparent
                && count >= RenderCost.fewestFramesToTry
            // Frames tried as differences from the one before, and those that they and the samples are compared with.
            let tried = isTried ? Int(RenderCost.meanTriedFrames) : 0
            // A lossless file has a first frame, and maybe a poster, of the whole canvas. It is drawn for 16 frames to choose
            // colors from, and for 2 to find constant pixels.
            encoded = spec.output.isLossy ? samples : 2 * samples + tried
            drawn = spec.output.isLossy ? samples : samples + 19 + (isTried ? tried + samples : 0)
            followed = drawn + 2 * looks * sampleCount
        }
    }
}
