/// Shares of pixels that an outline covers.
///
/// Each line adds the area to its right to the pixels that it crosses; the sums of rows from left to right are the coverage.
struct OutlineCoverage {
    private let width: Int
    private let height: Int
    private var areas: [Float]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        // A line at the right edge adds to the pixel behind the last one.
        areas = [Float](repeating: 0, count: (width + 2) * height)
    }

    /// Adds an outline in pixels, within the image.
    ///
    /// - Parameter isStopped: Checked at each segment; `true` leaves out the others.
    mutating func add(_ outline: Outline, unless isStopped: () -> Bool) {
        var first = SIMD2<Double>(0, 0)
        var last = first
        func draw(to point: SIMD2<Double>) {
            add(from: last, to: point)
            last = point
        }
        outline.forEachSegment(at: 1) { segment, pen, lines in
            if isStopped() { return }
            switch segment {
            case .move(let end):
                draw(to: first)
                (first, last) = (end, end)
            case .line, .quadratic, .cubic: segment.points(from: pen, lines).forEach(draw)
            case .close: draw(to: first)
            }
        }
        draw(to: first)
    }

    /// Shares in 0...1, rows from top to bottom.
    func shares(_ rule: Outline.FillRule) -> [Float] {
        var shares: [Float] = []
        shares.reserveCapacity(width * height)
        for row in 0..<height {
            var sum: Float = 0
            for column in 0..<width {
                sum += areas[row * (width + 2) + column]
                let wound = abs(sum)
                switch rule {
                case .nonzero: shares.append(min(1, wound))
                case .evenodd:
                    let rest = wound.truncatingRemainder(dividingBy: 2)
                    shares.append(rest > 1 ? 2 - rest : rest)
                }
            }
        }
        return shares
    }

    private mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>) {
        guard start.y != end.y else { return }
        let (top, bottom, sign) = start.y < end.y ? (start, end, Float(1)) : (end, start, -1)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        var x = top.x
        for row in max(0, Int(top.y))..<max(0, Int(top.y), min(height, Int(bottom.y.rounded(.up)))) {
            let part = min(Double(row + 1), bottom.y) - max(Double(row), top.y)
            let next = x + slope * part
            add(sign * Float(part), from: min(x, next), to: max(x, next), row: row)
            x = next
        }
    }

    /// Adds the area to the right of a line within a row.
    ///
    /// - Parameter part: Height of the line within the row, with its direction.
    private mutating func add(_ part: Float, from left: Double, to right: Double, row: Int) {
        let (first, end) = (max(0, min(width, Int(left))), max(0, min(width, Int(right))))
        let start = row * (width + 2)
        guard end > first else {
            let share = Float((left + right) / 2 - Double(first))
            areas[start + first] += part * (1 - share)
            areas[start + first + 1] += part * share
            return
        }
        // Area to the right of the line in the columns that it crosses, as far as each one.
        let length = Float(right - left)
        var (sum, share): (Float, Float) = (0, 0)
        for column in first...end {
            // Area to the right of the line, up to the column's right edge: less that of the columns before, it is the column's own.
            let covered = min(Double(column + 1), right) - left
            let beyond = Float(Double(column + 1) - min(Double(column + 1), right))
            let area = Float(covered * covered) / (2 * length) + beyond
            areas[start + column] += part * (area - sum - share)
            (sum, share) = (area, area - sum)
        }
        areas[start + end + 1] += part * (1 - share)
    }
}
