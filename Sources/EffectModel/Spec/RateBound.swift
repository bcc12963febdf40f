/// An upper bound of a layer's birth rate over its time, in steps: enough to say how many births a stretch can have.
struct RateBound {
    /// Ascending.
    private var edges: [Double]
    /// The bound's integral up to each edge.
    private var totals: [Double] = [0]

    /// Of `base` where no animation acts, and of the animations where they do.
    init(base: Double, animations: [KeyframeAnimation], from start: Double, to end: Double) {
        let inner = animations.flatMap(\.breaks).filter { $0 > start && $0 < end }.sorted()
        edges = [start] + inner + [max(start, end)]
        for (low, high) in zip(edges, edges.dropFirst()) {
            let rate = Self.highest(base, animations, low, high)
            totals.append(totals[totals.count - 1] + rate * (high - low))
        }
    }

    /// Between two breaks nothing begins or ends, and an easing that rises takes no value beyond those at the two sides.
    private static func highest(_ base: Double, _ animations: [KeyframeAnimation], _ low: Double, _ high: Double)
        -> Double
    {
        let inset = (high - low) * 1e-6
        guard let acting = animations.last(where: { $0.value(at: (low + high) / 2) != nil }) else {
            return max(0, base)
        }
        if acting.overshoots {
            return max(abs(acting.extent.lowerBound), abs(acting.extent.upperBound)) * acting.overshoot
        }
        let sides = [acting.value(at: low + inset), acting.value(at: high - inset)].compactMap(\.self)
        // A thousandth more for what lies within the inset.
        return max(0, sides.max() ?? 0) * 1.001
    }

    private func total(at time: Double) -> Double {
        var low = 0
        var high = edges.count
        while low < high {
            let middle = (low + high) / 2
            if edges[middle] <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        guard low < edges.count else { return totals[totals.count - 1] }
        let (from, to) = (edges[low - 1], edges[low])
        return totals[low - 1] + (totals[low] - totals[low - 1]) * (time - from) / (to - from)
    }

    /// The most that the bound's integral grows within `length` seconds anywhere.
    func mostWithin(_ length: Double) -> Double {
        guard length < edges[edges.count - 1] - edges[0] else { return totals[totals.count - 1] }
        // The integral of a step function over a sliding stretch is largest where one of its ends is at a step.
        return edges.reduce(0) { most, edge in
            max(most, total(at: edge + length) - total(at: edge), total(at: edge) - total(at: edge - length))
        }
    }
}

extension KeyframeAnimation {
    /// Whether an easing can leave its segment's values: only a segment's own can, since the whole animation's leads to
    /// key times, whose ends hold. It can also turn back, so that a value recurs.
    var overshoots: Bool {
        ([timingFunction] + timingFunctions).contains { !(0...1).contains($0.c1.y) || !(0...1).contains($0.c2.y) }
    }

    /// How far beyond its values the animation can go, as a factor.
    var overshoot: Double {
        let reach = timingFunctions.flatMap { [abs($0.c1.y), abs($0.c2.y)] }.max() ?? 1
        return overshoots ? 1 + 2 * max(1, reach) : 1
    }
}
