/// Frames of a Lottie, and the course of a piece's numbers over them.
///
/// Layers begin and end with whole frames: a piece is in all frames that its window holds, so every frame is right, and
/// the times of its keyframes are short numbers that repeat.
struct LottieClock {
    /// Number of frames of a round.
    let frames: Int
    /// Frames that the effect takes; the rest of the round holds its last moment.
    let active: Double
    /// Frames that are kept, from the first on; as many as ``frames`` but for a round that is cut off.
    let kept: Int

    /// Frames between which a layer shows a piece.
    struct Span {
        /// First frame, and the one after the last.
        let start: Int
        let end: Int
        /// Frame at which the loop begins: a piece that goes on from the loop's start began in the round before.
        fileprivate let origin: Double
    }

    /// Frames of a window: one span, or two for a window that goes on from the loop's start; none where it falls
    /// between two frames.
    func spans(of window: Piece.Window) -> [Span] {
        // Births on a frame are in it, whatever their last digits.
        func frame(_ share: Double) -> Int { Int((share * active - 0.02).rounded(.up)) }
        let end = window.end >= 1 ? frames : frame(window.end)
        var spans = [Span(start: frame(window.start), end: min(end, kept), origin: 0)]
        if window.wraps, window.end > 1 {
            spans.append(Span(start: 0, end: min(frame(window.end - 1), kept), origin: -active))
        }
        return spans.filter { $0.start < $0.end }
    }

    /// Share of a window at a frame.
    func share(_ frame: Double, of window: Piece.Window, in span: Span) -> Double {
        ((frame - span.origin) / active - window.start) / (window.end - window.start)
    }

    /// Frames of a span at which its motion is known: those after the effect's last moment are like it.
    func moving(_ span: Span) -> [Double] {
        let last = max(Double(span.start), min(Double(span.end), active + 1e-9))
        var frames = (span.start...max(span.start, Int(last))).map { Double($0) }
        if last - frames[frames.count - 1] > 0.01 { frames.append(last) }
        return frames
    }

    /// Cubics that a channel takes in a span, in frames.
    ///
    /// - Parameter tolerance: Largest difference from channels that are not cubics themselves.
    func curve(_ channel: Channel, window: Piece.Window, span: Span, within tolerance: Double) -> LottieCurve {
        let (first, last) = (Double(span.start), min(Double(span.end), active))
        func share(_ frame: Double) -> Double { self.share(frame, of: window, in: span) }
        switch channel {
        case .constant(let value): return .constant(value)
        case .polynomial(let terms) where terms.count <= 4 && last > first:
            let (from, to) = (share(first), share(last))
            func slope(_ place: Double) -> Double {
                terms.indices.dropFirst().reversed().reduce(0) { $0 * place + terms[$1] * Double($1) } * (to - from) / 3
            }
            let (low, high) = (channel.value(at: from), channel.value(at: to))
            let values = SIMD4(low, low + slope(from), high - slope(to), high)
            return .moving([Channel.Cubic(start: first, end: last, values: values)])
        case .cubics(let cubics) where last > first:
            let width = (window.end - window.start) * active
            let moved = cubics.map { cubic in
                let place = window.start * active + span.origin
                return Channel.Cubic(
                    start: place + cubic.start * width,
                    end: place + cubic.end * width,
                    values: cubic.values
                )
            }
            let inside = moved.filter { $0.end > first + 1e-6 && $0.start < last - 1e-6 }
            if inside.isEmpty { return .constant(channel.value(at: share(first))) }
            return .moving(
                inside.enumerated().map { index, cubic in
                    // The first sample lies a little after the start.
                    let goesBack = index == 0 && cubic.start - first < max(1, cubic.end - cubic.start)
                    return cubic.cut(from: goesBack ? first : max(first, cubic.start), to: min(last, cubic.end))
                }
            )
        default:
            let places = moving(span)
            return fitted(places, places.map { channel.value(at: share($0)) }) { _ in tolerance }
        }
    }

    /// Cubics through values at frames.
    func fitted(_ places: [Double], _ values: [Double], within tolerance: (Int) -> Double) -> LottieCurve {
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        if high - low <= 2 * (values.indices.map(tolerance).min() ?? 0) { return .constant((low + high) / 2) }
        let cubics = CubicFit.cubics(through: values, at: places, within: tolerance)
        return cubics.isEmpty ? .constant(values[0]) : .moving(cubics)
    }
}

/// A number over the frames of a layer.
enum LottieCurve {
    case constant(Double)
    /// Cubics, each from the end of the one before.
    case moving([Channel.Cubic])

    /// The constant; `nil` for anything that moves.
    var constant: Double? { if case .constant(let value) = self { value } else { nil } }

    /// The curve with each value changed by a linear function.
    func mapped(_ change: (Double) -> Double) -> LottieCurve {
        switch self {
        case .constant(let value): .constant(change(value))
        case .moving(let cubics):
            .moving(
                cubics.map { cubic in
                    var cubic = cubic
                    for index in 0..<4 { cubic.values[index] = change(cubic.values[index]) }
                    return cubic
                }
            )
        }
    }

    /// All coefficients: bounds of the curve, which lies between them.
    var range: ClosedRange<Double> {
        switch self {
        case .constant(let value): value...value
        case .moving(let cubics):
            (cubics.map { $0.values.min() }.min() ?? 0)...(cubics.map { $0.values.max() }.max() ?? 0)
        }
    }
}

extension Channel.Cubic {
    /// The part between two points, also beyond the stretch, by de Casteljau's construction.
    func cut(from first: Double, to last: Double) -> Channel.Cubic {
        let width = end - start
        guard width > 0, first != start || last != end else { return self }
        func blossom(_ a: Double, b: Double, c: Double) -> Double {
            func step(_ points: [Double], _ t: Double) -> [Double] {
                zip(points, points.dropFirst()).map { $0 + ($1 - $0) * t }
            }
            return step(step(step([values[0], values[1], values[2], values[3]], a), b), c)[0]
        }
        let (a, b) = ((first - start) / width, (last - start) / width)
        let parts = SIMD4(
            blossom(a, b: a, c: a),
            blossom(a, b: a, c: b),
            blossom(a, b: b, c: b),
            blossom(b, b: b, c: b)
        )
        return Channel.Cubic(start: first, end: last, values: parts)
    }
}
