/// Finds the nearest color of a palette whose first entry is transparent.
///
/// Solid areas must not get holes, and opaque pixels may be composited over others: a mostly opaque color never becomes
/// the transparent one, and an opaque color becomes an opaque one if there is any.
struct NearestColor {
    private let all: ColorSearch
    private let opaque: ColorSearch

    init(_ points: [ColorPoint]) {
        all = ColorSearch(points, Array(points.indices.dropFirst()))
        opaque = ColorSearch(points, points.indices.dropFirst().filter { points[$0].place.w == 255 })
    }

    /// Returns the palette index of the nearest color.
    func find(_ point: ColorPoint) -> Int {
        if point.place.w == 255, !opaque.isEmpty { return opaque.find(point).index }
        if all.isEmpty { return 0 }
        let found = all.find(point)
        return point.place.w < 128 && point.squaredLength <= found.distance ? 0 : found.index
    }
}
