internal import EffectModel

/// A piecewise linear value by share of life, with its integral.
struct LifeCurve: Sendable {
    let operation: Behavior.Operation
    private let locations: [Double]
    private let values: [Double]
    /// Integral from 0 to each location.
    private let totals: [Double]

    init(_ behavior: Behavior) {
        operation = behavior.operation
        locations = behavior.locations
        values = behavior.values
        var totals = [(values.first ?? 0) * (locations.first ?? 0)]
        for index in values.indices.dropFirst() {
            let width = locations[index] - locations[index - 1]
            totals.append(totals[index - 1] + width * (values[index] + values[index - 1]) / 2)
        }
        self.totals = totals
    }

    /// Value at `share` of a life; the ends hold.
    func value(at share: Double) -> Double {
        guard let next = locations.firstIndex(where: { $0 > share }) else { return values[values.count - 1] }
        guard next > 0 else { return values[0] }
        let part = (share - locations[next - 1]) / (locations[next] - locations[next - 1])
        return values[next - 1] + (values[next] - values[next - 1]) * part
    }

    /// Corners (share of life, value) from birth to death; `nil` for a curve that jumps.
    var corners: [SIMD2<Double>]? { LifeLine.corners(values, at: locations) }

    /// Integral from 0 to `share`.
    func integral(to share: Double) -> Double {
        guard let next = locations.firstIndex(where: { $0 > share }) else {
            let last = values.count - 1
            return totals[last] + values[last] * (share - locations[last])
        }
        guard next > 0 else { return values[0] * share }
        let width = share - locations[next - 1]
        return totals[next - 1] + width * (values[next - 1] + value(at: share)) / 2
    }

    /// Property value at `share` of a life, given its `value` without the curve.
    func applied(to value: Double, at share: Double) -> Double { combined(value, self.value(at: share)) }

    /// Accumulated amount after `lifetime`·`share` seconds, given the constant `rate` without the curve.
    func gathered(rate: Double, lifetime: Double, share: Double) -> Double {
        combined(
            rate * lifetime * share,
            lifetime * integral(to: share) * (operation == .multiply ? rate : 1),
            sums: true
        )
    }

    /// Contribution of a time-dependent rate to the accumulated amount.
    ///
    /// Integration by parts: ∫ f·g = g·F − Σ m·∫F, with the slope m of each linear piece of this curve g.
    ///
    /// - Parameter integrals: First (F) and second integral of the rate from birth to an age.
    func weighted(
        by lifetime: Double,
        to share: Double,
        _ integrals: (_ age: Double) -> (once: Double, twice: Double)
    ) -> Double {
        let end = integrals(lifetime * share)
        guard operation == .multiply else { return operation == .add ? end.once : 0 }
        var sum = value(at: share) * end.once
        for index in locations.indices.dropFirst() where locations[index] > locations[index - 1] {
            let (from, to) = (locations[index - 1], min(share, locations[index]))
            guard to > from else { break }
            let slope = (values[index] - values[index - 1]) / ((locations[index] - from) * lifetime)
            sum -= slope * (integrals(lifetime * to).twice - integrals(lifetime * from).twice)
        }
        return sum
    }

    private func combined(_ old: Double, _ new: Double, sums: Bool = false) -> Double {
        switch operation {
        case .replace: new
        case .add: old + new
        case .multiply: sums ? new : old * new
        }
    }
}

/// Colors by share of life, interpolated linearly.
struct ColorCurve: Sendable {
    private let locations: [Double]
    private let colors: [SIMD4<Double>]

    init(_ behavior: Behavior) {
        locations = behavior.locations
        colors = behavior.colors.map(\.components)
    }

    /// Corners of a component, as ``LifeCurve/corners``.
    func corners(ofComponent index: Int) -> [SIMD2<Double>]? {
        LifeLine.corners(colors.map { $0[index] }, at: locations)
    }

    /// Color at `share` of a life; the ends hold.
    func color(at share: Double) -> SIMD4<Double> {
        guard let next = locations.firstIndex(where: { $0 > share }) else { return colors[colors.count - 1] }
        guard next > 0 else { return colors[0] }
        let part = (share - locations[next - 1]) / (locations[next] - locations[next - 1])
        return colors[next - 1] + (colors[next] - colors[next - 1]) * part
    }
}
