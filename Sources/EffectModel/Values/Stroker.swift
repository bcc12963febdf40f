/// Converts a stroke along a path into the outline of the area it covers.
///
/// Each line becomes a quadrilateral that extends half a line width to both sides of the path; joins and caps are
/// wedges. All have the same orientation and omit shared edges, so the winding number is 0 outside and at least 1
/// inside. A contour continues from line to line as long as its inner side does not turn back; otherwise it passes
/// through the path's own corner, which avoids holes.
package struct Stroker: Sendable {
    private let path: StrokePath
    /// Resolution in pixels per unit.
    private let scale: Double

    /// Maximum number of lines in an outline. Winding numbers are at most half of it; multiplied by 2¹⁷, they fit the
    /// rasterizer's 32-bit integers.
    package static let maximumLines = 32_000

    /// Maximum deviation of the outline in pixels; flattening the path adds about as much.
    private static let flatness = 1.0 / 32

    /// - Parameter scale: Maximum number of pixels per unit of the path.
    package init(_ outline: Outline, scale: Double) {
        self.scale = max(1e-6, scale)
        path = StrokePath(outline, scale: self.scale)
    }

    /// Total length of the path.
    package var length: Double { path.length }

    /// The outline of the area that a stroke of this style covers, for the nonzero fill rule.
    package func outline(_ style: StrokeStyle) -> Outline {
        guard style.lineWidth > 0 else { return Outline([]) }
        var pen = StrokePen(style, step: Self.step(width: style.lineWidth, scale: scale))
        for piece in path.pieces(style) {
            pen.draw(piece)
            // A morph may need more lines than either of its paths; the remainder is dropped.
            if pen.count > Self.maximumLines { break }
        }
        return Outline(pen.segments)
    }

    /// Maximum angle in radians per line of an arc; the deviation is r·step²/8.
    package static func step(width: Double, scale: Double) -> Double {
        min(1, (8 * flatness / max(1e-9, width / 2 * scale)).squareRoot())
    }
}

/// Builds the outline piece by piece.
private struct StrokePen {
    private let style: StrokeStyle
    private let half: Double
    /// Cosines of the maximum angle per line of an arc, and between a line and its curve.
    private let (cosineOfStep, cosineOfLean): (Double, Double)
    private(set) var segments: [Outline.Segment] = []
    /// Number of corners so far.
    private(set) var count = 0
    /// Sides of the current piece, at +90° and −90° from its direction.
    private var (left, right): ([SIMD2<Double>], [SIMD2<Double>]) = ([], [])

    init(_ style: StrokeStyle, step: Double) {
        self.style = style
        half = style.lineWidth / 2
        func cosine(_ angle: Double) -> Double { 1 - angle * angle / 2 + angle * angle * angle * angle / 24 }
        (cosineOfStep, cosineOfLean) = (cosine(step), cosine(0.6 * step))
    }

    mutating func draw(_ piece: StrokePath.Piece) {
        if let dot = piece.dot { return draw(dotAt: dot.place, dot.direction) }
        guard !piece.lines.isEmpty else { return }
        (left, right) = ([], [])
        let lines = piece.lines.map(straightened)
        for (line, next) in zip(lines, lines.dropFirst()) { join(line, next) }
        if piece.isClosed {
            join(lines[lines.count - 1], lines[0])
            add(left)
            add(right.reversed())
        } else {
            let (first, last) = (lines[0], lines[lines.count - 1])
            var contour = [first.from + side(first.start)] + left + [last.to + side(last.end)]
            contour += cap(at: last.to, last.end)
            contour += [last.to - side(last.end)] + right.reversed() + [first.from - side(first.start)]
            contour += cap(at: first.from, -first.start)
            add(contour)
        }
    }

    /// Half a line width perpendicular to a direction, toward `left`.
    private func side(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-direction.y, direction.x) * half }

    /// The line without its curve's directions if they deviate too much: beyond half a line width, the inner side would
    /// run backwards.
    private func straightened(_ line: StrokePath.Line) -> StrokePath.Line {
        let direction = (line.to - line.from) / line.length
        if line.start == direction, line.end == direction { return line }
        let change = side(line.end) - side(line.start)
        let (way, turn) = ((line.to - line.from), (change * direction).sum())
        if (line.start * direction).sum() >= cosineOfLean, (line.end * direction).sum() >= cosineOfLean,
            (way * direction).sum() > abs(turn)
        {
            return line
        }
        var line = line
        (line.start, line.end) = (direction, direction)
        return line
    }

    // MARK: Joins

    private mutating func join(_ line: StrokePath.Line, _ next: StrokePath.Line) {
        let (a, b, place) = (line.end, next.start, line.to)
        let (cross, dot) = (a.x * b.y - a.y * b.x, (a * b).sum())
        if abs(cross) < 1e-6, dot > 0 {
            left.append(place + side(a))
            right.append(place - side(a))
            return
        }
        // In a turn toward +90°, the left side is the inner one.
        let sign = cross > 0 ? 1.0 : -1.0
        let (from, to) = (side(a) * sign, side(b) * sign)
        var inner = [place + from, place, place + to]
        // The inner sides meet at a distance of half the turn's tangent from the corner. Each line reserves its other
        // half for its other end.
        let room = min(line.length, next.length) / 2
        let isStraight = line.start == line.end && next.start == next.end
        if isStraight, dot > -0.999, half * (dot < 0 ? 1 : abs(cross)) <= room,
            half * ((1 - dot) / (1 + dot)).squareRoot() <= room
        {
            inner = [place + (from + to) / (1 + dot)]
        }
        var outer = [place - from, place - to]
        switch line.isSmooth ? .round : style.lineJoin {
        case .round:
            outer.removeLast()
            arc(around: place, -from, -to, forward: a, into: &outer)
            outer.append(place - to)
        case .miter:
            // The squared ratio of miter length to line width is 1/cos² of half the turn.
            let meets = dot > -0.999_999 && (1 + dot) / 2 * style.miterLimit * style.miterLimit >= 1
            if meets { outer = [place - (from + to) / (1 + dot)] }
        case .bevel: break
        }
        left += cross > 0 ? inner : outer
        right += cross > 0 ? outer : inner
    }

    /// Appends points of an arc between its ends, which are excluded. Halving avoids computing angles.
    ///
    /// - Parameter forward: Direction of the arc's center if its ends are opposite each other.
    private func arc(
        around place: SIMD2<Double>,
        _ from: SIMD2<Double>,
        _ to: SIMD2<Double>,
        forward: SIMD2<Double>,
        into points: inout [SIMD2<Double>]
    ) {
        let cosine = (from * to).sum() / (half * half)
        guard cosine < cosineOfStep else { return }
        let sum = from + to
        let length = (sum * sum).sum().squareRoot()
        let middle = length > 1e-6 * half ? sum * (half / length) : forward * half
        arc(around: place, from, middle, forward: forward, into: &points)
        points.append(place + middle)
        arc(around: place, middle, to, forward: forward, into: &points)
    }

    // MARK: Caps

    /// Points of a cap between the two sides of an end.
    private func cap(at place: SIMD2<Double>, _ direction: SIMD2<Double>) -> [SIMD2<Double>] {
        let (across, along) = (side(direction), direction * half)
        switch style.lineCap {
        case .butt: return []
        case .square: return [place + across + along, place - across + along]
        case .round:
            var points: [SIMD2<Double>] = []
            arc(around: place, across, along, forward: direction, into: &points)
            points.append(place + along)
            arc(around: place, along, -across, forward: direction, into: &points)
            return points
        }
    }

    private mutating func draw(dotAt place: SIMD2<Double>, _ direction: SIMD2<Double>) {
        guard style.lineCap != .butt else { return }
        let across = side(direction)
        // A square consists of its two caps; a disc has additional corners between its caps.
        let ends = style.lineCap == .round ? [place + across, place - across] : []
        var contour = Array(ends.prefix(1)) + cap(at: place, direction)
        contour += Array(ends.suffix(1)) + cap(at: place, -direction)
        add(contour)
    }

    private mutating func add(_ contour: [SIMD2<Double>]) {
        guard contour.count > 2 else { return }
        segments.append(.move(contour[0]))
        for point in contour.dropFirst() { segments.append(.line(point)) }
        segments.append(.close)
        count += contour.count
    }
}
