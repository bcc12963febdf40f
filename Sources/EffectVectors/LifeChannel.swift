internal import EffectModel
internal import EffectSimulation

/// Numbers over a life in straight lines, as channels of a piece.
enum LifeChannel {
    /// The stretch of lines between points (age, value) that a piece shows, by shares of its time.
    static func cut(_ line: [SIMD2<Double>], from start: Double, to end: Double) -> [SIMD2<Double>] {
        func point(_ age: Double) -> SIMD2<Double> { SIMD2((age - start) / (end - start), extended(line, to: age)) }
        let inner = line.lazy.map { $0.x }.filter { $0 > start + 1e-9 && $0 < end - 1e-9 }
        return [point(start)] + inner.map(point) + [point(end)]
    }

    /// Value of lines at an age; beyond their end, they go on.
    private static func extended(_ line: [SIMD2<Double>], to age: Double) -> Double {
        if let last = line.last, line.count > 1, age > last.x {
            let before = line[line.count - 2]
            return last.y + (last.y - before.y) * (age - last.x) / (last.x - before.x)
        }
        return FormulaLife.value(of: line, atAge: age)
    }

    /// Lines clamped to 0...1, times a factor.
    static func clamped(_ line: [SIMD2<Double>], times factor: Double) -> [SIMD2<Double>] {
        var points = [line[0]]
        for (from, to) in zip(line, line.dropFirst()) {
            // The bounds that the line passes, in their order.
            for level in from.y < to.y ? [0.0, 1] : [1.0, 0] {
                let share = (level - from.y) / (to.y - from.y)
                if share > 1e-9, share < 1 - 1e-9 { points.append(SIMD2(from.x + (to.x - from.x) * share, level)) }
            }
            points.append(to)
        }
        return points.map { SIMD2($0.x, factor * max(0, min(1, $0.y))) }
    }

    /// Channel of straight lines between points (share, value), without corners that are none.
    static func channel(_ points: [SIMD2<Double>], _ curves: VectorScene.Curves, within slack: Double) -> Channel {
        var (low, high) = (points[0].y, points[0].y)
        for point in points { (low, high) = (min(low, point.y), max(high, point.y)) }
        if high - low <= 2 * slack || curves == .constants { return .constant((low + high) / 2) }
        var kept = [points[0]]
        for (index, point) in points.enumerated().dropFirst() {
            if index < points.count - 1, let last = kept.last {
                let next = points[index + 1]
                let line = last.y + (next.y - last.y) * (point.x - last.x) / (next.x - last.x)
                if abs(line - point.y) <= 1e-9 { continue }
            }
            kept.append(point)
        }
        if kept.count == 2 { return .polynomial([kept[0].y, kept[1].y - kept[0].y]) }
        guard curves == .cubics else { return .lines(kept) }
        return .cubics(
            zip(kept, kept.dropFirst()).map { from, to in
                let third = (to.y - from.y) / 3
                let values = SIMD4(from.y, from.y + third, to.y - third, to.y)
                return Channel.Cubic(start: from.x, end: to.x, values: values)
            }
        )
    }
}

extension SceneFitter {
    /// Components of a strand's color from its particle's own lines; `nil` where it has none, or they miss a sample.
    func ownColor(of items: [DrawList.Item], _ shares: [Double], _ facts: ParticleFacts?) -> [Channel]? {
        guard let looks = facts?.looks, facts?.plane == nil, items.count > 3 else { return nil }
        let last = items.count - 1
        let pace = (items[last].age - items[0].age) / (shares[last] - shares[0])
        let start = items[0].age - shares[0] * pace
        guard pace > 1e-9 else { return nil }
        var channels: [Channel] = []
        for index in 0..<4 {
            let slack = index == 3 ? levels.x : levels.y
            // Beyond its life, a particle that is gone has no color.
            let line = LifeChannel.cut(looks.color[index], from: max(0, start), to: start + pace)
            let points = LifeChannel.clamped(line, times: looks.tint[index])
            let channel = LifeChannel.channel(points, curves, within: slack)
            for (share, item) in zip(shares, items) {
                guard abs(channel.value(at: share) - item.color[index]) <= slack + 1e-3 else { return nil }
            }
            channels.append(channel)
        }
        return channels
    }
}
