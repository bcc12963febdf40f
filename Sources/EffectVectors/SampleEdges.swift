/// Points of a number that no sample hits: the ends of a piece's time, which lie up to a step beyond the outermost samples,
/// and corners between two samples, such as that of a bounce or of a fade's end.
enum SampleEdges {
    /// Samples (share, value) with ends and corners, in ascending order of share.
    ///
    /// - Parameters:
    ///   - values: Values at `shares`, which ascend; not empty.
    ///   - tolerance: Largest difference that does not count as a corner.
    static func completed(_ values: [Double], at shares: [Double], within tolerance: Double) -> [SIMD2<Double>] {
        let ends = ends(of: values, at: shares)
        var all: [SIMD2<Double>] = []
        all.reserveCapacity(values.count + 2)
        if let first = ends.first, first.x < shares[0] { all.append(first) }
        for index in values.indices {
            all.append(SIMD2(shares[index], values[index]))
            if let corner = corner(after: index, values, shares, within: tolerance) {
                all.append(corner)
            } else if let middle = middle(after: index, values, shares, within: tolerance) {
                all.append(middle)
            }
        }
        if let last = ends.last, last.x > shares[shares.count - 1] { all.append(last) }
        return all
    }

    /// Points at most one step before the first sample and after the last one, within the time of the piece.
    static func ends(of values: [Double], at shares: [Double]) -> [SIMD2<Double>] {
        let count = values.count
        guard count > 1 else { return [] }
        let first = max(0, 2 * shares[0] - shares[1])
        let last = min(1, 2 * shares[count - 1] - shares[count - 2])
        var ends: [SIMD2<Double>] = []
        if first < shares[0] {
            ends.append(SIMD2(first, extended(values, shares, to: first, near: 0) { 0..<$0 }))
        }
        if last > shares[count - 1] {
            ends.append(SIMD2(last, extended(values, shares, to: last, near: count - 1) { count - $0..<count }))
        }
        return ends
    }

    /// Value at a place beyond samples, of which `nearest` returns so many. A parabola that bends more than the line steps has
    /// met a jump, and so has a cubic that differs more from the parabola than that from the line.
    private static func extended(
        _ values: [Double],
        _ shares: [Double],
        to place: Double,
        near index: Int,
        nearest: (Int) -> Range<Int>
    ) -> Double {
        let (near, count) = (values[index], values.count)
        let line = curve(through: nearest(2), at: place, values: values, shares: shares)
        guard count > 2 else { return line }
        let bent = curve(through: nearest(3), at: place, values: values, shares: shares)
        guard abs(bent - line) <= abs(line - near) else { return line }
        guard count > 3 else { return bent }
        let cubic = curve(through: nearest(4), at: place, values: values, shares: shares)
        return abs(cubic - bent) <= abs(bent - line) / 2 ? cubic : bent
    }

    /// Value of the polynomial through consecutive samples.
    private static func curve(through range: Range<Int>, at place: Double, values: [Double], shares: [Double]) -> Double
    {
        var sum = 0.0
        for index in range {
            var (weight, divisor) = (values[index], 1.0)
            for other in range where other != index {
                weight *= place - shares[other]
                divisor *= shares[index] - shares[other]
            }
            sum += weight / divisor
        }
        return sum
    }

    /// A point between a sample and the next one, where a smooth curve through them is further from a line than `tolerance`.
    private static func middle(
        after index: Int,
        _ values: [Double],
        _ shares: [Double],
        within tolerance: Double
    ) -> SIMD2<Double>? {
        let count = values.count
        guard index + 1 < count, count > 3 else { return nil }
        let place = (shares[index] + shares[index + 1]) / 2
        let first = min(max(0, index - 1), count - 4)
        let window = first..<first + 4
        let bend =
            curve(through: window, at: place, values: values, shares: shares) - (values[index] + values[index + 1]) / 2
        guard abs(bend) > tolerance else { return nil }
        // Curves through three of the four agree where the values are smooth.
        let before = curve(through: first..<first + 3, at: place, values: values, shares: shares)
        let after = curve(through: first + 1..<first + 4, at: place, values: values, shares: shares)
        guard abs(before - after) <= abs(bend) else { return nil }
        return SIMD2(place, (values[index] + values[index + 1]) / 2 + bend)
    }

    /// The corner between a sample and the next one: there the curves through the samples before and after it meet, while
    /// neither goes on beyond.
    private static func corner(
        after index: Int,
        _ values: [Double],
        _ shares: [Double],
        within tolerance: Double
    ) -> SIMD2<Double>? {
        let count = values.count
        guard index >= 1, index + 2 < count else { return nil }
        let before = max(0, index - 2)..<index + 1
        let after = index + 1..<min(count, index + 4)
        let (start, end) = (shares[index], shares[index + 1])
        let behind = values[index] - curve(through: after, at: start, values: values, shares: shares)
        let ahead = curve(through: before, at: end, values: values, shares: shares) - values[index + 1]
        let least = min(abs(behind), abs(ahead))
        guard least > tolerance, behind * ahead < 0 else { return nil }
        // Rough values have no corner more than another.
        if index >= 3,
            abs(curve(through: before, at: shares[index - 3], values: values, shares: shares) - values[index - 3])
                > least / 4
        {
            return nil
        }
        if index + 4 < count,
            abs(curve(through: after, at: shares[index + 4], values: values, shares: shares) - values[index + 4])
                > least / 4
        {
            return nil
        }
        var (low, high) = (start, end)
        for _ in 0..<30 {
            let middle = (low + high) / 2
            let gap =
                curve(through: before, at: middle, values: values, shares: shares)
                - curve(through: after, at: middle, values: values, shares: shares)
            if (gap > 0) == (behind > 0) { low = middle } else { high = middle }
        }
        let place = (low + high) / 2
        guard place > start + 1e-9, place < end - 1e-9 else { return nil }
        return SIMD2(place, curve(through: before, at: place, values: values, shares: shares))
    }
}
