#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The transform of a piece in one span: that of its layer, and one inside of it for what turns in space.
///
/// Players draw nothing in space alike. A plane seen from the front is a turn, a squeeze and another turn: the singular
/// values and directions of its matrix, followed from frame to frame.
struct LottieMotion {
    /// Members of the layer's transform.
    private(set) var outer: [String] = []
    /// Members of the transform inside; empty for none.
    private(set) var inner: [String] = []
    /// Frames from which a plane shows its front or its back; empty if it has no sides.
    private(set) var facing: [(frame: Int, isFront: Bool)] = []

    private let piece: Piece
    private let clock: LottieClock
    private let span: LottieClock.Span
    /// Largest distance of the sprite's points from its center, in sprite units.
    private let reach: Double
    private let tolerance: Double
    /// Whether the sprite is a circle, which looks the same however it is turned before it is squeezed.
    private let isRound: Bool

    /// - Parameters:
    ///   - reach: Largest distance of the sprite's points from its center, in sprite units.
    ///   - isRound: Whether the sprite is a circle.
    ///   - tolerance: Largest distance in pixels that a fit may miss by.
    init(
        _ piece: Piece,
        clock: LottieClock,
        span: LottieClock.Span,
        reach: Double,
        isRound: Bool,
        tolerance: Double
    ) {
        (self.piece, self.clock, self.span, self.isRound) = (piece, clock, span, isRound)
        (self.reach, self.tolerance) = (max(reach, 0.1), tolerance)
        addPosition()
        switch piece.orientation {
        case .flat(let rotation, let scale): addFlat(rotation, scale)
        case .space(let axis, let angle, let scale):
            addMatrices { share in
                let (turn, size) = (angle.value(at: share), scale.value(at: share))
                let (cosine, sine) = (cos(turn), sin(turn))
                let rest = 1 - cosine
                return (
                    SIMD2(cosine + axis.x * axis.x * rest, axis.z * sine + axis.x * axis.y * rest) * size,
                    SIMD2(axis.x * axis.y * rest - axis.z * sine, cosine + axis.y * axis.y * rest) * size
                )
            }
            addFacing(axis, angle)
        case .matrix(let right, let down):
            addMatrices { share in
                (
                    SIMD2(right.x.value(at: share), right.y.value(at: share)),
                    SIMD2(down.x.value(at: share), down.y.value(at: share))
                )
            }
        }
        addOpacity()
    }

    private func curve(_ channel: Channel, within tolerance: Double) -> LottieCurve {
        clock.curve(channel, window: piece.window, span: span, within: tolerance)
    }

    private mutating func addPosition() {
        let (x, y) = (curve(piece.x, within: tolerance), curve(piece.y, within: tolerance))
        if let x = x.constant, let y = y.constant {
            if x != 0 || y != 0 {
                outer.append("\"p\":" + LottieProperty.still(LottieProperty.list([x, y], digits: 1)))
            }
        } else if let line = LottieProperty.line(x, y, digits: 1) {
            outer.append("\"p\":" + line)
        } else {
            let texts = [x, y].map { LottieProperty.scalar($0, digits: 1) }
            outer.append("\"p\":{\"s\":true,\"x\":\(texts[0]),\"y\":\(texts[1])}")
        }
    }

    private mutating func addOpacity() {
        var alpha = curve(piece.alpha, within: 0.004)
        if case .moving = alpha, alpha.range.lowerBound < 0 || alpha.range.upperBound > 1 {
            // Players take what lies outside for something else.
            let places = clock.moving(span)
            let values = places.map {
                max(0, min(1, piece.alpha.value(at: clock.share($0, of: piece.window, in: span))))
            }
            alpha = clock.fitted(places, values) { _ in 0.004 }
        }
        let percent = alpha.mapped { max(0, min(1, $0)) * 100 }
        let text = LottieProperty.scalar(percent, digits: percent.constant == nil ? 0 : 1)
        if text != LottieProperty.still("100") { outer.append("\"o\":" + text) }
    }

    // MARK: Orientation

    /// Decimals of degrees, and of percents of the size.
    private func digits(ofTurn radius: Double) -> Int { SVGNumber.digits(for: 0.08 / max(radius, 0.5) * 180 / .pi) }
    private var scaleDigits: Int { SVGNumber.digits(for: 8 / reach) }

    private mutating func addFlat(_ rotation: Channel, _ scale: (x: Channel, y: Channel)) {
        let (x, y) = (
            curve(scale.x, within: tolerance / reach).mapped { $0 * 100 },
            curve(scale.y, within: tolerance / reach).mapped { $0 * 100 }
        )
        let most = max(
            abs(x.range.lowerBound),
            abs(x.range.upperBound),
            abs(y.range.lowerBound),
            abs(y.range.upperBound)
        )
        let radius = reach * most / 100
        let turn = curve(rotation, within: tolerance / max(radius, 0.5)).mapped { $0 * 180 / .pi }
        add("r", turn, digits: digits(ofTurn: radius), to: \.outer)
        let digits = scaleDigits
        let text: String
        if scale.x == scale.y {
            text = LottieProperty.vector(x, digits: digits) { [$0, $0] }
        } else if let x = x.constant {
            text = LottieProperty.vector(y, digits: digits) { [x, $0] }
        } else if let y = y.constant {
            text = LottieProperty.vector(x, digits: digits) { [$0, y] }
        } else {
            let points = clock.moving(span).map { frame in
                let share = clock.share(frame, of: piece.window, in: span)
                return (frame, [scale.x.value(at: share) * 100, scale.y.value(at: share) * 100])
            }
            text = LottieProperty.lines(LineFit.kept(points, within: 100 * tolerance / reach), digits: digits)
        }
        if text != LottieProperty.still("[100,100]") { outer.append("\"s\":" + text) }
    }

    private mutating func add(
        _ name: String,
        _ curve: LottieCurve,
        digits: Int,
        to members: WritableKeyPath<LottieMotion, [String]>
    ) {
        let text = LottieProperty.scalar(curve, digits: digits)
        if text != LottieProperty.still("0") { self[keyPath: members].append("\"\(name)\":\(text)") }
    }

    /// Adds a matrix as a turn, a squeeze and a turn.
    ///
    /// - Parameter columns: Steps right and down at a share of the window.
    private mutating func addMatrices(_ columns: (Double) -> (right: SIMD2<Double>, down: SIMD2<Double>)) {
        // Errors of turns and squeeze add up.
        let tolerance = tolerance / 2
        let places = clock.moving(span)
        var track = SingularTrack()
        for frame in places { track.append(columns(clock.share(frame, of: piece.window, in: span))) }
        func angle(_ values: [Double], _ weight: [Double]) -> LottieCurve {
            clock.fitted(places, values) { tolerance / (reach * max(weight[$0], 1e-4)) }
        }
        let (sum, difference) = (angle(track.sums, track.means), angle(track.differences, track.spreads))
        let turns: (outer: LottieCurve, inner: LottieCurve)
        if let difference = difference.constant {
            turns = (sum.mapped { ($0 + difference) / 2 }, sum.mapped { ($0 - difference) / 2 })
        } else if let sum = sum.constant {
            turns = (difference.mapped { (sum + $0) / 2 }, difference.mapped { (sum - $0) / 2 })
        } else {
            let weight = places.indices.map { track.means[$0] + track.spreads[$0] }
            turns = (
                angle(places.indices.map { (track.sums[$0] + track.differences[$0]) / 2 }, weight),
                angle(places.indices.map { (track.sums[$0] - track.differences[$0]) / 2 }, weight)
            )
        }
        let size = clock.fitted(places, places.indices.map { track.means[$0] + track.spreads[$0] }) { _ in
            tolerance / reach
        }
        let least = size.constant.map { max($0, 1e-6) }
        // The squeeze by itself: the size goes inside, where it commutes with the turn.
        var ratio = 1.0
        let ratios = places.indices.map { index in
            let whole = least ?? track.means[index] + track.spreads[index]
            if whole > 1e-3 { ratio = (track.means[index] - track.spreads[index]) / whole }
            return ratio
        }
        let squeeze = clock.fitted(places, ratios) { index in
            tolerance / (reach * max(least ?? track.means[index] + track.spreads[index], 1e-3))
        }
        let radius = reach * (places.indices.map { track.means[$0] + track.spreads[$0] }.max() ?? 1)
        let fine = digits(ofTurn: radius)
        add("r", turns.outer.mapped { $0 * 180 / .pi }, digits: fine, to: \.outer)
        let whole = (size.constant ?? 1) * 100
        let scale = LottieProperty.vector(squeeze.mapped { $0 * whole }, digits: scaleDigits) { [whole, $0] }
        outer.append("\"s\":" + scale)
        if !isRound { add("r", turns.inner.mapped { $0 * 180 / .pi }, digits: fine, to: \.inner) }
        if size.constant == nil {
            inner.append("\"s\":" + LottieProperty.vector(size.mapped { $0 * 100 }, digits: scaleDigits) { [$0, $0] })
        }
    }

    private mutating func addFacing(_ axis: SIMD3<Double>, _ angle: Channel) {
        guard case .sides = piece.paint else { return }
        let level = axis.z * axis.z
        for frame in span.start..<span.end {
            let place = min(Double(frame), clock.active)
            let turn = angle.value(at: clock.share(place, of: piece.window, in: span))
            let isFront = level + (1 - level) * cos(turn) > 0
            if facing.last?.isFront != isFront { facing.append((frame, isFront)) }
        }
    }
}

/// Singular values and directions of matrices, each continued from the one before.
private struct SingularTrack {
    /// Half of the sum, and half of the difference, of the two singular values.
    private(set) var means: [Double] = []
    private(set) var spreads: [Double] = []
    /// Sum and difference of the two turns.
    private(set) var sums: [Double] = []
    private(set) var differences: [Double] = []

    mutating func append(_ columns: (right: SIMD2<Double>, down: SIMD2<Double>)) {
        let (right, down) = columns
        let even = SIMD2((right.x + down.y) / 2, (right.y - down.x) / 2)
        let odd = SIMD2((right.x - down.y) / 2, (right.y + down.x) / 2)
        Self.append(even, lengths: &means, angles: &sums)
        Self.append(odd, lengths: &spreads, angles: &differences)
    }

    /// Appends a vector as a length and an angle near the last one.
    private static func append(_ vector: SIMD2<Double>, lengths: inout [Double], angles: inout [Double]) {
        var angle = atan2(vector.y, vector.x)
        if let last = angles.last {
            // A vector of no length has any angle.
            angle = vector.length < 1e-9 ? last : angle - ((angle - last) / (2 * .pi)).rounded() * 2 * .pi
        }
        lengths.append(vector.length)
        angles.append(angle)
    }
}

/// Straight lines through points of several numbers.
enum LineFit {
    /// Points between which straight lines stay within the tolerance of all others.
    static func kept(
        _ points: [(frame: Double, values: [Double])],
        within tolerance: Double
    ) -> [(frame: Double, values: [Double])] {
        guard points.count > 1 else { return points }
        func isNear(_ first: Int, _ last: Int) -> Bool {
            let (from, to) = (points[first], points[last])
            return (first..<last).allSatisfy { index in
                let share = (points[index].frame - from.frame) / (to.frame - from.frame)
                return from.values.indices.allSatisfy { part in
                    let line = from.values[part] + (to.values[part] - from.values[part]) * share
                    return abs(line - points[index].values[part]) <= tolerance
                }
            }
        }
        if points.allSatisfy({ point in zip(point.values, points[0].values).allSatisfy { abs($0 - $1) <= tolerance } })
        {
            return [points[0]]
        }
        var kept = [points[0]]
        var start = 0
        while start < points.count - 1 {
            start = Stretch.end(from: start + 1, through: points.count - 1, step: 1) { isNear(start, $0) }
            kept.append(points[start])
        }
        return kept
    }
}
