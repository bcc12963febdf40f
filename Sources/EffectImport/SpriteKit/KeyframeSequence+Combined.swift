extension KeyframeSequence {
    /// Constant value of the whole life; `nil` if the value changes.
    var constant: SIMD4<Double>? { points.allSatisfy { $0.value == points[0].value } ? points[0].value : nil }

    /// Combines the values of several sequences with `make` at each of their times.
    static func combined(
        _ sequences: [KeyframeSequence],
        _ make: ([SIMD4<Double>]) -> SIMD4<Double>
    ) -> KeyframeSequence {
        let times = Set(sequences.flatMap { $0.points.map(\.time) }).sorted()
        let plain = points(at: times, sequences, make)
        // Where more than one sequence changes, a product of linear functions is a curve: such intervals get points in
        // between, as many as there is room for.
        let curved = zip(times, times.dropFirst())
            .filter { time, next in sequences.count { $0.value(at: time) != $0.value(before: next) } > 1 }
        let parts = min(4, 1 + max(0, maximumPoints - plain.count) / max(1, curved.count))
        guard parts > 1 else { return KeyframeSequence(plain) }
        let between = curved.flatMap { time, next in
            (1..<parts).map { time + (next - time) * Double($0) / Double(parts) }
        }
        return KeyframeSequence(points(at: (times + between).sorted(), sequences, make))
    }

    private static func points(
        at times: [Double],
        _ sequences: [KeyframeSequence],
        _ make: ([SIMD4<Double>]) -> SIMD4<Double>
    ) -> [Point] {
        times.flatMap { time in
            let before = make(sequences.map { $0.value(before: time) })
            let after = make(sequences.map { $0.value(at: time) })
            return before == after
                ? [Point(time: time, value: after)] : [before, after].map { Point(time: time, value: $0) }
        }
    }
}
