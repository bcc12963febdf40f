/// Finds the nearest of a few colors: eight at a time, nearest along one axis first.
struct ColorSearch {
    /// Eight colors, coordinate by coordinate.
    private struct Group {
        var x = SIMD8<Float>(repeating: 1e6)
        var y = SIMD8<Float>(repeating: 1e6)
        var z = SIMD8<Float>(repeating: 1e6)
        var alpha = SIMD8<Float>(repeating: 1e6)
        /// Palette indices of the colors.
        var indices = SIMD8<Int32>(repeating: .max)
        /// Range of the colors on the search axis.
        var low = Float.infinity
        var high = -Float.infinity

        mutating func set(_ lane: Int, _ place: SIMD4<Float>, index: Int, along axis: Int) {
            (x[lane], y[lane], z[lane], alpha[lane]) = (place.x, place.y, place.z, place.w)
            indices[lane] = Int32(index)
            (low, high) = (min(low, place[axis]), max(high, place[axis]))
        }
    }

    /// Groups ordered along one axis. Unused lanes of the last one hold colors far away from all others.
    private var groups: [Group] = []
    private let axis: Int

    /// - Parameter chosen: Indices of the points to search.
    init(_ points: [ColorPoint], _ chosen: [Int]) {
        var (sum, squares) = (SIMD4<Float>(), SIMD4<Float>())
        for index in chosen {
            sum += points[index].place
            squares += points[index].place * points[index].place
        }
        let spread = squares - sum * sum / Float(max(1, chosen.count))
        // The axis with the largest spread.
        let axis = (0..<4).max { spread[$0] < spread[$1] } ?? 0
        let order = chosen.sorted { (points[$0].place[axis], $0) < (points[$1].place[axis], $1) }
        for first in stride(from: 0, to: order.count, by: 8) {
            var group = Group()
            for (lane, index) in order[first..<min(first + 8, order.count)].enumerated() {
                group.set(lane, points[index].place, index: index, along: axis)
            }
            groups.append(group)
        }
        self.axis = axis
    }

    var isEmpty: Bool { groups.isEmpty }

    /// Returns the index of the nearest color, the lowest of several, and twice its squared distance.
    func find(_ point: ColorPoint) -> (index: Int, distance: Float) {
        // Unchecked: both ends of the search stay within the groups.
        let groups = groups.span
        let place = point.place
        let own = place[axis]
        // The search begins at the group that holds the point, or next to it, and continues to both sides while a
        // nearer color is possible.
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low &+ high) &>> 1
            if groups[unchecked: middle].high < own { low = middle &+ 1 } else { high = middle }
        }
        var (below, above) = (low &- 1, low)
        var best = (index: Int32.max, distance: Float.infinity)
        while true {
            let down = below >= 0 ? own - groups[unchecked: below].high : .infinity
            let up = above < groups.count ? max(0, groups[unchecked: above].low - own) : .infinity
            let gap = min(down, up)
            guard gap * gap <= best.distance, gap < .infinity else { break }
            let group = groups[unchecked: up <= down ? above : below]
            if up <= down { above &+= 1 } else { below &-= 1 }
            let (dx, dy, dz, da) = (
                group.x - place.x, group.y - place.y, group.z - place.z, group.alpha - place.w
            )
            let distances = dx * dx + dy * dy + dz * dz + da * da * 3
            let nearest = distances.min()
            guard nearest <= best.distance else { continue }
            let index = SIMD8(repeating: Int32.max).replacing(with: group.indices, where: distances .== nearest)
                .min()
            best = nearest < best.distance ? (index, nearest) : (min(index, best.index), nearest)
        }
        return (Int(best.index), best.distance)
    }
}
