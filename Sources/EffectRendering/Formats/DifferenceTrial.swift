internal import EffectCost

/// Decides by one or two frames whether those of an animation are encoded as differences from the one before. What these
/// take is priced by `RenderCost.meanTriedFrames`.
enum DifferenceTrial {
    /// - Parameter sizes: Bytes of a frame as it is encoded otherwise, and as a difference from the one before; `nil` if
    ///   nothing is left out of it.
    static func favorsDifferences(
        frameCount: Int,
        sizes: (_ frame: Int) throws -> (otherwise: Int, difference: Int)?
    ) rethrows -> Bool {
        guard frameCount >= RenderCost.fewestFramesToTry else { return false }
        var (otherwise, difference) = (0.0, 0.0)
        for number in [frameCount / 2, frameCount / 4] {
            guard let found = try sizes(number) else { break }
            otherwise += Double(found.otherwise)
            difference += Double(found.difference)
            // One frame will do where it is clear.
            guard unclear.contains(difference / otherwise) else { break }
        }
        return difference < otherwise * worthwhile
    }

    /// Relative bytes of a difference for which a second frame is tried.
    private static let unclear = 0.7...1.02
    /// Relative bytes of differences below which all frames are differences. Comparing frames takes time, and some are drawn
    /// twice: see ``PrecedingFrames``.
    static let worthwhile = 0.95
}
