/// Finds the nearest of a few colours: eight at a time, those first that are near along one axis.
struct ColourSearch {
    /// Eight colours, coordinate by coordinate.
    private struct Group {
        var x = SIMD8<Float>(repeating: 1e6)
        var y = SIMD8<Float>(repeating: 1e6)
        var z = SIMD8<Float>(repeating: 1e6)
        var alpha = SIMD8<Float>(repeating: 1e6)
        /// Which they are.
        var indices = SIMD8<Int32>(repeating: .max)
        /// The ends of what they have on the axis.
        var low = Float.infinity
        var high = -Float.infinity

        mutating func set(_ lane: Int, _ place: SIMD4<Float>, _ index: Int, along axis: Int) {
            (x[lane], y[lane], z[lane], alpha[lane]) = (place.x, place.y, place.z, place.w)
            indices[lane] = Int32(index)
            (low, high) = (min(low, place[axis]), max(high, place[axis]))
        }
    }

    /// In order along one axis. The last one may have colours that are far away from all.
    private var groups: [Group] = []
    private let axis: Int

    /// - Parameter chosen: Those of the points that may be found.
    init(_ points: [ColourPoint], _ chosen: [Int]) {
        var (sum, squares) = (SIMD4<Float>(), SIMD4<Float>())
        for index in chosen {
            sum += points[index].place
            squares += points[index].place * points[index].place
        }
        let spread = squares - sum * sum / Float(max(1, chosen.count))
        // The one on which they are farthest apart.
        let axis = (0..<4).max { spread[$0] < spread[$1] } ?? 0
        let order = chosen.sorted { (points[$0].place[axis], $0) < (points[$1].place[axis], $1) }
        for first in stride(from: 0, to: order.count, by: 8) {
            var group = Group()
            for (lane, index) in order[first..<min(first + 8, order.count)].enumerated() {
                group.set(lane, points[index].place, index, along: axis)
            }
            groups.append(group)
        }
        self.axis = axis
    }

    var isEmpty: Bool { groups.isEmpty }

    /// Its index, of several the lowest, and twice the square of how far it is.
    func find(_ point: ColourPoint) -> (index: Int, distance: Float) {
        groups.withUnsafeBufferPointer { groups in
            let place = point.place
            let own = place[axis]
            // The group with the point, or next to it; from there to both sides, as long as anything there may be nearer.
            var (low, high) = (0, groups.count)
            while low < high {
                let middle = (low &+ high) &>> 1
                if groups[middle].high < own { low = middle &+ 1 } else { high = middle }
            }
            var (below, above) = (low &- 1, low)
            var best = (index: Int32.max, distance: Float.infinity)
            while true {
                let down = below >= 0 ? own - groups[below].high : .infinity
                let up = above < groups.count ? max(0, groups[above].low - own) : .infinity
                let gap = min(down, up)
                guard gap * gap <= best.distance, gap < .infinity else { break }
                let group = groups[up <= down ? above : below]
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
}
