/// An upper bound of a birth rate over a layer's time, in steps: enough to say how many births a stretch can have.
struct RateBound {
    /// Ascending.
    private var edges: [Double]
    /// The bound's integral up to each edge.
    private var totals: [Double] = [0]

    /// Of `curve` from `start` to `end`. If it has more than so many breaks, one step of its largest value stands for
    /// all.
    init(_ curve: BirthRateCurve, from start: Double, to end: Double, maximumBreaks: Int) {
        let end = max(start, end)
        let breaks = curve.breaks(in: start...end, limit: maximumBreaks)
        edges = [start] + (breaks ?? []).filter { $0 > start && $0 < end } + [end]
        for (low, high) in zip(edges, edges.dropFirst()) {
            let rate = curve.highest(within: low...high, exact: breaks != nil)
            totals.append(totals[totals.count - 1] + rate * (high - low))
        }
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

extension BirthRateCurve {
    /// Its bound over a stretch of the layer's time. Looking at every break of every track may take too long for a spec
    /// that is yet to be judged: so what all curves of a timeline look at is bounded as well.
    func bound(from start: Double, to end: Double, of timeline: LayerTimeline) -> RateBound {
        let curves = timeline.cellsWithOwnRate.count + 1
        let limit = max(16, min(4096, 200_000 / (curves * max(1, trackCount))))
        return RateBound(self, from: start, to: end, maximumBreaks: limit)
    }
}
