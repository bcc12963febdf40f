internal import EffectModel

/// Boxes around the lines of boundaries, to tell how many of them a body may be close to.
struct BoundaryBoxes {
    private struct Box {
        var low: SIMD2<Double>
        var high: SIMD2<Double>
        /// Number of lines in the box.
        var lines = 1.0
    }

    private var boxes: [Box] = []

    /// The canvas has two lines that a body may be close to at one place, and is left out.
    init(_ boundaries: [Dynamics.Boundary]) {
        for boundary in boundaries {
            switch boundary {
            case .canvas: break
            case .segment(let start, let end):
                boxes.append(Box(low: pointwiseMin(start, end), high: pointwiseMax(start, end)))
            case .path(let path): add(path.outline)
            }
        }
    }

    private mutating func add(_ outline: Outline) {
        var first = SIMD2<Double>(0, 0)
        outline.forEachSegment(at: 1) { segment, pen, count in
            var points = [pen]
            switch segment {
            case .move(let end):
                first = end
                return
            case .line(let end): points.append(end)
            case .quadratic(let a, let end): points += [a, end]
            case .cubic(let a, let b, let end): points += [a, b, end]
            case .close: points.append(first)
            }
            let (low, high) = (points.reduce(pen, pointwiseMin), points.reduce(pen, pointwiseMax))
            boxes.append(Box(low: low, high: high, lines: Double(count)))
        }
    }

    /// Upper bound of the lines within a body's box, wherever it is.
    ///
    /// - Complexity: O(*n* log *n*) for *n* boxes.
    func most(within size: SIMD2<Double>) -> Double {
        // A body's box meets another one where its center is within that box, enlarged by the body's.
        let around = boxes.map { box in
            // A curve that is only in part within the body's box has fewer lines there.
            let share = (size / pointwiseMax(box.high - box.low, SIMD2(repeating: 1e-9))).max()
            return Box(low: box.low - size / 2, high: box.high + size / 2, lines: max(1, box.lines * min(1, share)))
        }
        // Most boxes overlap where one of them begins, both across and down.
        let rows = Set(around.map(\.low.y)).sorted()
        func row(from y: Double) -> Int { rows.partitioningIndex { $0 >= y } }
        let begins = around.indices.sorted { around[$0].low.x < around[$1].low.x }
        let ends = around.indices.sorted { around[$0].high.x < around[$1].high.x }
        var sums = RangeSums(count: rows.count)
        var (most, ended) = (0.0, 0)
        for index in begins {
            func add(_ box: Box, times sign: Double) {
                sums.add(sign * box.lines, to: row(from: box.low.y)..<rows.partitioningIndex { $0 > box.high.y })
            }
            // Boxes that touch overlap, too.
            while ended < ends.count, around[ends[ended]].high.x < around[index].low.x {
                add(around[ends[ended]], times: -1)
                ended += 1
            }
            add(around[index], times: 1)
            most = max(most, sums.highest)
        }
        return most
    }

    /// Numbers in a row that grow together, range by range, and their maximum.
    private struct RangeSums {
        private let count: Int
        /// For each node of a binary tree, what its whole range has grown by, and the maximum within it.
        private var whole: [Double]
        private var maximum: [Double]

        init(count: Int) {
            self.count = max(1, count)
            whole = Array(repeating: 0, count: 4 * self.count)
            maximum = whole
        }

        var highest: Double { maximum[1] }

        mutating func add(_ number: Double, to range: Range<Int>) { add(number, to: range, node: 1, of: 0..<count) }

        private mutating func add(_ number: Double, to range: Range<Int>, node: Int, of all: Range<Int>) {
            let part = range.clamped(to: all)
            if part.isEmpty { return }
            if part == all {
                whole[node] += number
                maximum[node] += number
                return
            }
            let middle = (all.lowerBound + all.upperBound) / 2
            add(number, to: part, node: 2 * node, of: all.lowerBound..<middle)
            add(number, to: part, node: 2 * node + 1, of: middle..<all.upperBound)
            maximum[node] = whole[node] + max(maximum[2 * node], maximum[2 * node + 1])
        }
    }
}

extension [Double] {
    /// First index whose element fulfills a condition that all following ones fulfill, too; the count for none.
    fileprivate func partitioningIndex(_ isFulfilled: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFulfilled(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
