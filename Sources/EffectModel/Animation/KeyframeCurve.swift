#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keyframes prepared for evaluation: maps the animation's progress to a value.
///
/// All calculation modes reduce to one form: pieces, and the key times at which they start and end. Discrete values
/// become constant pieces; paced pieces share the time in proportion to their length.
///
/// - Source: CAKeyframeAnimation.
struct KeyframeCurve: Sendable {
    /// Pieces of the curve; at least one.
    private let pieces: [CurvePiece]
    /// Ascending key times, one more than pieces.
    private let times: [Double]
    /// Easing of each piece, or empty.
    private let easings: [TimingFunction]
    private let pace: Pace?
    /// Direction of each piece in radians, used where the tangent vanishes; empty without a rotation mode.
    private let headings: [Double]

    /// Creates the curve from validated keyframes, which have a value or a path.
    init(_ keyframes: Keyframes) {
        let values = keyframes.values
        let course = keyframes.path?.pieces ?? []
        switch keyframes.calculationMode {
        case .discrete:
            let keys = course.isEmpty ? values : [course[0].start] + course.map(\.end)
            pieces = keys.map { CurvePiece(from: $0, to: $0) }
        case .linear, .paced: pieces = course.isEmpty ? Self.lines(values) : course
        case .cubic, .cubicPaced:
            let times = keyframes.calculationMode == .cubic ? keyframes.keyTimes : []
            pieces = values.count == 1 ? Self.lines(values) : keyframes.spline(through: values, at: times)
        }
        let keyTimes = keyframes.keyTimes
        // A single value makes one constant piece, which needs a second key time.
        times = keyTimes.count > pieces.count ? keyTimes : keyTimes + [keyTimes.last ?? 0]
        let isPaced = keyframes.calculationMode == .paced || keyframes.calculationMode == .cubicPaced
        easings = isPaced || keyframes.timingFunctions.count != pieces.count ? [] : keyframes.timingFunctions
        pace = isPaced ? Pace(pieces) : nil
        let turns = keyframes.calculationMode == .discrete ? course + course.suffix(1) : pieces
        headings = keyframes.rotationMode == nil ? [] : Self.headings(turns)
    }

    /// Creates a line between two values.
    init(_ ends: (SIMD4<Double>, SIMD4<Double>)) {
        (pieces, times, easings, pace, headings) = ([CurvePiece(from: ends.0, to: ends.1)], [0, 1], [], nil, [])
    }

    private static func lines(_ values: [SIMD4<Double>]) -> [CurvePiece] {
        if values.count == 1 { return [CurvePiece(from: values[0], to: values[0])] }
        return zip(values, values.dropFirst()).map { CurvePiece(from: $0, to: $1) }
    }

    // MARK: Values

    func value(at progress: Double) -> SIMD4<Double> {
        let (piece, u) = place(at: progress)
        return pieces[piece].value(at: u)
    }

    /// Direction of the curve in radians; 0 if the curve never moves or ``Keyframes/rotationMode`` is `nil`.
    func heading(at progress: Double) -> Double {
        guard !headings.isEmpty else { return 0 }
        let (index, u) = place(at: progress)
        let piece = pieces[index]
        let tangent = piece.derivative(at: u)
        if tangent.length > 1e-6 { return atan2(tangent.y, tangent.x) }
        // The tangent vanishes where a control point coincides with its end; a finite difference still gives a
        // direction.
        let step = piece.value(at: min(1, u + 1e-3)) - piece.value(at: max(0, u - 1e-3))
        return step.length > 1e-9 ? atan2(step.y, step.x) : headings[index]
    }

    /// The piece at `progress`, and the parameter within the piece.
    private func place(at progress: Double) -> (piece: Int, u: Double) {
        if let pace { return pace.place(at: progress) }
        if progress < 0 || progress > 1 { return placeBeyond(progress) }
        guard progress < times[times.count - 1] else { return (pieces.count - 1, 1) }
        // Binary search for the first key time after `progress`.
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] > progress { high = middle } else { low = middle + 1 }
        }
        guard low > 0 else { return (0, 0) }
        let part = (progress - times[low - 1]) / (times[low] - times[low - 1])
        return (low - 1, easings.isEmpty ? part : easings[low - 1].progress(at: part))
    }

    /// Position outside 0...1, where an overshooting easing leads: a line is extrapolated; a curve, or an eased piece,
    /// is clamped to its end.
    private func placeBeyond(_ progress: Double) -> (piece: Int, u: Double) {
        let piece = progress < 0 ? 0 : pieces.count - 1
        let (start, length) = (times[piece], times[piece + 1] - times[piece])
        let end = progress < 0 ? 0.0 : 1.0
        // Keys that do not reach the end hold their value. Keys closer than `shortestWay` mean a jump, which is not
        // extrapolated.
        let isReached = progress < 0 ? start == 0 : times[piece + 1] == 1
        guard isReached, length >= Self.shortestWay, pieces[piece].isLine, easings.isEmpty else { return (piece, end) }
        // An easing cannot overshoot its control points, which bounds the extrapolation.
        return (piece, min(11, max(-10, (progress - start) / length)))
    }

    /// Minimum key interval, as a fraction of the duration, for a piece to be extrapolated.
    private static let shortestWay = 0.02

    private static func headings(_ pieces: [CurvePiece]) -> [Double] {
        var headings = pieces.map { piece -> Double? in
            let chord = piece.end - piece.start
            return chord.length > 1e-9 ? atan2(chord.y, chord.x) : nil
        }
        // A stationary piece keeps the direction of the piece before, or else takes the first direction of the curve.
        for index in headings.indices.dropFirst() where headings[index] == nil { headings[index] = headings[index - 1] }
        let first = headings.compactMap(\.self).first ?? 0
        return headings.map { $0 ?? first }
    }

    // MARK: Properties of the curve

    /// The progress values at which pieces meet. The value is smooth between them.
    var keys: [Double] { pace?.keys ?? times }

    /// Whether the value is linear between keys.
    var isStraight: Bool {
        pieces.allSatisfy(\.isLine) && easings.allSatisfy(\.isLinear)
    }

    /// Whether each component is monotonic between keys.
    var isCalm: Bool { pieces.allSatisfy(\.isLine) && easings.allSatisfy(\.rises) }

    /// Number of easings evaluated per sample.
    var easingCount: Int { easings.allSatisfy(\.isLinear) ? 0 : 1 }

    /// Bounding box of all values for progress in `range`, which must contain 0...1.
    func extent(for range: ClosedRange<Double>) -> ValueRange {
        var boxes = pieces.enumerated().map { index, piece in
            piece.extent(for: easings.isEmpty ? 0...1 : easings[index].reach)
        }
        boxes += [range.lowerBound, range.upperBound].map { ValueRange([value(at: $0)]) }
        return boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    }
}

/// Distributes time among pieces in proportion to their length.
private struct Pace: Sendable {
    /// Number of parts per piece with a known length.
    private let parts: Int
    private let pieceCount: Int
    /// Accumulated length at the start of each part, then the total.
    private let marks: [Double]

    init(_ pieces: [CurvePiece]) {
        parts = pieces.allSatisfy(\.isLine) ? 1 : 32
        pieceCount = pieces.count
        var marks = [0.0]
        for piece in pieces {
            for part in 0..<parts {
                let (from, to) = (Double(part) / Double(parts), Double(part + 1) / Double(parts))
                marks.append(marks[marks.count - 1] + piece.length(from: from, to: to))
            }
        }
        self.marks = marks
    }

    private var total: Double { marks[marks.count - 1] }

    var keys: [Double] {
        total > 0 ? stride(from: 0, to: marks.count, by: parts).map { marks[$0] / total } : [0, 1]
    }

    func place(at progress: Double) -> (piece: Int, u: Double) {
        guard total > 0, progress > 0 else { return (0, 0) }
        let wanted = progress * total
        guard progress < 1, wanted < total else { return (pieceCount - 1, 1) }
        // Binary search for the first mark beyond the wanted length.
        var low = 1
        var high = marks.count - 1
        while low < high {
            let middle = (low + high) / 2
            if marks[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        let part = low - 1
        let u = (Double(part % parts) + (wanted - marks[part]) / (marks[low] - marks[part])) / Double(parts)
        return (part / parts, u)
    }
}

extension Keyframes {
    /// Kochanek–Bartels spline; with zero tension, continuity and bias, a Catmull–Rom spline.
    ///
    /// At either end, the missing neighbor is the mirror image of the existing one. Tangents are scaled where keys are
    /// unevenly spaced in time.
    ///
    /// - Parameter times: Key times, or empty for even spacing.
    /// - Source: Kochanek, Bartels: "Interpolating splines with local tension, continuity, and bias control", 1984.
    func spline(through values: [SIMD4<Double>], at times: [Double]) -> [CurvePiece] {
        func parameter(_ list: [Double], _ index: Int) -> Double { list.isEmpty ? 0 : list[index] }
        func tangents(at index: Int) -> (incoming: SIMD4<Double>, outgoing: SIMD4<Double>) {
            let after = index + 1 < values.count ? values[index + 1] - values[index] : values[index] - values[index - 1]
            let before = index > 0 ? values[index] - values[index - 1] : after
            let tight = (1 - parameter(tensionValues, index)) / 2
            let c = parameter(continuityValues, index)
            let b = parameter(biasValues, index)
            var incoming = before * (tight * (1 - c) * (1 + b)) + after * (tight * (1 + c) * (1 - b))
            var outgoing = before * (tight * (1 + c) * (1 + b)) + after * (tight * (1 - c) * (1 - b))
            if !times.isEmpty, index > 0, index + 1 < values.count, times[index + 1] > times[index - 1] {
                let span = times[index + 1] - times[index - 1]
                incoming *= 2 * (times[index] - times[index - 1]) / span
                outgoing *= 2 * (times[index + 1] - times[index]) / span
            }
            return (incoming, outgoing)
        }
        let slopes = values.indices.map(tangents)
        return values.indices.dropLast().map { index in
            CurvePiece(
                from: values[index],
                values[index] + slopes[index].outgoing / 3,
                values[index + 1] - slopes[index + 1].incoming / 3,
                to: values[index + 1]
            )
        }
    }
}

extension SVGPath {
    /// Lines and curves of the path. A move contributes no piece: the next piece starts at the new point.
    package var pieces: [CurvePiece] {
        var pieces: [CurvePiece] = []
        var pen = SIMD4<Double>(0, 0, 0, 0)
        var start = pen
        func wide(_ point: SIMD2<Double>) -> SIMD4<Double> { SIMD4(point.x, point.y, 0, 0) }
        for segment in outline.segments {
            switch segment {
            case .move(let end):
                pen = wide(end)
                start = pen
                continue
            case .line(let end): pieces.append(CurvePiece(from: pen, to: wide(end)))
            case .quadratic(let control, let end):
                // Degree elevation: the cubic is the same curve with the same parameter.
                let (control, end) = (wide(control), wide(end))
                pieces.append(
                    CurvePiece(from: pen, pen + (control - pen) * 2 / 3, end + (control - end) * 2 / 3, to: end)
                )
            case .cubic(let a, let b, let end): pieces.append(CurvePiece(from: pen, wide(a), wide(b), to: wide(end)))
            case .close:
                // The contour is already closed.
                if pen == start { continue }
                pieces.append(CurvePiece(from: pen, to: start))
            }
            pen = pieces[pieces.count - 1].end
        }
        return pieces
    }
}

extension TimingFunction {
    var isLinear: Bool { self == TimingFunction(.linear) }

    /// Whether progress never decreases. Control points with y in 0...1 are sufficient.
    var rises: Bool { (0...1).contains(c1.y) && (0...1).contains(c2.y) }

    /// Bounds of the progress: the hull of the control points.
    package var reach: ClosedRange<Double> { min(0, c1.y, c2.y)...max(1, c1.y, c2.y) }
}
