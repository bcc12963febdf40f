/// Cubics through samples of a number, each as long as a tolerance allows.
enum CubicFit {
    /// Cubics one after another that stay within `tolerance` of all values; empty for less than two samples.
    ///
    /// - Parameters:
    ///   - values: Values at `places`.
    ///   - places: Ascending.
    ///   - tolerance: Largest difference allowed at the sample with an index.
    static func cubics(
        through values: [Double],
        at places: [Double],
        within tolerance: (Int) -> Double
    ) -> [Channel.Cubic] {
        var cubics: [Channel.Cubic] = []
        var start = 0
        let last = values.count - 1
        while start < last {
            guard var best = cubic(from: start, to: start + 1, values, places: places, tolerance: tolerance) else {
                break
            }
            // A first step of 4 gives 4 % fewer bytes than one of 3, the shortest that a cubic takes.
            let end = Stretch.end(from: start + 1, through: last, step: 4) { end in
                guard let next = cubic(from: start, to: end, values, places: places, tolerance: tolerance) else {
                    return false
                }
                best = next
                return true
            }
            cubics.append(best)
            start = end
        }
        return cubics
    }

    /// Line or cubic of least squares between two samples, through both; `nil` if it misses one by too much.
    private static func cubic(
        from first: Int,
        to last: Int,
        _ values: [Double],
        places: [Double],
        tolerance: (Int) -> Double
    ) -> Channel.Cubic? {
        let (start, end, low, high) = (places[first], places[last], values[first], values[last])
        func cubic(_ one: Double, _ two: Double) -> Channel.Cubic? {
            let cubic = Channel.Cubic(start: start, end: end, values: SIMD4(low, one, two, high))
            for index in first..<last where abs(cubic.value(at: places[index]) - values[index]) > tolerance(index) {
                return nil
            }
            return cubic
        }
        if let line = cubic(low + (high - low) / 3, low + (high - low) * 2 / 3) { return line }
        guard last - first > 3 else { return nil }
        // Normal equations of the two inner coefficients.
        var (aa, ab, bb, ar, br) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in first + 1..<last {
            let t = (places[index] - start) / (end - start)
            let s = 1 - t
            let (a, b) = (3 * s * s * t, 3 * s * t * t)
            let rest = values[index] - low * s * s * s - high * t * t * t
            aa += a * a
            ab += a * b
            bb += b * b
            ar += a * rest
            br += b * rest
        }
        let whole = aa * bb - ab * ab
        guard whole > 1e-12 else { return nil }
        return cubic((ar * bb - br * ab) / whole, (br * aa - ar * ab) / whole)
    }
}

/// A search for the longest stretch of samples that one curve fits.
enum Stretch {
    /// End of a long stretch that fits: steps double while they succeed, then halve, so there are few more fits than the
    /// length has digits.
    ///
    /// - Parameters:
    ///   - start: End of a stretch that fits.
    ///   - last: Largest end.
    ///   - step: First step.
    ///   - fits: Whether a curve fits the stretch up to an end. The last success is the result.
    static func end(from start: Int, through last: Int, step first: Int, fits: (Int) -> Bool) -> Int {
        var (end, step) = (start, first)
        var isGrowing = true
        while step > 0 {
            if end + step <= last, fits(end + step) {
                end += step
                step = isGrowing ? step * 2 : step / 2
            } else {
                isGrowing = false
                step /= 2
            }
        }
        return end
    }
}
