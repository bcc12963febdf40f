extension KeyframeSequence {
    /// A sequence that is linear from `start` to `end`.
    init(from start: SIMD4<Double>, to end: SIMD4<Double>) {
        self.init([Point(time: 0, value: start), Point(time: 1, value: end)])
    }

    /// The sequence of numbers clamped to 0...1, with a point wherever it crosses a limit.
    var clampedToUnit: KeyframeSequence {
        var kept: [Point] = []
        for (index, point) in points.enumerated() {
            if index > 0 { kept += Self.knees(between: points[index - 1], and: point) }
            kept.append(Point(time: point.time, value: point.value.clamped(lowerBound: .zero, upperBound: .one)))
        }
        return KeyframeSequence(kept)
    }

    /// Returns the points at which a line crosses 0 and 1, in order of time.
    private static func knees(between a: Point, and b: Point) -> [Point] {
        let (low, high) = (min(a.value.x, b.value.x), max(a.value.x, b.value.x))
        guard b.time > a.time else { return [] }
        return [0.0, 1.0].filter { low < $0 && $0 < high }
            .map { limit in
                let share = (limit - a.value.x) / (b.value.x - a.value.x)
                return Point(time: a.time + (b.time - a.time) * share, value: SIMD4(repeating: limit))
            }
            .sorted { $0.time < $1.time }
    }
}
