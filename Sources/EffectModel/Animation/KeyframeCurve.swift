import Glibc

/// Keyframes made ready: the value for each progress of the animation.
///
/// All calculation modes come down to one form: pieces, and the key times between which each is run through. Discrete
/// values are pieces that stand still; paced ones share the time by their length.
///
/// - Source: CAKeyframeAnimation.
struct KeyframeCurve: Sendable {
    /// At least one.
    private let pieces: [CurvePiece]
    /// Ascending, one more than pieces.
    private let times: [Double]
    /// One for each piece, or none.
    private let easings: [TimingFunction]
    private let pace: Pace?
    /// For each piece the direction where it has none itself.
    private let headings: [Double]

    /// Of checked keyframes, which have a value or a path.
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
        // The only piece of a single value stands still.
        times = keyTimes.count > pieces.count ? keyTimes : keyTimes + [keyTimes.last ?? 0]
        let isPaced = keyframes.calculationMode == .paced || keyframes.calculationMode == .cubicPaced
        easings = isPaced || keyframes.timingFunctions.count != pieces.count ? [] : keyframes.timingFunctions
        pace = isPaced ? Pace(pieces) : nil
        let turns = keyframes.calculationMode == .discrete ? course + course.suffix(1) : pieces
        headings = keyframes.rotationMode == nil ? [] : Self.headings(turns)
    }

    /// Between two values, straight.
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

    /// Where the curve heads, in radians; 0 if it never leaves its place, or where nobody asks (``Keyframes/rotationMode``).
    func heading(at progress: Double) -> Double {
        guard !headings.isEmpty else { return 0 }
        let (index, u) = place(at: progress)
        let piece = pieces[index]
        let tangent = piece.derivative(at: u)
        if tangent.length > 1e-6 { return atan2(tangent.y, tangent.x) }
        // A control point that lies on its end: the way is still told a little further.
        let step = piece.value(at: min(1, u + 1e-3)) - piece.value(at: max(0, u - 1e-3))
        return step.length > 1e-9 ? atan2(step.y, step.x) : headings[index]
    }

    /// The piece that is run through at `progress`, and how far.
    private func place(at progress: Double) -> (piece: Int, u: Double) {
        if let pace { return pace.place(at: progress) }
        if progress < 0 || progress > 1 { return placeBeyond(progress) }
        guard progress < times[times.count - 1] else { return (pieces.count - 1, 1) }
        // The first key time that is later.
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

    /// Where an easing that overshoots leads: straight on. A curve, and what is eased by itself, stay at their end.
    private func placeBeyond(_ progress: Double) -> (piece: Int, u: Double) {
        let piece = progress < 0 ? 0 : pieces.count - 1
        let (start, length) = (times[piece], times[piece + 1] - times[piece])
        let end = progress < 0 ? 0.0 : 1.0
        // Keys that do not reach the end hold what they have; and from two so close that they mean a jump, no way leads on.
        let isReached = progress < 0 ? start == 0 : times[piece + 1] == 1
        guard isReached, length >= Self.shortestWay, pieces[piece].isLine, easings.isEmpty else { return (piece, end) }
        // An easing goes no farther than its control points.
        return (piece, min(11, max(-10, (progress - start) / length)))
    }

    /// Of the whole time, how far apart the keys of a piece must be to say where it leads.
    private static let shortestWay = 0.02

    private static func headings(_ pieces: [CurvePiece]) -> [Double] {
        var headings = pieces.map { piece -> Double? in
            let chord = piece.end - piece.start
            return chord.length > 1e-9 ? atan2(chord.y, chord.x) : nil
        }
        // What stands still looks where it came from, or else where it will go.
        for index in headings.indices.dropFirst() where headings[index] == nil { headings[index] = headings[index - 1] }
        let first = headings.compactMap(\.self).first ?? 0
        return headings.map { $0 ?? first }
    }

    // MARK: What is known of it

    /// The progress at which pieces meet: between them the value is smooth.
    var keys: [Double] { pace?.keys ?? times }

    /// Whether it runs straight between its keys.
    var isStraight: Bool {
        pieces.allSatisfy(\.isLine) && easings.allSatisfy(\.isLinear)
    }

    /// Whether each component runs one way only between two keys.
    var isCalm: Bool { pieces.allSatisfy(\.isLine) && easings.allSatisfy(\.rises) }

    /// How many of its easings are worked out for one value.
    var easingCount: Int { easings.allSatisfy(\.isLinear) ? 0 : 1 }

    /// A box around all values, for progress in `range`, which holds 0...1.
    func extent(for range: ClosedRange<Double>) -> ValueRange {
        var boxes = pieces.enumerated().map { index, piece in
            piece.extent(for: easings.isEmpty ? 0...1 : easings[index].reach)
        }
        boxes += [range.lowerBound, range.upperBound].map { ValueRange([value(at: $0)]) }
        return boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
    }
}

/// Shares the time among pieces by their length.
private struct Pace: Sendable {
    /// Parts of each piece whose length is known.
    private let parts: Int
    private let pieceCount: Int
    /// Length up to the beginning of each part, and of all.
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
        // The first mark beyond it; the one before is not.
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
    /// A Kochanek–Bartels spline; with no tension, continuity or bias that is Catmull and Rom's.
    ///
    /// At the ends the neighbour that is missing is the mirror image of the other one. Where keys are not evenly spaced
    /// in time, tangents are stretched accordingly.
    ///
    /// - Parameter times: Key times, or none for even spacing.
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
    /// Its lines and curves as a way to go along; a move is a jump from one to the next.
    var pieces: [CurvePiece] {
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
                // The same curve with the same parameter, one degree higher.
                let (control, end) = (wide(control), wide(end))
                pieces.append(
                    CurvePiece(from: pen, pen + (control - pen) * 2 / 3, end + (control - end) * 2 / 3, to: end)
                )
            case .cubic(let a, let b, let end): pieces.append(CurvePiece(from: pen, wide(a), wide(b), to: wide(end)))
            case .close:
                // Nothing to do where the contour has come back already.
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

    /// Whether it never turns back, which control points within 0...1 are enough for.
    var rises: Bool { (0...1).contains(c1.y) && (0...1).contains(c2.y) }

    /// What its progress stays within: its control points' hull.
    var reach: ClosedRange<Double> { min(0, c1.y, c2.y)...max(1, c1.y, c2.y) }
}
