extension Palette {
    /// At most `most` colours that stand for those that were counted: the very same if they are so few.
    ///
    /// - Parameters:
    ///   - ground: Premultiplied. It is kept as it is.
    ///   - most: 2...256.
    /// - Complexity: O(colours counted × `most`).
    public init(_ count: ColourCount, ground: UInt32, most: Int = most) {
        if let exact = Palette(exactly: count, ground: ground, most: most) {
            self = exact
            return
        }
        var cut = ColourCut(count)
        var means = [ColourPoint(premultiplied: ground)] + cut.means(of: most - 1)
        for _ in 0..<Self.rounds { cut.refine(&means) }
        self.init(means.dropFirst().map { cut.colour($0) }, ground: ground)
    }

    /// After so many the error hardly falls.
    private static let rounds = 4
}
