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

    /// Maximum number of boxes around which others are counted.
    private static let mostLooks = 64

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

    /// Number of lines within a body's box where they are densest: at the corners and centers of some of them.
    func most(within size: SIMD2<Double>) -> Double {
        let step = max(1, boxes.count / Self.mostLooks)
        return stride(from: 0, to: boxes.count, by: step).reduce(0) { most, index in
            let box = boxes[index]
            return [box.low, (box.low + box.high) / 2, box.high].reduce(most) { max($0, count(around: $1, size)) }
        }
    }

    private func count(around place: SIMD2<Double>, _ size: SIMD2<Double>) -> Double {
        let (low, high) = (place - size / 2, place + size / 2)
        return boxes.reduce(0) { sum, box in
            guard box.low.x <= high.x, box.high.x >= low.x, box.low.y <= high.y, box.high.y >= low.y else { return sum }
            // A curve that is only in part within the box has fewer lines there.
            let whole = pointwiseMax(box.high - box.low, SIMD2(repeating: 1e-9))
            let share = ((pointwiseMin(high, box.high) - pointwiseMax(low, box.low)) / whole).max()
            return sum + max(1, box.lines * min(1, share))
        }
    }
}
