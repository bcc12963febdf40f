internal import EffectModel

/// An outline flattened to straight lines, fine enough for one range of sizes.
struct FlatOutline {
    /// Corners of every contour, one contour after another.
    private(set) var points: [SIMD2<Double>] = []
    /// Largest absolute coordinate of all points.
    private(set) var extent = 0.0
    /// End index of each contour in `points`.
    private(set) var ends: [Int] = []

    /// Creates an empty outline.
    init() {}

    /// Adds a closed contour.
    mutating func append(_ contour: [SIMD2<Double>]) {
        points += contour
        finishContour()
    }

    /// Calls `body` with the indices of both ends of every line.
    @inline(__always)
    func forEachLine(_ body: (_ from: Int, _ to: Int) -> Void) {
        var start = 0
        for end in ends {
            var from = end - 1
            for to in start..<end {
                body(from, to)
                from = to
            }
            start = end
        }
    }

    /// Flattens `outline` for scales of at most `scale` pixels per unit.
    init(_ outline: Outline, scale: Double) {
        outline.forEachSegment(at: scale) { segment, pen, count in
            switch segment {
            case .move(let end):
                finishContour()
                points.append(end)
            case .line(let end):
                points.append(end)
            case .quadratic(let control, let end):
                for step in 1...count {
                    let t = Double(step) / Double(count)
                    let r = 1 - t
                    points.append(pen * (r * r) + control * (2 * r * t) + end * (t * t))
                }
            case .cubic(let a, let b, let end):
                for step in 1...count {
                    let t = Double(step) / Double(count)
                    let r = 1 - t
                    points.append(
                        pen * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                    )
                }
            case .close:
                break  // Filling closes every contour anyway.
            }
        }
        finishContour()
    }

    private mutating func finishContour() {
        let start = ends.last ?? 0
        guard points.count > start else { return }
        ends.append(points.count)
        for point in points[start...] { extent = max(extent, abs(point.x), abs(point.y)) }
    }
}
