/// An SKKeyframeSequence as a curve over a particle's life.
struct KeyframeSequence: Sendable, Equatable {
    typealias Point = Curve<SIMD4<Double>>.Point

    /// Points within 0...1, each a color, or a number in all four components. Never empty.
    private var curve: Curve<SIMD4<Double>>
    /// Descriptions of deviations from the original sequence.
    private(set) var losses: [String] = []

    /// Maximum number of points in a behavior of a spec.
    static let maximumPoints = Curve<SIMD4<Double>>.maximumCount
    /// Maximum number of keyframes read, far more than any real file has.
    private static let maximumKeyframes = 4096

    /// A constant sequence.
    init(_ value: SIMD4<Double>) { curve = Curve([value]) }

    /// Points in ascending order of time.
    var points: [Point] { curve.points }

    /// - Parameter points: Points in ascending order of time; not empty.
    init(_ points: [Point]) {
        curve = Curve(points)
        thin()
    }

    /// Reads an SKKeyframeSequence; `nil` if the value is not one, or has no values that `read` can convert.
    ///
    /// - Source: SKKeyframeSequence; keys as in files written by Xcode.
    init?(_ archived: ArchivedValue, _ read: (ArchivedValue) -> SIMD4<Double>?) {
        func member(_ name: String) -> ArchivedValue? { archived["_" + name] ?? archived[name] }
        let most = Self.maximumKeyframes
        guard let values = member("values")?.elements(atMost: most), let times = member("times")?.elements(atMost: most)
        else { return nil }
        var points = zip(times, values).compactMap { time, value -> Point? in
            guard let time = time.number, let value = read(value), value.isFinite else { return nil }
            // No property of a particle exceeds this; larger numbers would overflow in later calculations.
            let bound = SIMD4<Double>(repeating: 1e6)
            return Point(time: max(0, time), value: value.clamped(lowerBound: -bound, upperBound: bound))
        }
        if (member("times")?.elementCount ?? 0) > most { losses.append("only the first \(most) keyframes are read") }
        if points.count != max(times.count, values.count) { losses.append("invalid keyframes are left out") }
        guard !points.isEmpty else { return nil }
        // Sorted by index as well, so that points of the same time keep their order.
        points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element
        )
        curve = Curve(points)
        switch member("interpolationMode")?.number ?? 1 {
        case 1: break
        case 2:
            smooth()
            losses.append("straight pieces replace the spline")
        case 3: stand()
        case let mode: losses.append("the interpolation mode \(mode.shortestText) is unknown; linear is used")
        }
        switch member("repeatMode")?.number ?? 1 {
        case 1: break
        case 2: loop()
        case let mode: losses.append("the repeat mode \(mode.shortestText) is unknown; none is used")
        }
        cut()
        thin()
    }

    /// Value at a fraction of a life; the end values extend beyond the ends. At a jump, the value after it.
    func value(at share: Double) -> SIMD4<Double> {
        value(between: points.firstIndex { $0.time > share } ?? points.count, at: share)
    }

    /// Value before a jump at `share`; without a jump, the value there.
    func value(before share: Double) -> SIMD4<Double> {
        value(between: points.firstIndex { $0.time >= share } ?? points.count, at: share)
    }

    private func value(between next: Int, at share: Double) -> SIMD4<Double> {
        guard next > 0 else { return points[0].value }
        guard next < points.count else { return points[points.count - 1].value }
        let (a, b) = (points[next - 1], points[next])
        guard b.time > a.time else { return b.value }
        return a.value + (b.value - a.value) * ((share - a.time) / (b.time - a.time))
    }

    // MARK: Into straight lines

    /// Makes each value constant until the next point.
    private mutating func stand() {
        curve.points = points.indices.flatMap { index in
            index == 0
                ? [points[0]] : [Point(time: points[index].time, value: points[index - 1].value), points[index]]
        }
    }

    /// Replaces the lines by a curve through all points, in eight pieces per interval. SpriteKit's spline is
    /// undocumented; Catmull–Rom, which is used here, passes through the points too.
    private mutating func smooth() {
        guard points.count > 2 else { return }
        var smooth = [points[0]]
        for index in points.indices.dropLast() {
            let (a, b) = (points[index], points[index + 1])
            let before = points[max(0, index - 1)].value
            let after = points[min(points.count - 1, index + 2)].value
            for piece in 1...8 {
                let t = Double(piece) / 8
                let first = a.value * 2 + (b.value - before) * t
                let bend: SIMD4<Double> = before * 2 - a.value * 5
                let twist: SIMD4<Double> = a.value * 3 - before - b.value * 3
                let second = (bend + b.value * 4 - after) * (t * t)
                let third = (twist + after) * (t * t * t)
                smooth.append(Point(time: a.time + (b.time - a.time) * t, value: (first + second + third) * 0.5))
            }
        }
        curve.points = smooth
    }

    /// Repeats the sequence after its last point.
    private mutating func loop() {
        let period = points[points.count - 1].time
        guard period > 0, period < 1 else { return }
        let round = points
        let rounds = min(1 / period, Double(Self.maximumPoints))
        // A sequence with more rounds than points would look like noise anyway.
        if 1 / period > rounds { losses.append("only \(Self.maximumPoints) repetitions are played") }
        for number in 1...max(1, Int(rounds.rounded(.up))) where points.count < 64 * Self.maximumPoints {
            curve.points += round.map { Point(time: $0.time + Double(number) * period, value: $0.value) }
        }
    }

    /// Cuts the sequence at the end of a life.
    private mutating func cut() {
        guard points[points.count - 1].time > 1 else { return }
        let end = Point(time: 1, value: value(before: 1))
        curve.points = points.filter { $0.time < 1 } + [end]
    }

    /// Reduces the points to the maximum number of a spec.
    private mutating func thin() {
        // Of several points at one time, the first and the last are kept.
        curve.points = points.indices.filter { index in
            let (before, after) = (index - 1, index + 1)
            let time = points[index].time
            return before < 0 || after >= points.count || points[before].time < time || points[after].time > time
        }
        .map { points[$0] }
        guard points.count > Self.maximumPoints else { return }
        let thinned = Self.thinned(points, to: Self.maximumPoints)
        losses.append("\(thinned.count) of \(points.count) keyframes are used")
        curve.points = thinned
    }
}

extension SIMD4<Double> {
    /// Whether all components are finite.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}
