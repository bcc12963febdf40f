/// Turns a line along a path into the outline of what it covers.
///
/// Each straight piece is a quadrilateral, its sides half a width to both sides of the path; joins and caps are wedges. All of them
/// run the same way around, and what two of them share is left out: so the winding number is 0 outside, and never falls below 1
/// within. Contours go on from piece to piece as long as the inner side does; where it would turn back, they lead through the
/// path's own corner, which leaves no hole.
package struct Stroker: Sendable {
    private let path: StrokePath
    /// Pixels per unit.
    private let scale: Double

    /// Lines of one outline at the most. Winding numbers are at most half as many, and 2¹⁷ times that fits into 32 bits, as the
    /// rasterizer wants it.
    package static let maximumLines = 32_000

    /// How far the outline may be from what is meant, in pixels; what comes of the path's own lines is about as much.
    private static let flatness = 1.0 / 32

    /// - Parameter scale: Pixels per unit of the path, at the most.
    package init(_ outline: Outline, scale: Double) {
        self.scale = max(1e-6, scale)
        path = StrokePath(outline, scale: self.scale)
    }

    /// The length of the whole path.
    var length: Double { path.length }

    /// The outline of what a line of this style covers, to be filled by the nonzero rule.
    package func outline(_ style: StrokeStyle) -> Outline {
        guard style.lineWidth > 0 else { return Outline([]) }
        var pen = StrokePen(style, step: Self.step(width: style.lineWidth, scale: scale))
        for piece in path.pieces(style) {
            pen.draw(piece)
            // Paths on their way from one to another may need more lines than either: the rest is left out.
            if pen.count > Self.maximumLines { break }
        }
        return Outline(pen.segments)
    }

    /// Radians that one line of an arc turns at the most: r·step²/8 is as far as it strays.
    static func step(width: Double, scale: Double) -> Double {
        min(1, (8 * flatness / max(1e-9, width / 2 * scale)).squareRoot())
    }
}

/// What draws the outline of one piece after another.
private struct StrokePen {
    private let style: StrokeStyle
    private let half: Double
    /// Cosines of the most that a line of an arc turns, and of the most that a piece may lean against its curve.
    private let (cosineOfStep, cosineOfLean): (Double, Double)
    private(set) var segments: [Outline.Segment] = []
    /// Corners so far.
    private(set) var count = 0
    /// Of the piece at hand, along its direction: the sides at +90° and at −90°.
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

    /// Half a width to the side of a direction, which is on the left of `left`.
    private func side(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-direction.y, direction.x) * half }

    /// A line that forgets its curve where that bends too much for it: beyond half a width, its inner side would run backwards.
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
        // Towards +90° the left side is the inner one.
        let sign = cross > 0 ? 1.0 : -1.0
        let (from, to) = (side(a) * sign, side(b) * sign)
        var inner = [place + from, place, place + to]
        // Half of the tangent of the turn is how far from the corner the inner sides meet; each line's other half is for its other end.
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
            // 1/cos² of half the turn, which is the miter's length by the line's width, squared.
            let meets = dot > -0.999_999 && (1 + dot) / 2 * style.miterLimit * style.miterLimit >= 1
            if meets { outer = [place - (from + to) / (1 + dot)] }
        case .bevel: break
        }
        left += cross > 0 ? inner : outer
        right += cross > 0 ? outer : inner
    }

    /// Adds points of an arc between two of its ends, which are not among them; by halving, so that no angle has to be known.
    ///
    /// - Parameter forward: Where its middle is if its ends lie opposite to each other.
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
        // The sides of a square are those of its two caps; a disc has a corner between them.
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
