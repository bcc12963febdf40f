/// A path flattened to lines that keep the directions of the original curves.
struct StrokePath: Sendable {
    /// A line of the flattened path.
    struct Line: Sendable {
        var from: SIMD2<Double>
        var to: SIMD2<Double>
        /// Directions of the curve at both ends, as unit vectors.
        var start: SIMD2<Double>
        var end: SIMD2<Double>
        /// Length, above 0.
        var length: Double
        /// Whether the curve continues at the line's end without a corner.
        var isSmooth = false

        /// The part between two distances from the line's start.
        func part(from low: Double, to high: Double) -> Line {
            if low <= 0, high >= length { return self }
            func direction(_ share: Double) -> SIMD2<Double> {
                let mixed = start + (end - start) * share
                let size = (mixed * mixed).sum().squareRoot()
                return size > 1e-9 ? mixed / size : start
            }
            let (a, b) = (max(0, low) / length, min(length, high) / length)
            return Line(
                from: from + (to - from) * a,
                to: from + (to - from) * b,
                start: direction(a),
                end: direction(b),
                length: length * (b - a),
                isSmooth: isSmooth && b == 1
            )
        }
    }

    /// A connected sequence of lines.
    struct Piece: Sendable {
        var lines: [Line]
        var isClosed = false
        /// Position and direction of a piece without length.
        var dot: (place: SIMD2<Double>, direction: SIMD2<Double>)?

        var length: Double { lines.reduce(0) { $0 + $1.length } }
    }

    private(set) var contours: [Piece] = []

    /// Minimum length of a line.
    static let shortest = 1e-9

    /// - Parameter scale: Resolution in pixels per unit for flattening.
    init(_ outline: Outline, scale: Double) {
        var piece = Piece(lines: [])
        var first = SIMD2<Double>(0, 0)
        var hasSteps = false
        func finish() {
            if piece.lines.isEmpty, hasSteps { piece.dot = (first, SIMD2(1, 0)) }
            if !piece.lines.isEmpty || piece.dot != nil { contours.append(piece) }
            piece = Piece(lines: [])
            hasSteps = false
        }
        outline.forEachSegment(at: scale) { segment, pen, count in
            switch segment {
            case .move(let end):
                finish()
                first = end
            case .line(let end):
                hasSteps = true
                piece.add(from: pen, to: end)
            case .quadratic(let control, let end):
                hasSteps = true
                let (a, b) = (pen + (control - pen) * (2 / 3), end + (control - end) * (2 / 3))
                piece.add(CurvePiece(pen, b: a, c: b, d: end), lines: count)
            case .cubic(let a, let b, let end):
                hasSteps = true
                piece.add(CurvePiece(pen, b: a, c: b, d: end), lines: count)
            case .close:
                hasSteps = true
                piece.add(from: piece.lines.last?.to ?? first, to: first)
                piece.isClosed = !piece.lines.isEmpty
            }
        }
        finish()
    }

    /// Total length of all contours.
    var length: Double { contours.reduce(0) { $0 + $1.length } }
}

extension StrokePath.Piece {
    fileprivate mutating func add(from: SIMD2<Double>, to: SIMD2<Double>) {
        let way = to - from
        let length = (way * way).sum().squareRoot()
        guard length > StrokePath.shortest else { return }
        let direction = way / length
        lines.append(StrokePath.Line(from: from, to: to, start: direction, end: direction, length: length))
    }

    fileprivate mutating func add(_ curve: CurvePiece, lines count: Int) {
        var from = curve.value(at: 0)
        var direction = curve.direction(at: 0)
        for step in 1...count {
            let share = Double(step) / Double(count)
            let to = step == count ? curve.value(at: 1) : curve.value(at: share)
            let next = curve.direction(at: share)
            let way = to.low - from.low
            let length = (way * way).sum().squareRoot()
            guard length > StrokePath.shortest else { continue }
            lines.append(
                StrokePath.Line(
                    from: from.low,
                    to: to.low,
                    start: direction ?? way / length,
                    end: next ?? way / length,
                    length: length,
                    isSmooth: step < count
                )
            )
            (from, direction) = (to, next)
        }
    }
}

extension CurvePiece {
    fileprivate init(_ a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>, d: SIMD2<Double>) {
        func wide(_ point: SIMD2<Double>) -> SIMD4<Double> { SIMD4(point.x, point.y, 0, 0) }
        self.init(from: wide(a), wide(b), wide(c), to: wide(d))
    }

    /// The tangent as a unit vector; `nil` where the curve has none.
    fileprivate func direction(at u: Double) -> SIMD2<Double>? {
        var way = derivative(at: u).low
        let size = (end - start).length + (second - first).length + (first - start).length
        if (way * way).sum().squareRoot() <= 1e-6 * size {
            // If a control point coincides with its end, the next control point gives the direction.
            way = u < 0.5 ? (second - start).low : (end - first).low
            if u > 0, u < 1 { way = .zero }
            if (way * way).sum().squareRoot() <= 1e-6 * size { way = u == 0 || u == 1 ? (end - start).low : .zero }
        }
        let length = (way * way).sum().squareRoot()
        return length > 1e-12 ? way / length : nil
    }
}

extension SIMD4<Double> {
    fileprivate var low: SIMD2<Double> { SIMD2(x, y) }
}

// MARK: - Parts of the path

extension StrokePath {
    /// The parts of the path to draw: between the style's start and end, dashed.
    package func pieces(_ style: StrokeStyle) -> [Piece] {
        guard style.strokeStart < style.strokeEnd else { return [] }
        let whole = length
        let margin = whole * 1e-9
        let (low, high) = (whole * style.strokeStart, whole * style.strokeEnd)
        var pieces: [Piece] = []
        var before = 0.0
        for contour in contours {
            let length = contour.length
            defer { before += length }
            guard length > 0 else {
                if before >= low - margin, before <= high + margin { pieces.append(contour) }
                continue
            }
            let (from, to) = (max(0, low - before), min(length, high - before))
            guard to - from > margin else { continue }
            let isWhole = from <= margin && to >= length - margin
            let part = isWhole ? contour : contour.part(from: from, to: to)
            if style.lineDashPattern.isEmpty { pieces.append(part) } else { pieces += part.dashed(style) }
        }
        return pieces
    }
}

extension StrokePath.Piece {
    /// The open part between two distances from the start.
    fileprivate func part(from low: Double, to high: Double) -> Self {
        var walk = Walk(lines)
        walk.skip(to: low)
        return walk.take(to: high)
    }

    /// The dashes of the piece. In a closed piece, a dash that spans the start is joined to one.
    fileprivate func dashed(_ style: StrokeStyle) -> [Self] {
        let (pattern, period, length) = (style.lineDashPattern, style.period, self.length)
        guard period > 0 else { return [self] }
        let turns = style.lineDashPhase / period
        var phase = (turns - turns.rounded(.down)) * period
        var index = 0
        // A dash of length 0 at the very start counts.
        while phase > 0, phase >= pattern[index % pattern.count] {
            phase -= pattern[index % pattern.count]
            index += 1
        }
        var pieces: [Self] = []
        var walk = Walk(lines)
        var at = -phase
        // Patterns with more dashes are refused when the spec is read.
        while at < length, pieces.count <= Stroker.maximumLines {
            let next = at + pattern[index % pattern.count]
            if index % 2 == 0 {
                if at <= 0, next >= length { return [self] }
                walk.skip(to: max(0, at))
                pieces.append(walk.take(to: min(length, next)))
            }
            (at, index) = (next, index + 1)
        }
        // Joins the dash cut at the end to the dash cut at the start.
        guard isClosed, pieces.count > 1, index % 2 == 1,
            pieces[0].lines.first?.from == lines.first?.from, !pieces[pieces.count - 1].lines.isEmpty
        else { return pieces }
        let last = pieces.removeLast()
        pieces[0].lines = last.lines + pieces[0].lines
        return pieces
    }
}

/// Cursor that traverses lines once, however many parts are taken.
private struct Walk {
    private let lines: [StrokePath.Line]
    private var index = 0
    /// Total length of the lines before the current one.
    private var before = 0.0
    private var place = 0.0

    init(_ lines: [StrokePath.Line]) { self.lines = lines }

    mutating func skip(to distance: Double) {
        place = max(place, distance)
        while index < lines.count - 1, before + lines[index].length <= place {
            before += lines[index].length
            index += 1
        }
    }

    /// Takes the part from the current position to `distance`.
    mutating func take(to distance: Double) -> StrokePath.Piece {
        var piece = StrokePath.Piece(lines: [])
        let start = place
        while index < lines.count {
            let line = lines[index]
            let (low, high) = (place - before, min(line.length, distance - before))
            if high - low > StrokePath.shortest { piece.lines.append(line.part(from: low, to: high)) }
            if distance < before + line.length || index == lines.count - 1 { break }
            before += line.length
            place = before
            index += 1
        }
        if piece.lines.isEmpty {
            let spot = lines[index].part(from: start - before, to: start - before)
            piece.dot = (spot.from, spot.start)
        }
        place = max(place, distance)
        return piece
    }
}
