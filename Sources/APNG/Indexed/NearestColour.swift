/// Finds the nearest of a palette's colours, of which the first is transparent.
///
/// Bodies are to have no holes, and what is opaque may be said over something else: so what is more opaque than not never
/// becomes the transparent one, and what is opaque becomes opaque, if anything is.
struct NearestColour {
    private let all: ColourSearch
    private let opaque: ColourSearch

    init(_ points: [ColourPoint]) {
        all = ColourSearch(points, Array(points.indices.dropFirst()))
        opaque = ColourSearch(points, points.indices.dropFirst().filter { points[$0].place.w == 255 })
    }

    /// Its index.
    func find(_ point: ColourPoint) -> Int {
        if point.place.w == 255, !opaque.isEmpty { return opaque.find(point).index }
        if all.isEmpty { return 0 }
        let found = all.find(point)
        let toNothing = (point.place * point.place * SIMD4(1, 1, 1, 3)).sum()
        return point.place.w < 128 && toNothing <= found.distance ? 0 : found.index
    }
}
