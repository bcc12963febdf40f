extension FlatOutline {
    /// Part of the outline between `low` and `high`, with the center of that box at (0, 0).
    ///
    /// Contours are clipped one by one. A contour that leaves the box and returns elsewhere follows the border: such
    /// lines enclose nothing outside, and every point inside keeps its winding number. A pixel on the border has the
    /// mean of two numbers, though, and by the even-odd rule 2 and 0 would pass for 1: such an outline must be
    /// ``nested()`` first.
    ///
    /// - Source: Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
    func part(from low: SIMD2<Double>, to high: SIMD2<Double>) -> FlatOutline {
        let middle = (low + high) / 2
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

    /// Part of a closed contour on one side of a line across `axis`.
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
                // Always from the same end, so that contours which share an edge are clipped at the same point.
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
}
