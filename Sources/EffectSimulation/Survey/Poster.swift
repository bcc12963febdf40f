/// Choice of the frame that shows an effect best without motion.
package enum Poster {
    /// Seconds before and after a frame that say whether its coverage lasts.
    private static let reach = 0.25
    /// Most that a frame counts for, in terms of the median around it: a short flash over all of the canvas is no composed
    /// picture.
    private static let excess = 1.25

    /// Number of the frame with the largest coverage that lasts; of several, the first.
    ///
    /// - Parameters:
    ///   - coverage: Coverage of each frame, in any unit.
    ///   - fps: Frames per second.
    ///   - isLoop: Whether the first frame follows the last one.
    /// - Complexity: O(frames · fps).
    package static func frame(of coverage: [Double], fps: Double, isLoop: Bool) -> Int {
        let count = coverage.count
        let radius = max(1, min(count / 4, Int((reach * min(fps, 1000)).rounded())))
        var best = (frame: 0, score: -1.0, coverage: -1.0)
        for (frame, own) in coverage.enumerated() {
            let near = (-radius...radius).compactMap { step in
                let other = frame + step
                if isLoop { return coverage[((other % count) + count) % count] }
                return coverage.indices.contains(other) ? coverage[other] : nil
            }.sorted()
            let score = min(own, excess * near[near.count / 2])
            if (score, own) > (best.score, best.coverage) { best = (frame, score, own) }
        }
        return best.frame
    }
}
