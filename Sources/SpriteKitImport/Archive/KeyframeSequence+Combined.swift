extension KeyframeSequence {
    /// The value that it has all life long; `nil` if it changes.
    var constant: SIMD4<Double>? { points.allSatisfy { $0.value == points[0].value } ? points[0].value : nil }

    /// What `make` makes of the values of several at each time.
    static func combined(
        _ sequences: [KeyframeSequence],
        _ make: ([SIMD4<Double>]) -> SIMD4<Double>
    ) -> KeyframeSequence {
        var points: [Point] = []
        for time in times(of: sequences) {
            let before = make(sequences.map { $0.value(before: time) })
            let after = make(sequences.map { $0.value(at: time) })
            if before != after { points.append(Point(time: time, value: before)) }
            points.append(Point(time: time, value: after))
        }
        return KeyframeSequence(points)
    }

    /// The times of all. Where more than one changes, a product of straight lines is a curve: there it gets points in
    /// between.
    private static func times(of sequences: [KeyframeSequence]) -> [Double] {
        let times = Set(sequences.flatMap { $0.points.map(\.time) }).sorted()
        guard sequences.count(where: { $0.constant == nil }) > 1 else { return times }
        var finer: [Double] = []
        for (time, next) in zip(times, times.dropFirst()) {
            for part in 0..<4 { finer.append(time + (next - time) * Double(part) / 4) }
        }
        return finer + times.suffix(1)
    }
}
