/// A value by share of a particle's life: an SKKeyframeSequence, as points with straight lines between them.
struct KeyframeSequence: Sendable, Equatable {
    /// A share of life, and the value there: a colour, or a number in all four places. Two points of one time are a jump.
    struct Point: Sendable, Equatable {
        var time: Double
        var value: SIMD4<Double>
    }

    /// Times ascend within 0...1. Never empty.
    private(set) var points: [Point]
    /// What became of it that is not as it was, in words.
    private(set) var losses: [String] = []

    /// As many as a spec's behaviour takes.
    static let maximumPoints = 64
    /// Far more than anyone draws.
    private static let maximumKeyframes = 4096

    /// The same value all life long.
    init(_ value: SIMD4<Double>) { points = [Point(time: 0, value: value)] }

    /// - Parameter points: Ascending; not empty.
    init(_ points: [Point]) {
        self.points = points
        thin()
    }

    /// Reads an SKKeyframeSequence; `nil` if it is none, or one without values that `read` can read.
    ///
    /// - Source: SKKeyframeSequence; keys as in files that Xcode wrote.
    init?(_ archived: ArchivedValue, _ read: (ArchivedValue) -> SIMD4<Double>?) {
        func member(_ name: String) -> ArchivedValue? { archived["_" + name] ?? archived[name] }
        let most = Self.maximumKeyframes
        guard let values = member("values")?.elements(atMost: most), let times = member("times")?.elements(atMost: most)
        else { return nil }
        var points = zip(times, values).compactMap { time, value -> Point? in
            guard let time = time.number, let value = read(value), value.isFinite else { return nil }
            // No property of a particle goes beyond; what is far off would overflow on the way.
            let bound = SIMD4<Double>(repeating: 1e6)
            return Point(time: max(0, time), value: value.clamped(lowerBound: -bound, upperBound: bound))
        }
        if (member("times")?.elementCount ?? 0) > most { losses.append("only the first \(most) keyframes are read") }
        if points.count != max(times.count, values.count) { losses.append("keyframes that can't be read are left out") }
        guard !points.isEmpty else { return nil }
        // By the place as well, so that points of one time keep their order.
        points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element
        )
        self.points = points
        switch member("interpolationMode")?.number ?? 1 {
        case 1: break
        case 2:
            smooth()
            losses.append("its spline is drawn by straight pieces")
        case 3: stand()
        case let mode: losses.append("the unknown interpolation mode \(mode.asWritten) is taken as linear")
        }
        switch member("repeatMode")?.number ?? 1 {
        case 1: break
        case 2: loop()
        case let mode: losses.append("the unknown repeat mode \(mode.asWritten) is taken as none")
        }
        cut()
        thin()
    }

    /// At `share` of a life; the ends hold. At a jump, the value after it.
    func value(at share: Double) -> SIMD4<Double> {
        value(between: points.firstIndex { $0.time > share } ?? points.count, at: share)
    }

    /// The value before a jump at `share`; without one, the value there.
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

    /// Each value stands until the next one comes.
    private mutating func stand() {
        points = points.indices.flatMap { index in
            index == 0
                ? [points[0]] : [Point(time: points[index].time, value: points[index - 1].value), points[index]]
        }
    }

    /// A curve through all points, by eight pieces from one to the next: what SpriteKit's spline is exactly is not written
    /// anywhere; this one (Catmull–Rom) goes through the points too.
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
                let second = (before * 2 - a.value * 5 + b.value * 4 - after) * (t * t)
                let third = (a.value * 3 - before - b.value * 3 + after) * (t * t * t)
                smooth.append(Point(time: a.time + (b.time - a.time) * t, value: (first + second + third) * 0.5))
            }
        }
        points = smooth
    }

    /// After the last point, it begins anew.
    private mutating func loop() {
        let period = points[points.count - 1].time
        guard period > 0, period < 1 else { return }
        let round = points
        let rounds = min(1 / period, Double(Self.maximumPoints))
        // What has more rounds than there can be points would come out as noise anyway.
        if 1 / period > rounds { losses.append("more than \(Self.maximumPoints) rounds are not played") }
        for number in 1...max(1, Int(rounds.rounded(.up))) where points.count < 64 * Self.maximumPoints {
            points += round.map { Point(time: $0.time + Double(number) * period, value: $0.value) }
        }
    }

    /// Nothing comes after a life's end.
    private mutating func cut() {
        guard points[points.count - 1].time > 1 else { return }
        let end = Point(time: 1, value: value(before: 1))
        points = points.filter { $0.time < 1 } + [end]
    }

    /// No more points than a spec takes.
    private mutating func thin() {
        // Several at one time are one, or two where the value jumps.
        points = points.indices.filter { index in
            let (before, after) = (index - 1, index + 1)
            let time = points[index].time
            return before < 0 || after >= points.count || points[before].time < time || points[after].time > time
        }
        .map { points[$0] }
        guard points.count > Self.maximumPoints else { return }
        let thinned = Self.thinned(points, to: Self.maximumPoints)
        losses.append("of \(points.count) keyframes \(thinned.count) are taken")
        points = thinned
    }
}

extension SIMD4<Double> {
    /// Whether each of its numbers is one.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}
