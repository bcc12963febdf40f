extension FlatOutline {
    /// What of the outline lies between `low` and `high`, with the middle of that box at (0, 0).
    ///
    /// Contours are cut one by one. Where one leaves the box and comes back elsewhere, it runs along the border: such lines
    /// enclose nothing outside, and every point inside keeps its winding number. A pixel on the border has the mean of
    /// two numbers, though, and 2 and 0 would pass for 1: holes are made to wind back first, so that there is no 2.
    ///
    /// - Source: Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
    func part(from low: SIMD2<Double>, to high: SIMD2<Double>, isEvenOdd: Bool) -> FlatOutline {
        let middle = (low + high) / 2
        var contours: [[SIMD2<Double>]] = []
        var start = 0
        for end in ends {
            contours.append(Array(points[start..<end]))
            start = end
        }
        if isEvenOdd { contours = Self.nested(contours) }
        var result = FlatOutline()
        for var contour in contours {
            for axis in 0..<2 {
                contour = Self.cut(contour, axis, at: low[axis], keepsAbove: true)
                contour = Self.cut(contour, axis, at: high[axis], keepsAbove: false)
            }
            result.append(contour.map { $0 - middle })
        }
        return result
    }

    /// The part of a closed contour on one side of a line across `axis`.
    private static func cut(
        _ contour: [SIMD2<Double>],
        _ axis: Int,
        at border: Double,
        keepsAbove: Bool
    ) -> [SIMD2<Double>] {
        guard var last = contour.last else { return [] }
        func isInside(_ point: SIMD2<Double>) -> Bool { keepsAbove ? point[axis] >= border : point[axis] <= border }
        var result: [SIMD2<Double>] = []
        for point in contour {
            if isInside(point) != isInside(last) {
                // Always from the same end, so that contours which share an edge are cut at the same place.
                let (a, b) = last[axis] < point[axis] ? (last, point) : (point, last)
                var crossing = a + (b - a) * ((border - a[axis]) / (b[axis] - a[axis]))
                crossing[axis] = border
                result.append(crossing)
            }
            if isInside(point) { result.append(point) }
            last = point
        }
        return result
    }

    /// Contours turned around so that holes wind against what they are holes in: by the even-odd rule the same shape, as
    /// long as they do not cross.
    private static func nested(_ contours: [[SIMD2<Double>]]) -> [[SIMD2<Double>]] {
        // What nests is small; a document could ask for so many points that this would take minutes.
        let count = contours.reduce(0) { $0 + $1.count }
        guard contours.count > 1, contours.count * count <= 1 << 20 else { return contours }
        return contours.enumerated().map { index, contour in
            guard let point = contour.first else { return contour }
            let depth = contours.indices.count { $0 != index && isInside(point, contours[$0]) }
            return (twiceArea(contour) > 0) == (depth % 2 == 0) ? contour : contour.reversed()
        }
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
        guard var last = contour.last else { return false }
        var isInside = false
        for point in contour {
            if (last.y > place.y) != (point.y > place.y),
                place.x < last.x + (point.x - last.x) * ((place.y - last.y) / (point.y - last.y))
            {
                isInside.toggle()
            }
            last = point
        }
        return isInside
    }
}
