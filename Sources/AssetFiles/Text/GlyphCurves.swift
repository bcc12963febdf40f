// Parts of glyphs' curves that stay within the box of their end points, so that the bounding box of all points is the
// bounding box of the ink. Well-made fonts have points there already.

/// A cubic Bézier curve.
struct Cubic {
    var a, b, c, d: SIMD2<Double>

    init(_ a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Splits the curve into parts that stay within the box of their end points.
    func splitAtExtremes() -> [Cubic] {
        let (low, high) = (pointwiseMin(a, d), pointwiseMax(a, d))
        if all(pointwiseMin(b, c) .>= low .& pointwiseMax(b, c) .<= high) { return [self] }
        let cuts = (0..<2).flatMap { extremes(along: $0) }.sorted()
        var parts: [Cubic] = []
        var (rest, done) = (self, 0.0)
        for cut in cuts where cut > done {
            let (first, second) = rest.split(at: (cut - done) / (1 - done))
            parts.append(first)
            (rest, done) = (second, cut)
        }
        return parts + [rest]
    }

    /// Parameters at which the curve turns back on an axis, if it leaves the box of its end points.
    private func extremes(along axis: Int) -> [Double] {
        let (a, b, c, d) = (a[axis], b[axis], c[axis], d[axis])
        guard min(b, c) < min(a, d) || max(b, c) > max(a, d) else { return [] }
        // Zeros of the derivative p·t² + 2q·t + r, in a form that stays exact for small p.
        let (p, q, r) = (d - 3 * c + 3 * b - a, a - 2 * b + c, b - a)
        let root = (q * q - p * r).squareRoot()
        guard root.isFinite else { return [] }
        let sum = q < 0 ? -q + root : -q - root
        return [sum / p, r / sum].filter { $0 > 1e-6 && $0 < 1 - 1e-6 }
    }

    private func split(at t: Double) -> (Cubic, Cubic) {
        func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * t }
        let (ab, bc, cd) = (mix(a, b), mix(b, c), mix(c, d))
        let (abc, bcd) = (mix(ab, bc), mix(bc, cd))
        let middle = mix(abc, bcd)
        return (Cubic(a, b: ab, c: abc, d: middle), Cubic(middle, b: bcd, c: cd, d: d))
    }
}

/// A quadratic Bézier curve.
struct Quadratic {
    var a, b, c: SIMD2<Double>

    init(_ a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>) {
        (self.a, self.b, self.c) = (a, b, c)
    }

    /// Splits the curve into parts that stay within the box of their end points.
    func splitAtExtremes() -> [Quadratic] {
        // Zeros of the derivative; infinite or not a number where the curve does not turn back.
        let bend: SIMD2<Double> = a - 2 * b + c
        let zeros = (a - b) / bend
        let cuts = [zeros.x, zeros.y].filter { (cut: Double) -> Bool in cut > 1e-6 && cut < 1 - 1e-6 }.sorted()
        var parts: [Quadratic] = []
        var (rest, done) = (self, 0.0)
        for cut in cuts where cut > done {
            let t = (cut - done) / (1 - done)
            let (ab, bc) = (rest.a + (rest.b - rest.a) * t, rest.b + (rest.c - rest.b) * t)
            let middle = ab + (bc - ab) * t
            parts.append(Quadratic(rest.a, b: ab, c: middle))
            (rest, done) = (Quadratic(middle, b: bc, c: rest.c), cut)
        }
        return parts + [rest]
    }
}
