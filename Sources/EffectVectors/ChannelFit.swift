#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Samples of a number over the share of a piece's time.
///
/// ``channel(of:within:)`` finds the shortest description: a constant, a polynomial, a decay, or straight lines. The
/// orthogonal polynomials of the sample times are made when first needed, and serve all numbers of the piece.
struct ChannelFit {
    /// Shares of the piece's time, ascending, near 0...1.
    let shares: [Double]
    /// Decay rate per unit of share; `nil` if drag plays no part.
    let rate: Double?
    /// Kinds of channels to choose from.
    let curves: VectorScene.Curves
    /// Orthogonal polynomials, as far as they were needed.
    private let basis: Basis

    /// Largest degree: above, coefficients need more digits than the lines that replace them.
    static let maximumDegree = 9
    /// Largest degree of a polynomial in the share itself.
    private static let plainDegree = 3

    /// - Parameters:
    ///   - shares: Shares of the piece's time, ascending; not empty.
    ///   - rate: Decay rate per unit of share, where drag slows the motion.
    ///   - curves: Kinds of channels to choose from.
    init(shares: [Double], rate: Double? = nil, curves: VectorScene.Curves = .formulas) {
        self.shares = shares
        self.rate = rate
        self.curves = curves
        // A degree needs more samples than it has coefficients, or it would swing between them.
        let isLong = shares.count > 2 * Self.maximumDegree && curves.hasFormulas
        let fewest = curves == .constants ? 0 : min(Self.plainDegree, shares.count - 2)
        basis = Basis(shares: shares, most: isLong ? Self.maximumDegree : max(0, fewest))
    }

    /// Polynomials, each orthogonal to all earlier ones over the samples (Forsythe's recurrence). Most numbers need the
    /// first ones only.
    private final class Basis {
        private let shares: [Double]
        /// Largest degree; less if the samples have no higher one.
        private var most: Int
        /// Values at the samples, by degree.
        private(set) var values: [[Double]]
        /// Coefficients in ascending powers of the share, by degree.
        private(set) var powers: [[Double]] = [[1]]
        /// Coefficients in ascending powers of 2·share − 1, by degree.
        private(set) var centered: [[Double]] = [[1]]
        /// Sum of squares of each of ``values``.
        private(set) var norms: [Double]

        init(shares: [Double], most: Int) {
            (self.shares, self.most) = (shares, most)
            values = [Array(repeating: 1, count: shares.count)]
            norms = [Double(shares.count)]
        }

        /// Whether there is a polynomial of a degree, which is made if it is the next one.
        func has(_ degree: Int) -> Bool {
            if degree < values.count { return true }
            guard degree <= most else { return false }
            let last = values[degree - 1]
            let norm = norms[degree - 1]
            var center = 0.0
            for index in shares.indices { center += shares[index] * last[index] * last[index] }
            center /= norm
            let weight = degree > 1 ? norm / norms[degree - 2] : 0
            var next = Array(repeating: 0.0, count: shares.count)
            var sum = 0.0
            for index in shares.indices {
                next[index] =
                    (shares[index] - center) * last[index] - (degree > 1 ? weight * values[degree - 2][index] : 0)
                sum += next[index] * next[index]
            }
            guard sum > 1e-12 else {
                most = degree - 1
                return false
            }
            var power = [0] + powers[degree - 1]
            for (index, value) in powers[degree - 1].enumerated() { power[index] -= center * value }
            if degree > 1 { for (index, value) in powers[degree - 2].enumerated() { power[index] -= weight * value } }
            // The same recurrence, for share = (x + 1) / 2.
            var shifted = [0] + centered[degree - 1].map { $0 / 2 }
            for (index, value) in centered[degree - 1].enumerated() { shifted[index] += (0.5 - center) * value }
            if degree > 1 {
                for (index, value) in centered[degree - 2].enumerated() { shifted[index] -= weight * value }
            }
            values.append(next)
            powers.append(power)
            centered.append(shifted)
            norms.append(sum)
            return true
        }
    }

    /// The shortest channel that stays within `tolerance` of all values.
    ///
    /// - Parameters:
    ///   - values: Values at ``shares``.
    ///   - shift: Share of the piece's time by which lines and cubics may be early or late, whatever the tolerance.
    func channel(of values: [Double], within tolerance: Double, shiftedBy shift: Double = 0) -> Channel {
        fitted(values, within: tolerance, shiftedBy: shift).channel
    }

    /// The shortest channel that stays within `tolerance` of all values, and its largest distance from them, or an upper
    /// bound of it.
    ///
    /// - Parameters:
    ///   - values: Values at ``shares``.
    ///   - shift: Share of the piece's time by which lines and cubics may be early or late, whatever the tolerance.
    func fitted(
        _ values: [Double],
        within tolerance: Double,
        shiftedBy shift: Double = 0
    ) -> (channel: Channel, error: Double) {
        if curves == .constants { return (.constant(values[0]), 0) }
        var (low, high) = (values[0], values[0])
        for value in values { (low, high) = (min(low, value), max(high, value)) }
        if high - low <= 2 * tolerance { return (.constant((low + high) / 2), (high - low) / 2) }
        var left = values
        var factors: [Double] = []
        var degree = 0
        while basis.has(degree) {
            defer { degree += 1 }
            let shape = basis.values[degree]
            var sum = 0.0
            for index in left.indices { sum += left[index] * shape[index] }
            let factor = sum / basis.norms[degree]
            var worst = 0.0
            for index in left.indices {
                left[index] -= factor * shape[index]
                worst = max(worst, abs(left[index]))
            }
            factors.append(factor)
            if worst <= tolerance, degree > 0 {
                let isPlain = degree <= Self.plainDegree
                let terms = isPlain ? basis.powers : basis.centered
                let coefficients = (0...degree).map { power in
                    (power...degree).reduce(0) { $0 + factors[$1] * terms[$1][power] }
                }
                if isPlain { return (.polynomial(coefficients), worst) }
                let series = Channel.series(coefficients)
                // A high degree may swing beyond the outermost samples.
                if SampleEdges.ends(of: values, at: shares).allSatisfy({
                    abs(series.value(at: $0.x) - $0.y) <= 2 * tolerance
                }) {
                    return (series, worst)
                }
            }
            if curves.hasFormulas, degree == Self.plainDegree, let decay = decay(of: values, within: tolerance) {
                return decay
            }
        }
        if curves == .cubics {
            let slacks = Self.slacks(of: zip(shares, values).map { SIMD2($0, $1) }, within: tolerance, shiftedBy: shift)
            let cubics = CubicFit.cubics(through: values, at: shares) { slacks[$0] }
            return (cubics.isEmpty ? .constant(values[0]) : .cubics(cubics), tolerance)
        }
        if degree <= Self.plainDegree, let decay = decay(of: values, within: tolerance) { return decay }
        return (lines(of: values, within: tolerance, shiftedBy: shift), tolerance)
    }

    /// Differences allowed at samples (share, value): the tolerance, or what changes within a share of the time.
    private static func slacks(
        of samples: [SIMD2<Double>],
        within tolerance: Double,
        shiftedBy shift: Double
    ) -> [Double] {
        var slacks = Array(repeating: tolerance, count: samples.count)
        guard shift > 0 else { return slacks }
        for index in samples.indices.dropFirst() {
            let step = samples[index] - samples[index - 1]
            let change = abs(step.y) * shift / max(step.x, shift)
            slacks[index - 1] = max(slacks[index - 1], change)
            slacks[index] = max(slacks[index], change)
        }
        return slacks
    }

    /// Least squares of 1, t and 1 − e^(−rate·t), and the largest distance from a value; `nil` if the result misses one by
    /// more than `tolerance`.
    private func decay(of values: [Double], within tolerance: Double) -> (channel: Channel, error: Double)? {
        guard let rate, rate > 0, shares.count > 3 else { return nil }
        let lost = shares.map { -expm1(-rate * $0) }
        // Normal equations, solved by Cramer's rule.
        var (m, right) = (Array(repeating: 0.0, count: 9), SIMD3<Double>(0, 0, 0))
        for index in shares.indices {
            let row = SIMD3(1, shares[index], lost[index])
            for i in 0..<3 { for j in 0..<3 { m[3 * i + j] += row[i] * row[j] } }
            right += row * values[index]
        }
        func determinant(_ m: [Double]) -> Double {
            m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
        }
        let whole = determinant(m)
        guard abs(whole) > 1e-9 else { return nil }
        let parts = (0..<3).map { column in
            var changed = m
            for row in 0..<3 { changed[3 * row + column] = right[row] }
            return determinant(changed) / whole
        }
        let channel = Channel.decay(start: parts[0], slope: parts[1], reach: parts[2], rate: rate)
        var worst = 0.0
        for (share, value) in zip(shares, values) {
            worst = max(worst, abs(channel.value(at: share) - value))
            if worst > tolerance { return nil }
        }
        return (channel, worst)
    }

    /// Straight lines between samples, each as long as `tolerance` allows, up to the ends of the piece's time and with
    /// corners where the values have them.
    private func lines(of values: [Double], within tolerance: Double, shiftedBy shift: Double) -> Channel {
        let samples = SampleEdges.completed(values, at: shares, within: tolerance)
        let slacks = Self.slacks(of: samples, within: tolerance, shiftedBy: shift)
        var points = [samples[0]]
        var start = 0
        while start < samples.count - 1 {
            // Slopes that keep all samples passed so far within the tolerance.
            var (low, high) = (-Double.infinity, Double.infinity)
            var end = start + 1
            for index in start + 1..<samples.count {
                let step = samples[index] - samples[start]
                let slope = step.y / step.x
                if slope >= low, slope <= high { end = index }
                low = max(low, (step.y - slacks[index]) / step.x)
                high = min(high, (step.y + slacks[index]) / step.x)
                if low > high { break }
            }
            points.append(samples[end])
            start = end
        }
        return points.count > 1 ? .lines(points) : .constant(values[0])
    }
}
