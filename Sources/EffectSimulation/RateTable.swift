internal import EffectModel

/// The integrals of a cell's live rates over its layer's time, once and twice: shared by all of its particles, so that
/// each finds what it has gathered since its birth by two look-ups.
///
/// Between the instants where the rates bend or jump, a grid of 1/120 s or finer with a parabola in each step; a stretch
/// where they run straight is one exact step. Frames play no part.
struct RateTable: Sendable {
    typealias Rates = LiveRates.Rates

    fileprivate struct Step: Sendable {
        /// Where it begins.
        var time: Double
        var length: Double
        /// The rate at u of the step, 0...1, is a + b·u + c·u².
        var a: Rates
        var b: Rates
        var c: Rates
        /// The integral up to the beginning, and that one's integral.
        var once: Rates
        var twice: Rates
    }

    private var steps: [Step] = []
    /// Of the whole table.
    private var once = Rates(repeating: 0)
    private var twice = Rates(repeating: 0)
    private let start: Double
    private let period: Double?
    /// Whether any of it moves particles.
    let accelerates: Bool

    private static let gridStep = 1.0 / 120

    /// - Parameters:
    ///   - period: In an effect that closes: what acts comes again.
    ///   - maximumSteps: A clock may run for hours, and cells are many.
    init(_ rates: LiveRates, from start: Double, to end: Double, period: Double?, maximumSteps: Int) {
        self.start = start
        self.period = period
        accelerates = rates.accelerates
        // A clock that ends at once still has a rate.
        let end = period.map { start + $0 } ?? max(end, start + Self.gridStep)
        let breaks = rates.breaks(in: start...end, limit: maximumSteps / 2)
        let isStraight = rates.isStraight && breaks != nil
        let edges = [start] + (breaks ?? []).filter { $0 > start && $0 < end } + [end]
        let most = max(2, maximumSteps / edges.count)
        for (low, high) in zip(edges, edges.dropFirst()) where high > low {
            if isStraight, addStraight(from: low, to: high, rates) { continue }
            let count = Int(max(1, min(Double(most), ((high - low) / Self.gridStep).rounded(.up))))
            let width = (high - low) / Double(count)
            for number in 0..<count {
                let from = low + Double(number) * width
                add(from: from, to: number == count - 1 ? high : from + width, rates)
            }
        }
    }

    /// `false` if the rates bend there all the same: at a bound.
    private mutating func addStraight(from low: Double, to high: Double, _ rates: LiveRates) -> Bool {
        let length = high - low
        let values = [0.01, 0.25, 0.5, 0.75, 0.99].map { rates.added(at: low + length * $0) }
        let slope = (values[3] - values[1]) * 2
        for (share, value) in zip([0.01, 0.5, 0.99], [values[0], values[2], values[4]]) {
            let off = value - (values[1] + slope * (share - 0.25))
            let size = values[1].magnitudes + values[3].magnitudes
            if any(off.magnitudes .> size * 1e-9) { return false }
        }
        append(Step(time: low, length: length, a: values[1] - slope / 4, b: slope, c: .zero, once: once, twice: twice))
        return true
    }

    private mutating func add(from low: Double, to high: Double, _ rates: LiveRates) {
        // Just inside: at a jump, each side belongs to its own step.
        let inset = (high - low) * 1e-6
        let first = rates.added(at: low + inset)
        let middle = rates.added(at: (low + high) / 2)
        let last = rates.added(at: high - inset)
        // Differences of neighbours, so that what is constant stays so to the last bit.
        let (rise, further) = (middle - first, last - middle)
        append(
            Step(
                time: low,
                length: high - low,
                a: first,
                b: rise * 3 - further,
                c: (further - rise) * 2,
                once: once,
                twice: twice
            )
        )
    }

    private mutating func append(_ step: Step) {
        steps.append(step)
        (once, twice) = step.integrals(after: step.length)
    }

    /// What has gathered from one instant of the layer's time to a later one: the integral of the rates, and that of what
    /// had gathered until each instant.
    func gathered(from birth: Double, to time: Double) -> (once: Rates, twice: Rates) {
        let before = integrals(at: birth)
        let now = integrals(at: time)
        return (now.once - before.once, now.twice - before.twice - before.once * (time - birth))
    }

    /// What a particle has gathered at an age, both in its own seconds.
    func gathered(for particle: Particle, atAge age: Double) -> (once: Rates, twice: Rates) {
        let (once, twice) = gathered(from: particle.birth, to: particle.birth + age / particle.speed)
        return (once * particle.speed, twice * (particle.speed * particle.speed))
    }

    /// From the start on.
    private func integrals(at time: Double) -> (once: Rates, twice: Rates) {
        guard let period, time >= start + period else { return integralsOfOneRound(at: time) }
        let rounds = ((time - start) / period).rounded(.down)
        let rest = time - start - rounds * period
        let own = integralsOfOneRound(at: start + rest)
        // Each round starts with what those before it have gathered.
        let gathered = once * rounds
        let area = twice * rounds + once * (period * rounds * (rounds - 1) / 2)
        return (gathered + own.once, area + gathered * rest + own.twice)
    }

    private func integralsOfOneRound(at time: Double) -> (once: Rates, twice: Rates) {
        var low = 0
        var high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return (.zero, .zero) }
        let step = steps[low - 1]
        let elapsed = time - step.time
        if elapsed <= step.length { return step.integrals(after: elapsed) }
        // Beyond the end, the last rate holds.
        let beyond = elapsed - step.length
        let last = step.a + step.b + step.c
        return (once + last * beyond, twice + once * beyond + last * (beyond * beyond / 2))
    }
}

extension RateTable.Step {
    func integrals(after elapsed: Double) -> (once: RateTable.Rates, twice: RateTable.Rates) {
        let u = elapsed / length
        let gained = (a + (b / 2 + c * (u / 3)) * u) * elapsed
        let area = (a / 2 + (b / 6 + c * (u / 12)) * u) * (elapsed * elapsed)
        return (once + gained, twice + once * elapsed + area)
    }
}

extension LiveRates.Rates {
    var acceleration: SIMD3<Double> { SIMD3(self[0], self[1], self[2]) }
    var scaleSpeed: Double { self[3] }
    var colorSpeed: SIMD4<Double> { highHalf }

    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }
}
