import EffectModel

/// An upper bound of a birth rate over a layer's time, as a step function; bounds the births in any interval.
struct RateBound {
    /// Times of the steps in seconds, ascending.
    private var edges: [Double]
    /// Integral of the bound up to each edge.
    private var totals: [Double] = [0]

    /// Bounds `curve` from `start` to `end`. If the curve has more than `maximumBreaks` breaks, a single step holds its
    /// largest value.
    init(_ curve: BirthRateCurve, from start: Double, to end: Double, maximumBreaks: Int) {
        let end = max(start, end)
        let breaks = curve.breaks(in: start...end, limit: maximumBreaks)
        edges = [start] + (breaks ?? []).filter { $0 > start && $0 < end } + [end]
        for (low, high) in zip(edges, edges.dropFirst()) {
            let rate = curve.highest(within: low...high, exact: breaks != nil)
            totals.append(totals[totals.count - 1] + rate * (high - low))
        }
    }

    /// Whether the bound is one number at all times.
    var isFlat: Bool { edges.count <= 2 }

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

    /// The largest growth of the bound's integral over any `length` seconds.
    func mostWithin(_ length: Double) -> Double {
        guard length < edges[edges.count - 1] - edges[0] else { return totals[totals.count - 1] }
        // The integral of a step function over a sliding window is largest when one end of the window is at a step.
        return edges.reduce(0) { most, edge in
            max(most, total(at: edge + length) - total(at: edge), total(at: edge) - total(at: edge - length))
        }
    }
}

extension BirthRateCurve {
    /// Upper bound of the rate over an interval of layer time. The number of breaks examined is limited across all
    /// curves of `timeline`, because the spec is not yet known to be affordable.
    func bound(from start: Double, to end: Double, of timeline: LayerTimeline) -> RateBound {
        let curves = timeline.cellsWithOwnRate.count + 1
        let limit = max(16, min(4096, 200_000 / (curves * max(1, trackCount))))
        return RateBound(self, from: start, to: end, maximumBreaks: limit)
    }
}
