extension Palette {
    /// A palette of at most `most` colors that represent the counted ones, exactly if they fit.
    ///
    /// - Parameter most: Maximum number of colors, 2...256, including transparency.
    /// - Complexity: O(colors counted × `most`).
    public init(_ count: ColorHistogram, most: Int = most) {
        if let exact = Palette(exactly: count, most: most) {
            self = exact
            return
        }
        var cut = ColorQuantizer(count)
        var means = [ColorPoint(premultiplied: 0)] + cut.means(of: most - 1)
        for _ in 0..<Self.rounds { cut.refine(&means) }
        self.init(means.dropFirst().map { cut.color($0) })
    }

    /// Number of k-means rounds; more hardly reduce the error.
    private static let rounds = 4
}
