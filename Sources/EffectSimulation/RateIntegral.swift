internal import EffectModel

/// The running integral A(t) of a birth rate, and its inverse: when so much of it is complete.
///
/// Between the instants where the rate bends or jumps, a grid with Simpson's rule, of 1/240 s as long as that is not too
/// many steps; a stretch where the rate runs straight is one exact step. Frames play no part, so births don't depend on
/// the frame rate.
struct RateIntegral: Sendable {
    private struct Step {
        /// Where it begins.
        var time: Double
        /// The integral up to there.
        var total: Double
        /// The rate just inside its two ends.
        var startRate: Double
        var endRate: Double
        var length: Double
    }

    private var steps: [Step] = []
    /// A at the end; 0 at the start.
    private(set) var total = 0.0

    private static let gridStep = 1.0 / 240
    /// Steps of one integral. A clock may run for hours, and an easing is as smooth when it is stretched: a few hundred
    /// steps between two breaks are plenty.
    static let maximumSteps = 65_536

    /// Integrates `rate` from `start` to `end`; between two of `breaks` the rate must be smooth.
    ///
    /// - Parameter isStraight: Whether it is even straight there, as far as it is not cut.
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

    /// A rate over the layer's time from `start` to `end`.
    init(of curve: BirthRateCurve, from start: Double, to end: Double, maximumSteps: Int) {
        // Eight steps between two breaks at the least. What bends more often is only sampled.
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

    /// A stretch where the rate is a straight line; `false` if it dips below zero there, or is bent by a cut or by
    /// another factor.
    private mutating func addStraight(from start: Double, to stop: Double, _ rate: (Double) -> Double) -> Bool {
        let length = stop - start
        // From two points inside, because at the ends it may jump.
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
        // Just inside: at a jump, each side belongs to its own step. A rate below zero gives no births.
        let inset = length * 1e-6
        let startRate = max(0, rate(start + inset))
        let middleRate = max(0, rate(start + length / 2))
        let endRate = max(0, rate(stop - inset))
        steps.append(Step(time: start, total: total, startRate: startRate, endRate: endRate, length: length))
        total += length * (startRate + 4 * middleRate + endRate) / 6
    }

    /// A(t); 0 before the start, ``total`` after the end.
    ///
    /// - Complexity: O(log steps), as for the inverse.
    func value(at time: Double) -> Double {
        guard let index = lastStep(where: { $0.time <= time }) else { return 0 }
        let step = steps[index]
        let elapsed = time - step.time
        if elapsed >= step.length { return end(of: index) }
        let straight = (step.startRate + step.endRate) / 2 * step.length
        guard straight > 0 else { return step.total }
        // Within a step the rate runs straight from one end to the other, scaled so that the step's integral is right.
        let slope = (step.endRate - step.startRate) / step.length
        let part = step.startRate * elapsed + slope * elapsed * elapsed / 2
        return step.total + part / straight * (end(of: index) - step.total)
    }

    /// The first instant with A(t) = `value`, for 0 < `value`; what is beyond ``total``, by rounding, is the last birth's.
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

    /// The last step for which `holds`, which must hold for a first stretch of the steps and no others.
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
