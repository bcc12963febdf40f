extension Outline {
    /// Corners of the convex hull, clockwise on screen. If there are more than `most`, the corners with the least area
    /// are dropped.
    ///
    /// - Parameter most: Maximum number of corners, at least 3.
    /// - Returns: Fewer than three corners if the outline has no area.
    package func hull(atMost most: Int) -> [SIMD2<Double>] {
        var points: [SIMD2<Double>] = []
        forEachSegment(at: 1) { segment, start, count in
            points += segment.points(from: start, count)
        }
        var corners = Self.hull(around: points)
        while corners.count > most {
            // Corner whose removal loses the smallest area.
            let areas = corners.indices.map { index in
                let (before, after) = (
                    corners[(index + corners.count - 1) % corners.count], corners[(index + 1) % corners.count]
                )
                return abs(Self.cross(corners[index] - before, after - corners[index]))
            }
            guard let least = areas.indices.min(by: { areas[$0] < areas[$1] }) else { break }
            corners.remove(at: least)
        }
        return corners
    }

    private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }

    /// Convex hull by Andrew's monotone chain algorithm.
    private static func hull(around points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func chain(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
            var chain: [SIMD2<Double>] = []
            for point in points {
                while chain.count > 1,
                    cross(chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1]) <= 1e-9
                {
                    chain.removeLast()
                }
                chain.append(point)
            }
            return Array(chain.dropLast())
        }
        return chain(sorted) + chain(sorted.reversed())
    }
}
