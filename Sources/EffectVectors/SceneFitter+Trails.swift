internal import EffectModel
internal import EffectSimulation

extension SceneFitter {
    /// Number of bands of a trail: steps of width become visible above some 0.7 pixels.
    private static func bands(of ribbons: [DrawList.Ribbon]) -> Int {
        let widest = ribbons.reduce(0) { max($0, $1.width.x) }
        return max(2, min(6, Int((widest / 0.7).rounded(.up))))
    }

    /// Largest distance in pixels between the path and its points.
    private static let pathTolerance = 0.15

    /// The trail of a strand; `nil` for one that never moves.
    func trail(_ strand: SceneSampler.Strand) -> Trail? {
        let (path, heads) = path(of: strand.ribbons)
        guard path.count > 1 else { return nil }
        let span = span(of: strand, nil)
        let width = span.end - span.start
        let shares = strand.items.indices.map { (sampler.time(ofSample: strand.first + $0) - span.start) / width }
        let rate = rate(of: strand, shares, simulation.facts(ofItem: strand.id))
        let fit = ChannelFit(shares: shares, rate: rate, curves: curves)
        // Distances along the path by sample, from the head to the tail.
        let count = Self.bands(of: strand.ribbons)
        let cuts = zip(strand.ribbons, heads).map { ribbon, head in Self.cuts(of: ribbon, head: head, bands: count) }
        let bands = (0..<count).map { number in
            let middle = (Double(number) + 0.5) / Double(count)
            return Trail.Band(
                start: fit.channel(of: cuts.map { $0[number + 1] }, within: tolerance * 2),
                length: fit.channel(of: cuts.map { $0[number] - $0[number + 1] }, within: tolerance * 2),
                width: fit.channel(
                    of: strand.ribbons.map { $0.width.x + ($0.width.y - $0.width.x) * middle },
                    within: tolerance / 2
                ),
                alpha: fit.channel(
                    of: strand.ribbons.map { $0.color.w * (1 + ($0.endAlpha - 1) * middle) },
                    within: levels.x * 2
                )
            )
        }
        return Trail(
            points: path,
            window: Piece.Window(start: span.start / sampler.period, end: span.end / sampler.period),
            bands: bands,
            paint: paint(of: strand.ribbons.map(\.color), fit)
        )
    }

    /// Path of all heads, behind which the first trail lies, and the distance of each head from its start.
    private func path(of ribbons: [DrawList.Ribbon]) -> (points: [SIMD2<Double>], heads: [Double]) {
        var points = Array(ribbons[0].points.reversed())
        var length = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
        var heads = [length]
        for ribbon in ribbons.dropFirst() {
            let step = (ribbon.points[0] - points[points.count - 1]).length
            length += step
            if step > 0 { points.append(ribbon.points[0]) }
            heads.append(length)
        }
        return (Self.simplified(points), heads)
    }

    /// Distances of the bands' ends, from the head backwards.
    private static func cuts(of ribbon: DrawList.Ribbon, head: Double, bands: Int) -> [Double] {
        var lengths = [0.0]
        for (from, to) in zip(ribbon.points, ribbon.points.dropFirst()) {
            lengths.append(lengths[lengths.count - 1] + (to - from).length)
        }
        return (0...bands).map { number in
            let place = Double(number) / Double(bands) * Double(ribbon.points.count - 1)
            let index = min(Int(place), lengths.count - 2)
            let length = lengths[index] + (lengths[index + 1] - lengths[index]) * (place - Double(index))
            return max(0, head - length)
        }
    }

    /// Points without those that a straight line passes within the tolerance.
    private static func simplified(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        guard points.count > 2 else { return points }
        var kept = [points[0]]
        var start = 0
        while start < points.count - 1 {
            var end = start + 1
            while end + 1 < points.count, isStraight(points[start...end + 1]) { end += 1 }
            kept.append(points[end])
            start = end
        }
        return kept
    }

    private static func isStraight(_ points: ArraySlice<SIMD2<Double>>) -> Bool {
        guard let first = points.first, let last = points.last else { return true }
        let line = last - first
        let length = line.length
        return points.allSatisfy { point in
            let step = point - first
            if length < 1e-9 { return step.length <= pathTolerance }
            let along = (step * line).sum() / length
            return abs(step.x * line.y - step.y * line.x) / length <= pathTolerance && along >= -pathTolerance
                && along <= length + pathTolerance
        }
    }
}
