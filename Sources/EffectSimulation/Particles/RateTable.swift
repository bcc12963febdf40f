internal import EffectModel

/// First and second integrals over the layer's time of what animations add to four of a cell's rates. All particles of
/// the cell share the table, and each finds what it has accumulated since its birth by two lookups. A class, because it
/// is used for every particle of every frame.
///
/// Between instants where the rates bend or jump, a parabola per step on a grid of at most 1/120 s, coarser where that
/// takes too many steps; a stretch where the rates are linear is one exact step. Frames don't matter.
final class RateTable: Sendable {
    typealias Rates = SIMD4<Double>

    /// Integrals at one instant.
    struct Integrals: Sendable {
        /// First integral of the rates.
        var once = Rates(0, 0, 0, 0)
        /// Second integral of the rates.
        var twice = Rates(0, 0, 0, 0)
    }

    private let steps: [RateStep]
    /// Indices of the steps at the starts of equal time slots, as many as steps, and at the end of the last slot.
    private let places: [Int]
    /// Time slots per second.
    private let perSecond: Double
    /// Integrals over the whole table.
    private let total: Integrals
    private let start: Double
    private let period: Double?

    private static let gridStep = 1.0 / 120

    /// - Parameters:
    ///   - period: Period of a seamless loop in layer seconds, after which rates repeat; `nil` for none.
    ///   - maximumSteps: Upper bound of the steps, since a clock may run for hours and cells are many.
    init(_ rates: LiveRates, from start: Double, to end: Double, period: Double?, maximumSteps: Int) {
        self.start = start
        self.period = period
        // An empty span still has a rate.
        let end = period.map { start + $0 } ?? max(end, start + Self.gridStep)
        var steps: [RateStep] = []
        var total = Integrals()
        let breaks = rates.breaks(in: start...end, limit: maximumSteps / 2)
        let isStraight = rates.isStraight && breaks != nil
        let edges = [start] + (breaks ?? []).filter { $0 > start && $0 < end } + [end]
        let most = max(2, maximumSteps / edges.count)
        for (low, high) in zip(edges, edges.dropFirst()) where high > low {
            if isStraight, let step = RateStep(straightFrom: low, to: high, rates, total) {
                steps.append(step)
                total = step.integrals(after: step.length)
                continue
            }
            let count = Int(max(1, min(Double(most), ((high - low) / Self.gridStep).rounded(.up))))
            let width = (high - low) / Double(count)
            for number in 0..<count {
                let from = low + Double(number) * width
                let step = RateStep(from: from, to: number == count - 1 ? high : from + width, rates, total)
                steps.append(step)
                total = step.integrals(after: step.length)
            }
        }
        perSecond = Double(steps.count) / (end - start)
        var place = 0
        places = (0...steps.count).map { number in
            let time = start + Double(number) / Double(steps.count) * (end - start)
            while place + 1 < steps.count, steps[place + 1].time <= time { place += 1 }
            return place
        }
        self.steps = steps
        self.total = total
    }

    /// Integrals accumulated by a particle up to an age in seconds of its own time.
    func gathered(for particle: Particle, atAge age: Double) -> Integrals {
        gathered(from: particle.birth, for: age, speed: particle.speed)
    }

    /// Integrals accumulated from `birth` in layer time, for `age` seconds of a clock with `speed` own seconds per
    /// layer second.
    func gathered(from birth: Double, for age: Double, speed: Double) -> Integrals {
        var gathered = gathered(from: birth, to: birth + age / speed)
        gathered.once *= speed
        gathered.twice *= speed * speed
        return gathered
    }

    /// Integrals accumulated from one instant of the layer's time to a later one.
    func gathered(from birth: Double, to time: Double) -> Integrals {
        let before = integrals(at: birth)
        let now = integrals(at: time)
        return Integrals(
            once: now.once - before.once,
            twice: now.twice - before.twice - before.once * (time - birth)
        )
    }

    /// Integrals from the table's start.
    private func integrals(at time: Double) -> Integrals {
        guard let period, time >= start + period else { return integralsOfOneRound(at: time) }
        let rounds = ((time - start) / period).rounded(.down)
        let rest = time - start - rounds * period
        let own = integralsOfOneRound(at: start + rest)
        // Each round starts with the integrals of all rounds before.
        let gathered = total.once * rounds
        let area = total.twice * rounds + total.once * (period * rounds * (rounds - 1) / 2)
        return Integrals(once: gathered + own.once, twice: area + gathered * rest + own.twice)
    }

    private func integralsOfOneRound(at time: Double) -> Integrals {
        guard time > start else { return Integrals() }
        let step = steps[place(at: time)]
        let elapsed = time - step.time
        if elapsed <= step.length { return step.integrals(after: elapsed) }
        // Beyond the end, the last rate holds.
        let beyond = elapsed - step.length
        let last = step.a + step.b + step.c
        return Integrals(
            once: total.once + last * beyond,
            twice: total.twice + total.once * beyond + last * (beyond * beyond / 2)
        )
    }

    /// Index of the last step that begins at `time` or before.
    private func place(at time: Double) -> Int {
        // Clamped as a `Double`, since converting too large a value would trap.
        let stretch = Int(min(Double(steps.count - 1), (time - start) * perSecond))
        // Rounding may lead to a neighboring slot.
        var low = max(0, places[stretch] - 1)
        var high = min(steps.count - 1, places[stretch + 1] + 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if steps[middle].time <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

/// A step of a ``RateTable``.
private struct RateStep: Sendable {
    typealias Rates = RateTable.Rates

    /// Time at which the step begins.
    let time: Double
    let length: Double
    /// Coefficients of the rate at u of the step, 0...1: a + b·u + c·u².
    let a: Rates
    let b: Rates
    let c: Rates
    /// Integrals up to the step's beginning.
    let before: RateTable.Integrals

    init(from low: Double, to high: Double, _ rates: LiveRates, _ before: RateTable.Integrals) {
        // Sampled just inside, so that each side of a jump belongs to its own step.
        let inset = (high - low) * 1e-6
        let first = rates.added(at: low + inset)
        let middle = rates.added(at: (low + high) / 2)
        let last = rates.added(at: high - inset)
        // Differences of neighbors keep a constant rate exact to the last bit.
        let (rise, further) = (middle - first, last - middle)
        time = low
        length = high - low
        a = first
        b = rise * 3 - further
        c = (further - rise) * 2
        self.before = before
    }

    /// Creates an exact step for linear rates; returns `nil` if they bend after all, because of a bound.
    init?(straightFrom low: Double, to high: Double, _ rates: LiveRates, _ before: RateTable.Integrals) {
        let length = high - low
        let values = [0.01, 0.25, 0.5, 0.75, 0.99].map { rates.added(at: low + length * $0) }
        let slope = (values[3] - values[1]) * 2
        let size = values[1].magnitudes + values[3].magnitudes
        for (share, value) in [(0.01, values[0]), (0.5, values[2]), (0.99, values[4])] {
            let off = value - (values[1] + slope * (share - 0.25))
            if any(off.magnitudes .> size * 1e-9) { return nil }
        }
        time = low
        self.length = length
        a = values[1] - slope / 4
        b = slope
        c = .zero
        self.before = before
    }

    @inline(__always)
    func integrals(after elapsed: Double) -> RateTable.Integrals {
        let u = elapsed / length
        let third: Double = u / 3
        let bend: Rates = b * 0.5 + c * third
        let mean: Rates = a + bend * u
        let twelfth: Double = u / 12
        let turn: Rates = b / 6 + c * twelfth
        let meanOfMean: Rates = a * 0.5 + turn * u
        let gained: Rates = mean * elapsed
        let area: Rates = meanOfMean * (elapsed * elapsed)
        return RateTable.Integrals(
            once: before.once + gained,
            twice: before.twice + before.once * elapsed + area
        )
    }
}

/// Rate tables of a cell. A class for the same reason as ``RateTable``.
final class LiveTables: Sendable {
    /// Rates of the acceleration along x, y and z, and of the scale's speed.
    let motion: RateTable?
    /// Rates of the speeds of red, green, blue and alpha.
    let color: RateTable?
    let accelerates: Bool
    /// Whether the rates change the scale.
    let growOrShrink: Bool

    init(_ rates: LiveCell, _ span: LayerSpan, maximumSteps: Int) {
        func table(_ rates: LiveRates) -> RateTable {
            RateTable(rates, from: span.start, to: span.end, period: span.period, maximumSteps: maximumSteps)
        }
        (accelerates, growOrShrink) = (rates.accelerates, rates.growsOrShrinks)
        motion = rates.motion.map(table)
        color = rates.color.map(table)
    }
}

extension SIMD4<Double> {
    /// First three components: the acceleration along x, y and z.
    var acceleration: SIMD3<Double> { SIMD3(x, y, z) }

    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}
