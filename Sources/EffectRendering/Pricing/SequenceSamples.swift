/// Samples of a file whose frames depend on those before it, from which its size is estimated. Estimate and price share
/// these numbers.
enum SequenceSamples {
    /// Frames that are encoded after the first one of a run, and most repeats of the last frame.
    static let runLength = 5
    /// Frames of a file that is made as a whole.
    static let shortSequence = 16

    /// Number of files that are made: of the whole, or of the first frame and of two runs with and without what follows
    /// their first frame; and two of the last frame, with and without repeats.
    ///
    /// - Parameters:
    ///   - frames: Number of frames of the animation.
    ///   - held: Number of frames that repeat the last one.
    static func files(frames: Int, held: Int) -> Int {
        (frames <= shortSequence ? 1 : 5) + (held > 0 ? 2 : 0)
    }
}
