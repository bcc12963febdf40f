extension Palette {
    /// At most `most` colours that stand for those that were counted: the very same if they are so few.
    ///
    /// - Parameter most: 2...256, transparency among them.
    /// - Complexity: O(colours counted × `most`).
    public init(_ count: ColourCount, most: Int = most) {
        if let exact = Palette(exactly: count, most: most) {
            self = exact
            return
        }
        var cut = ColourCut(count)
        var means = [ColourPoint(premultiplied: 0)] + cut.means(of: most - 1)
        for _ in 0..<Self.rounds { cut.refine(&means) }
        self.init(means.dropFirst().map { cut.colour($0) })
    }

    /// After so many the error hardly falls.
    private static let rounds = 4
}
