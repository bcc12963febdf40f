extension FlatOutline {
    /// Equivalent shape for the even-odd rule, with contours reversed so that holes wind against the contours around
    /// them.
    ///
    /// Winding numbers are then 0 and ±1, as long as contours do not cross. A pixel's sum is its inside area, and lines
    /// shared by two contours cancel out exactly, whichever their direction in the document.
    func nested() -> FlatOutline {
        let contours = contours
        // Nested shapes are small; with the number of points that a document could have, nesting would take minutes.
        guard contours.count > 1, contours.count * points.count <= 1 << 20 else { return self }
        let areas = contours.map(Self.twiceArea)
        var result = FlatOutline()
        for (index, contour) in contours.enumerated() {
            let place = Self.innerPoint(contour)
            let depth = contours.indices.count { other in
                // A contour that contains another is larger; of two equal ones, the first contains the second.
                let (mine, others) = (abs(areas[index]), abs(areas[other]))
                guard others > mine || others == mine && other < index, let place else { return false }
                return Self.isInside(place, contours[other])
            }
            result.append((areas[index] > 0) == (depth % 2 == 0) ? contour : contour.reversed())
        }
        return result
    }

    /// Corners of each contour.
    var contours: [[SIMD2<Double>]] {
        var contours: [[SIMD2<Double>]] = []
        var start = 0
        for end in ends {
            contours.append(Array(points[start..<end]))
            start = end
        }
        return contours
    }

    /// Point inside a contour, away from its lines, along which others may run; `nil` if the contour has no height.
    private static func innerPoint(_ contour: [SIMD2<Double>]) -> SIMD2<Double>? {
        let heights = contour.map(\.y).sorted()
        let gaps = zip(heights, heights.dropFirst())
        guard let gap = gaps.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }), gap.0 < gap.1 else { return nil }
        let y = (gap.0 + gap.1) / 2
        let crossings = crossings(contour, y).sorted()
        let stretches = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
        guard let widest = stretches.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
        return SIMD2((widest.0 + widest.1) / 2, y)
    }

    private static func twiceArea(_ contour: [SIMD2<Double>]) -> Double {
        guard var last = contour.last else { return 0 }
        var area = 0.0
        for point in contour {
            area += last.x * point.y - last.y * point.x
            last = point
        }
        return area
    }

    private static func isInside(_ place: SIMD2<Double>, _ contour: [SIMD2<Double>]) -> Bool {
        crossings(contour, place.y).count { place.x < $0 } % 2 == 1
    }

    /// X of the crossings of a contour's lines with the height `y`.
    private static func crossings(_ contour: [SIMD2<Double>], _ y: Double) -> [Double] {
        guard var last = contour.last else { return [] }
        var crossings: [Double] = []
        for point in contour {
            if (last.y > y) != (point.y > y) {
                crossings.append(last.x + (point.x - last.x) * ((y - last.y) / (point.y - last.y)))
            }
            last = point
        }
        return crossings
    }
}
