extension Palette {
    /// A palette of at most `most` colors that represent the counted ones, exactly if they fit.
    ///
    /// - Parameters:
    ///   - most: Maximum number of colors, 2...256, including transparency.
    ///   - isDithered: Whether a ground with too few entries is dithered.
    /// - Complexity: O(colors counted × `most`).
    public init(_ count: ColorHistogram, most: Int = most, isDithered: Bool = true) {
        if let exact = Palette(exactly: count, most: most) {
            self = exact
            return
        }
        let ground = count.ground.filter { $0.value >= Self.fewestOfGround }.map(\.key).sorted()
        let kept = Self.kept(of: ground, most: min(Self.mostOfGround, most / Self.entriesPerGround))
        var cut = ColorQuantizer(count, besides: kept)
        let means = [ColorPoint(premultiplied: 0)] + kept.map(ColorPoint.init(premultiplied:))
        var points = means + cut.means(of: most - means.count)
        for _ in 0..<Self.rounds { cut.refine(&points, from: means.count) }
        let colors = kept + points.dropFirst(means.count).map { cut.color($0) }
        // A full set of entries shows a ground well enough, and a pattern costs bytes.
        self.init(colors, kept: kept, of: isDithered && kept.count < Self.mostOfGround ? ground : [])
    }

    /// Returns colors of the ground, spread evenly. A sky has many colors that differ by a step, over many pixels: the entries that
    /// their error would earn them show bands.
    private static func kept(of ground: [UInt32], most: Int) -> [UInt32] {
        guard ground.count > most else { return ground }
        guard most > 0 else { return [] }
        var even = ColorHistogram()
        for color in ground { even.add(color, 1) }
        var cut = ColorQuantizer(even)
        return cut.means(of: most).map { cut.color($0) }
    }

    /// Most entries of a ground.
    private static let mostOfGround = 32
    /// Entries of a small palette for each one that the ground may have.
    private static let entriesPerGround = 4
    /// Fewest pixels, in runs, of a color of the ground.
    private static let fewestOfGround = 64

    /// Number of k-means rounds; more hardly reduce the error.
    private static let rounds = 4
}
