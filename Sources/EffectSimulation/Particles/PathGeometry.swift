internal import EffectCost
internal import EffectModel
import StrictJSON
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Geometry of a path that emits: its corners, its length, its interior.
struct PathGeometry: Sendable {
    /// Ends of the path's segments, for the mode "points".
    private var corners: [SIMD2<Double>] = []
    /// Lines of the flattened path.
    private var lines: [Line] = []
    /// Cumulative length up to the end of each line.
    private var lengths: [Double] = []
    /// Spans of the interior, row by row.
    private var spans: [Span] = []
    /// Cumulative width up to the end of each span.
    private var widths: [Double] = []
    private var rowHeight = 0.0

    fileprivate struct Line: Sendable {
        var start: SIMD2<Double>
        var end: SIMD2<Double>
        /// Whether the outside is to the line's right.
        var isTurned = false
    }

    private struct Span: Sendable {
        var y: Double
        var left: Double
        var right: Double
    }

    /// Creates the geometry of an outline in points from the emitter's position.
    ///
    /// - Parameter isRough: Whether few rows of the interior are enough, as for a survey.
    init(_ outline: Outline, _ mode: Emitter.Mode, isRough: Bool = false) {
        flatten(outline)
        switch mode {
        case .points: break
        case .outline: lengths = Self.running(lines.map { ($0.end - $0.start).length })
        case .surface, .volume: fill(outline.fillRule, isRough: isRough)
        }
    }

    /// Birthplace for uniform draws, uniform over corners, length or area.
    func birthplace(_ mode: Emitter.Mode, _ u: SIMD3<Double>) -> Birthplace? {
        switch mode {
        case .points:
            guard !corners.isEmpty else { return nil }
            let corner = corners[min(corners.count - 1, Int(u.x * Double(corners.count)))]
            return Birthplace(SIMD3(corner.x, corner.y, 0), azimuth: 0)
        case .outline:
            guard let (index, part) = Self.place(of: u.x, in: lengths) else { return nil }
            let line = lines[index]
            let point = line.start + (line.end - line.start) * part
            // The left-hand normal of a step (dx, dy), with y downward, is (dy, −dx).
            let step = (line.end - line.start) * (line.isTurned ? -1 : 1)
            return Birthplace(SIMD3(point.x, point.y, 0), azimuth: atan2(-step.x, step.y))
        case .surface, .volume:
            guard let (index, part) = Self.place(of: u.x, in: widths) else { return nil }
            let span = spans[index]
            let x = span.left + (span.right - span.left) * part
            return Birthplace(SIMD3(x, span.y + (u.y - 0.5) * rowHeight, 0), azimuth: 0)
        }
    }

    // MARK: Construction

    private mutating func flatten(_ outline: Outline) {
        // As fine as for two pixels per point, and coarser for a path with too many segments.
        let most = EmitterOutline.mostLines(perSegmentOf: outline.segments.count)
        var first = SIMD2<Double>(0, 0)
        var here: [SIMD2<Double>] = []
        var all = self
        var contour = 0
        var closed: [Range<Int>] = []
        func close(isClosed: Bool) {
            if isClosed, contour < all.lines.count { closed.append(contour..<all.lines.count) }
            contour = all.lines.count
        }
        outline.forEachSegment(at: 2) { segment, pen, count in
            let count = min(count, most)
            func add(_ end: SIMD2<Double>) {
                let start = here.last ?? pen
                if start != end { all.lines.append(Line(start: start, end: end)) }
                here.append(end)
            }
            func bend(_ point: (Double) -> SIMD2<Double>) {
                for step in 1...count { add(point(Double(step) / Double(count))) }
            }
            switch segment {
            case .move(let end):
                close(isClosed: here.last == first)
                (first, here) = (end, [end])
                all.corners.append(end)
            case .line(let end):
                add(end)
                all.corners.append(end)
            case .quadratic(let a, let end):
                bend { t in pen * ((1 - t) * (1 - t)) + a * (2 * t * (1 - t)) + end * (t * t) }
                all.corners.append(end)
            case .cubic(let a, let b, let end):
                bend { t in
                    let r = 1 - t
                    return pen * (r * r * r) + a * (3 * r * r * t) + b * (3 * r * t * t) + end * (t * t * t)
                }
                all.corners.append(end)
            case .close:
                add(first)
                close(isClosed: true)
            }
        }
        close(isClosed: !here.isEmpty && here.last == first)
        self = all
        for contour in closed { turnOutward(contour, outline.fillRule) }
    }

    /// Marks the lines of a closed contour as turned if their left side is inside, by a test just left of the longest
    /// line.
    private mutating func turnOutward(_ contour: Range<Int>, _ fillRule: Outline.FillRule) {
        guard let longest = lines[contour].max(by: { ($0.end - $0.start).length < ($1.end - $1.start).length }),
            case let step = longest.end - longest.start, step.length > 0
        else { return }
        let left = SIMD2(step.y, -step.x) / step.length
        let probe = (longest.start + longest.end) / 2 + left * (step.length * 1e-3)
        guard Self.isInside(winding(at: probe), fillRule) else { return }
        for index in contour { lines[index].isTurned = true }
    }

    private func winding(at point: SIMD2<Double>) -> Int {
        lines.reduce(0) { sum, line in
            guard let x = line.crossing(point.y), x > point.x else { return sum }
            return sum + (line.end.y > line.start.y ? 1 : -1)
        }
    }

    private static func isInside(_ winding: Int, _ fillRule: Outline.FillRule) -> Bool {
        fillRule == .nonzero ? winding != 0 : winding % 2 != 0
    }

    /// Divides the interior into rows, each standing for a strip of its height.
    private mutating func fill(_ fillRule: Outline.FillRule, isRough: Bool) {
        let low = lines.reduce(.infinity) { min($0, $1.start.y, $1.end.y) }
        let high = lines.reduce(-.infinity) { max($0, $1.start.y, $1.end.y) }
        guard high > low else { return }
        let rows = EmitterOutline.rowCount(ofLines: lines.count, isRough: isRough)
        rowHeight = (high - low) / Double(rows)
        var crossings: [(x: Double, turn: Int)] = []
        for row in 0..<rows {
            let y = low + (Double(row) + 0.5) * rowHeight
            crossings.removeAll(keepingCapacity: true)
            for line in lines {
                guard let x = line.crossing(y) else { continue }
                crossings.append((x, line.end.y > line.start.y ? 1 : -1))
            }
            crossings.sort { $0.x < $1.x || $0.x == $1.x && $0.turn < $1.turn }
            var winding = 0
            for (index, crossing) in crossings.enumerated() {
                winding += crossing.turn
                guard index + 1 < crossings.count, Self.isInside(winding, fillRule) else { continue }
                let right = crossings[index + 1].x
                if right > crossing.x { spans.append(Span(y: y, left: crossing.x, right: right)) }
            }
        }
        widths = Self.running(spans.map { $0.right - $0.left })
    }

    private static func running(_ lengths: [Double]) -> [Double] {
        var total = 0.0
        return lengths.map {
            total += $0
            return total
        }
    }

    /// Index of the stretch that contains `share` of the total, and the fraction along the stretch.
    private static func place(of share: Double, in totals: [Double]) -> (index: Int, part: Double)? {
        guard let total = totals.last, total > 0 else { return nil }
        let wanted = share * total
        var low = 0
        var high = totals.count - 1
        while low < high {
            let middle = (low + high) / 2
            if totals[middle] <= wanted { low = middle + 1 } else { high = middle }
        }
        let start = low == 0 ? 0 : totals[low - 1]
        return (low, totals[low] > start ? (wanted - start) / (totals[low] - start) : 0)
    }
}

extension PathGeometry.Line {
    /// X at which the line crosses a height. The lower end is excluded, so that two adjacent lines cross once.
    fileprivate func crossing(_ y: Double) -> Double? {
        guard (start.y <= y) != (end.y <= y) else { return nil }
        return start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
    }
}

extension SIMD2<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}
