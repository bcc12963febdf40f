import EffectModel

/// Samples of a file, from which its size is estimated: most numbers are for one whose frames depend on those before it. Estimate
/// and price share them.
enum SequenceSamples {
    /// Frames that are encoded after the first one of a run, and most repeats of the last frame.
    static let runLength = 5
    /// Frames encoded to estimate the size of a file whose frames do not depend on those before it: the first, and seven others.
    static let framesOfGuess = 8
    /// Most frames drawn for the estimate of a lossless file: 16 to choose colors, 2 to find constant pixels, the encoded ones, and a
    /// poster.
    static let framesDrawn = 19 + framesOfGuess
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
}
