internal import EffectModel

/// Running integral A(t) of a birth rate, and its inverse: the time at which the integral reaches a value.
///
/// Between instants where the rate bends or jumps, Simpson's rule on a grid of 1/240 s, coarser where that takes too
/// many steps; a stretch where the rate is linear is one exact step. Frames don't matter, so births don't depend on the
/// frame rate.
struct RateIntegral: Sendable {
    private struct Step {
        /// Time at which the step begins.
        var time: Double
        /// Integral up to the step's beginning.
        var total: Double
        /// Rates just inside the step's two ends.
        var startRate: Double
        var endRate: Double
        var length: Double
    }

    private var steps: [Step] = []
    /// A at the end; A is 0 at the start.
    private(set) var total = 0.0

    private static let gridStep = 1.0 / 240
    /// Maximum number of steps of an integral. A clock may run for hours, but a stretched easing is just as smooth: a
    /// few hundred steps between two breaks are plenty.
    static let maximumSteps = 65_536

    /// Integrates `rate` from `start` to `end`; between two of `breaks` the rate must be smooth.
    ///
    /// - Parameter isStraight: Whether the rate is even linear between two breaks, where it is not clamped.
    init(
        of rate: (Double) -> Double,
        isStraight: Bool,
        breaks: [Double],
        from start: Double = 0,
        to end: Double,
        maximumSteps: Int = RateIntegral.maximumSteps
    ) {
        guard end > start else { return }
        let edges = [start] + breaks.filter { $0 > start && $0 < end } + [end]
        for (low, high) in zip(edges, edges.dropFirst()) where high > low {
            if isStraight, addStraight(from: low, to: high, rate) { continue }
            let most = max(8, maximumSteps / edges.count)
            let count = Int(max(1, min(Double(most), ((high - low) / Self.gridStep).rounded(.up))))
            let width = (high - low) / Double(count)
            for step in 0..<count {
                let a = low + Double(step) * width
                add(from: a, to: step == count - 1 ? high : a + width, rate)
            }
        }
    }

    /// Integrates a birth rate over the layer's time from `start` to `end`.
    init(of curve: BirthRateCurve, from start: Double, to end: Double, maximumSteps: Int) {
        // At least eight steps between two breaks. A rate with more breaks is merely sampled.
        let breaks = curve.breaks(in: start...max(start, end), limit: maximumSteps / 8)
        self.init(
            of: curve.value,
            isStraight: curve.isStraight && breaks != nil,
            breaks: breaks ?? [],
            from: start,
            to: end,
            maximumSteps: maximumSteps
        )
    }

    /// Adds a stretch as one step if the rate is linear; returns `false` if it falls below zero, or if a limit or
    /// another factor bends it.
    private mutating func addStraight(from start: Double, to stop: Double, _ rate: (Double) -> Double) -> Bool {
        let length = stop - start
        // Sampled at two inner points, because the rate may jump at the ends.
        let (low, high) = (rate(start + length / 4), rate(stop - length / 4))
        let (startRate, endRate) = (low - (high - low) / 2, high + (high - low) / 2)
        // A rate that ends at 0 may miss it by rounding.
        let slack = 1e-9 * max(abs(low), abs(high))
        guard min(startRate, endRate) >= -slack else { return false }
        let inset = length * 1e-6
        let bend = max(abs(rate(start + inset) - startRate), abs(rate(stop - inset) - endRate))
        guard bend <= 1e-5 * max(startRate, endRate) else { return false }
        let step = Step(
            time: start,
            total: total,
            startRate: max(0, startRate),
            endRate: max(0, endRate),
            length: length
        )
        steps.append(step)
        total += length * (step.startRate + step.endRate) / 2
        return true
    }

    private mutating func add(from start: Double, to stop: Double, _ rate: (Double) -> Double) {
        let length = stop - start
        // Sampled just inside, so that each side of a jump belongs to its own step. A negative rate gives no births.
        let inset = length * 1e-6
        let startRate = max(0, rate(start + inset))
        let middleRate = max(0, rate(start + length / 2))
        let endRate = max(0, rate(stop - inset))
        steps.append(Step(time: start, total: total, startRate: startRate, endRate: endRate, length: length))
        total += length * (startRate + 4 * middleRate + endRate) / 6
    }

    /// A(t): 0 before the start, ``total`` after the end.
    ///
    /// - Complexity: O(log steps), as for the inverse.
    func value(at time: Double) -> Double {
        guard let index = lastStep(where: { $0.time <= time }) else { return 0 }
        let step = steps[index]
        let elapsed = time - step.time
        if elapsed >= step.length { return end(of: index) }
        let straight = (step.startRate + step.endRate) / 2 * step.length
        guard straight > 0 else { return step.total }
        // Within a step the rate is taken as linear, scaled so that the step's integral is right.
        let slope = (step.endRate - step.startRate) / step.length
        let part = step.startRate * elapsed + slope * elapsed * elapsed / 2
        return step.total + part / straight * (end(of: index) - step.total)
    }

    /// First instant with A(t) = `value`, for 0 < `value`; a value beyond ``total``, by rounding, gives the last birth.
    func time(at value: Double) -> Double {
        let value = min(value, total)
        guard let index = lastStep(where: { $0.total < value }) else { return steps.first?.time ?? 0 }
        let step = steps[index]
        let whole = end(of: index) - step.total
        let straight = (step.startRate + step.endRate) / 2 * step.length
        guard whole > 0, straight > 0 else { return step.time + step.length }
        let wanted = (value - step.total) * straight / whole
        let slope = (step.endRate - step.startRate) / step.length
        let root = max(0, step.startRate * step.startRate + 2 * slope * wanted).squareRoot()
        return step.time + min(step.length, 2 * wanted / (step.startRate + root))
    }

    private func end(of index: Int) -> Double { index + 1 < steps.count ? steps[index + 1].total : total }

    /// Last step for which `holds`, which must hold for a prefix of the steps; `nil` if it holds for none.
    private func lastStep(where holds: (Step) -> Bool) -> Int? {
        var low = 0
        var high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if holds(steps[middle]) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
