internal import Compression
internal import EffectCost
package import EffectModel
internal import EffectVectors

extension EffectRenderer {
    /// A predicted size of a file in bytes.
    package struct PredictedSize: Sendable, Equatable {
        /// Bytes of the file.
        package let bytes: Int
        /// Bytes after gzip; `nil` for a file that is not sent with it, and where a byte budget makes another file.
        package let gzipBytes: Int?
        /// Bytes after gzip in an archive, which has more time for it; `nil` for a file that no archive holds.
        var archivedBytes: Int? = nil
        /// Predicted bytes of the smallest image, where even those are more than the byte budget; `nil` for a budget that is kept.
        package var smallest: Int? = nil
    }

    /// Predicts the size of all frames in a format: of an image from a few of them, of a dump from a few pieces. A vector is
    /// made, since its motions are fitted as a whole. A byte budget is an upper bound, if the smallest file keeps it: of a vector
    /// that is known, of an image predicted.
    ///
    /// - Throws: ``RenderError``, as a render would, where the format can't show the effect, or a vector not within the budget.
    package func predictedSize(of spec: EffectSpec, as format: OutputFormat, watch: RenderContext = RenderContext())
        throws -> PredictedSize
    {
        var whole = spec.prepared(for: format.format)
        let most = format.isData ? .max : whole.output.maxBytes ?? .max
        whole.output.maxBytes = nil
        if format.isData { return try sampledDump(of: whole, watch) }
        if format.isVector {
            // A sticker always keeps a budget: the bytes themselves.
            if format == .tgs { whole.output.maxBytes = spec.output.maxBytes }
            let bytes = try vector(of: whole, as: format, still: nil, watch).bytes
            if bytes.count > most {
                try checkBudget(most, of: whole, as: format, whole: bytes.count, watch)
                return PredictedSize(bytes: most, gzipBytes: nil)
            }
            let packed =
                format.isVectorText
                ? try GzipStream.packed(bytes, level: GzipStream.level(for: bytes.count, finest: GzipStream.fastLevel))
                    .count : nil
            let archived =
                format == .lottie ? try GzipStream.packed(bytes, level: DotLottie.level(for: bytes.count)).count : nil
            return PredictedSize(bytes: bytes.count, gzipBytes: packed, archivedBytes: archived)
        }
        let animation = try AnimationRenderer(whole, pool: pool, isGuess: true, video: videoJob, watch)
        let size = try estimate(animation, watch)
        guard size > most else { return PredictedSize(bytes: size, gzipBytes: nil) }
        let last = BudgetLadder(of: spec.prepared(for: format.format)).trades.last
        let reduced = last.map { whole.after($0) } ?? whole
        let smallest = try estimate(
            AnimationRenderer(reduced, pool: pool, isGuess: true, video: videoJob, watch),
            watch
        )
        return PredictedSize(bytes: most, gzipBytes: nil, smallest: smallest > most ? smallest : nil)
    }

    /// Returns the size of a dotLottie with an animation of a predicted size, without a byte budget; `nil` for one that is not a
    /// `.lottie.json`.
    package func archiveSize(of spec: EffectSpec, with animation: PredictedSize) throws -> PredictedSize? {
        guard let packed = animation.archivedBytes else { return nil }
        return PredictedSize(bytes: try DotLottie.size(packed: packed, loop: spec.timing.loop), gzipBytes: nil)
    }

    /// Predicts the size of a dump from two runs of its frames.
    private func sampledDump(of spec: EffectSpec, _ watch: RenderContext) throws -> PredictedSize {
        let dump = try frameDump(of: spec, watch: watch)
        let (head, frames) = (dump.piece(0), dump.pieceCount - 1)
        let length = min(frames, Self.piecesOfRun)
        var sample: [UInt8] = []
        let starts = [(frames - length) / 3, (frames - length) * 2 / 3]
        for start in starts {
            for piece in 1 + start..<1 + start + length {
                try watch.check()
                sample += dump.piece(piece)
            }
        }
        let share = Double(frames) / Double(max(1, length * starts.count))
        func predicted(_ head: Int, _ sample: Int) -> Int { head + Int(Double(sample) * share) }
        func packed(_ bytes: [UInt8]) throws -> Int {
            try GzipStream.packed(bytes, level: GzipStream.dumpLevel).count
        }
        return PredictedSize(
            bytes: predicted(head.count, sample.count),
            gzipBytes: predicted(try packed(head), try packed(sample))
        )
    }

    private static let piecesOfRun = 4
}
