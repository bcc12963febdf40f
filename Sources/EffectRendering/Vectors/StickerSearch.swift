internal import EffectVectors

/// Losses of a sticker that are tried one after the other until its file is small enough.
struct StickerSearch {
    /// Reduction of one file.
    struct Attempt: Equatable {
        /// Largest distance of pieces from their places, in pixels.
        var tolerance = VectorScene.tolerance
        /// Share of the pieces.
        var share = 1.0
    }

    /// The file to make.
    private(set) var attempt = Attempt()
    /// Maximum number of bytes.
    private let most: Double
    private var files = 0
    /// The last file with the largest tolerance.
    private var last: (share: Double, size: Double)?

    /// - Parameter most: Maximum number of bytes of the file.
    init(most: Int) { self.most = Double(most) }

    /// Chooses the next attempt after a file that is too large.
    ///
    /// - Parameter size: Bytes of the file; `nil` for one that was given up.
    /// - Returns: Whether there is a next attempt.
    mutating func reduce(after size: Int?) -> Bool {
        guard attempt != Self.smallest else { return false }
        files += 1
        let before = attempt
        let isLoosest = before.tolerance >= Self.smallest.tolerance
        if let size, !isLoosest, Double(size) <= Self.nearly * most {
            attempt.tolerance = min(Self.smallest.tolerance, before.tolerance * 2)
        } else {
            attempt.tolerance = Self.smallest.tolerance
            attempt.share = size.map { share(after: Double($0), isLoosest: isLoosest) } ?? before.share / 2
        }
        if let size, isLoosest { last = (before.share, Double(size)) }
        if attempt.share < Self.smallest.share || files >= Self.mostFiles - 1 { attempt = Self.smallest }
        return true
    }

    /// Share of the pieces whose file probably fits.
    private func share(after size: Double, isLoosest: Bool) -> Double {
        let goal = Self.fullness * most
        guard isLoosest else { return min(1, attempt.share * goal / (size * Self.shrinkage)) }
        var next = attempt.share * goal / size
        // Bytes grow by about the same number with each piece.
        if let last, last.size > size, last.share > attempt.share {
            next = attempt.share - (size - goal) * (last.share - attempt.share) / (last.size - size)
        }
        // Pieces may differ in their bytes so much that neither holds.
        let most = files > 2 ? Self.largeStep : Self.smallStep
        return min(max(next, attempt.share / 2), attempt.share * most)
    }

    /// The largest loss, which ends the search.
    private static let smallest = Attempt(tolerance: 0.8, share: 0.05)
    /// Maximum number of files; the last one has the largest loss.
    private static let mostFiles = 6
    /// Bytes up to which exactness alone may be enough, relative to those allowed.
    private static let nearly = 1.07
    /// Bytes of a file with the largest tolerance, relative to an exact one: 0.79 to 0.89 for presets.
    private static let shrinkage = 0.87
    /// Bytes that are aimed at, relative to those allowed.
    private static let fullness = 0.97
    /// Largest share of the pieces that remain from one attempt to the next: at first, and after some attempts.
    private static let smallStep = 0.97
    private static let largeStep = 0.7
}
