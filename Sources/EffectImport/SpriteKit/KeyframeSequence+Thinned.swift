extension KeyframeSequence {
    /// All points at one time: a single one, or two where the value jumps.
    private struct Stop {
        let time: Double
        let before: SIMD4<Double>
        let after: SIMD4<Double>

        /// Number of points of the stop.
        var cost: Int { before == after ? 1 : 2 }
    }

    /// Returns the most significant of `points`, at most `count`. A jump is kept or dropped as a whole.
    ///
    /// Begins with the ends, and repeatedly adds the stop farthest off the line between its chosen neighbors, until
    /// there is no room for more.
    ///
    /// - Parameter points: Points, at most two of the same time.
    /// - Complexity: O(`points.count` × `count`) in the worst case.
    static func thinned(_ points: [Point], to count: Int) -> [Point] {
        let stops = stops(of: points)
        guard stops.count > 1 else { return Array(points.prefix(count)) }
        var taken = [0, stops.count - 1]
        var farthest = [farthest(between: 0, and: stops.count - 1, stops)]
        var room = count - stops[0].cost - stops[stops.count - 1].cost
        while room > 0 {
            let gaps = farthest.indices.filter { gap in farthest[gap].map { stops[$0.stop].cost <= room } ?? false }
            guard let gap = gaps.max(by: { (farthest[$0]?.error ?? 0) < (farthest[$1]?.error ?? 0) }),
                let stop = farthest[gap]?.stop
            else { break }
            let halves = [(taken[gap], stop), (stop, taken[gap + 1])].map { self.farthest(between: $0, and: $1, stops) }
            farthest.replaceSubrange(gap...gap, with: halves)
            taken.insert(stop, at: gap + 1)
            room -= stops[stop].cost
        }
        return taken.flatMap { index in
            let stop = stops[index]
            return (stop.cost == 1 ? [stop.after] : [stop.before, stop.after]).map { Point(time: stop.time, value: $0) }
        }
    }

    /// Squared error up to which a stop counts as being on the line.
    private static let rounding = 1e-18

    private static func stops(of points: [Point]) -> [Stop] {
        var stops: [Stop] = []
        for point in points {
            if let last = stops.last, last.time == point.time {
                stops[stops.count - 1] = Stop(time: point.time, before: last.before, after: point.value)
            } else {
                stops.append(Stop(time: point.time, before: point.value, after: point.value))
            }
        }
        return stops
    }

    /// Returns the stop within a gap that is farthest off the line across it; `nil` if all are on the line.
    private static func farthest(between a: Int, and b: Int, _ stops: [Stop]) -> (stop: Int, error: Double)? {
        var farthest: (stop: Int, error: Double)?
        let (start, end) = (stops[a], stops[b])
        for index in (a + 1)..<max(a + 1, b) {
            let stop = stops[index]
            let line = start.after + (end.before - start.after) * ((stop.time - start.time) / (end.time - start.time))
            let (before, after) = (stop.before - line, stop.after - line)
            let error = max((before * before).sum(), (after * after).sum())
            if error > (farthest?.error ?? Self.rounding) { farthest = (index, error) }
        }
        return farthest
    }
}
