#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Texts of numbers and properties, still or with keyframes.
///
/// A keyframe's easing is a cubic in time: with its handles at a third and two thirds, the coefficients of a cubic say
/// where they are, and the motion is exact.
enum LottieProperty {
    /// Text of a number rounded to `digits` decimals, as JSON allows it: `-0.5`, `12`.
    static func number(_ value: Double, digits: Int) -> String {
        let text = SVGNumber.text(value, digits: digits)
        if text.hasPrefix(".") { return "0" + text }
        return text.hasPrefix("-.") ? "-0" + text.dropFirst() : text
    }

    /// Text of numbers in brackets.
    static func list(_ values: [Double], digits: Int) -> String {
        "[\(values.map { number($0, digits: digits) }.joined(separator: ","))]"
    }

    /// A property that stands still.
    static func still(_ value: String) -> String { "{\"a\":0,\"k\":\(value)}" }

    /// A property of one number.
    static func scalar(_ curve: LottieCurve, digits: Int) -> String {
        switch keyed(curve, digits: digits) {
        case .constant(let value): still(number(value, digits: digits))
        case .moving(let cubics): keyframes(cubics, digits: digits) { "[\(number($0, digits: digits))]" }
        }
    }

    /// A property of several numbers that all follow one curve.
    static func vector(_ curve: LottieCurve, digits: Int, _ values: (Double) -> [Double]) -> String {
        switch keyed(curve, digits: digits) {
        case .constant(let value): still(list(values(value), digits: digits))
        case .moving(let cubics): keyframes(cubics, digits: digits) { list(values($0), digits: digits) }
        }
    }

    /// A property of two numbers that both move in one straight line; `nil` for other motions.
    static func line(_ x: LottieCurve, _ y: LottieCurve, digits: Int) -> String? {
        func ends(_ curve: LottieCurve) -> (start: Double, end: Double, low: Double, high: Double)? {
            guard case .moving(let cubics) = curve, cubics.count == 1, isLine(cubics[0], digits: digits) else {
                return nil
            }
            return (cubics[0].start, cubics[0].end, cubics[0].values[0], cubics[0].values[3])
        }
        guard let time = ends(x) ?? ends(y) else { return nil }
        let (across, along) = (ends(x), ends(y))
        guard across != nil || x.constant != nil, along != nil || y.constant != nil else { return nil }
        if let across, let along, across.start != along.start || across.end != along.end { return nil }
        let from = [across?.low ?? x.constant ?? 0, along?.low ?? y.constant ?? 0]
        let to = [across?.high ?? x.constant ?? 0, along?.high ?? y.constant ?? 0]
        return lines([(time.start, from), (time.end, to)], digits: digits)
    }

    /// A property that moves in straight lines between points.
    static func lines(_ points: [(frame: Double, values: [Double])], digits: Int) -> String {
        var points = points
        // Of points at one time as written, the last one counts: the motion goes on from it.
        for index in points.indices.dropLast().reversed() {
            if time(points[index].frame) == time(points[index + 1].frame) { points.remove(at: index) }
        }
        guard points.count > 1 else { return still(list(points.first?.values ?? [], digits: digits)) }
        let keys = points.enumerated().map { index, point in
            let start = "{\"t\":\(time(point.frame)),\"s\":\(list(point.values, digits: digits))"
            return start + (index < points.count - 1 ? linear : "") + "}"
        }
        return "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"
    }

    /// A property that jumps from value to value.
    static func steps(_ points: [(frame: Int, values: [Double])], digits: Int) -> String {
        guard points.count > 1 else { return still(list(points.first?.values ?? [], digits: digits)) }
        let keys = points.map { "{\"t\":\($0.frame),\"s\":\(list($0.values, digits: digits)),\"h\":1}" }
        return "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"
    }

    /// Text of a keyframe's time, in frames.
    private static func time(_ frame: Double) -> String { number(frame, digits: 2) }

    private static let linear = ",\"o\":{\"x\":0,\"y\":0},\"i\":{\"x\":1,\"y\":1}"

    // MARK: Cubics as keyframes

    /// The curve in cubics that an easing can say; a constant if it stays within the last decimal.
    private static func keyed(_ curve: LottieCurve, digits: Int) -> LottieCurve {
        guard case .moving(let cubics) = curve else { return curve }
        let range = curve.range
        if range.upperBound - range.lowerBound <= unit(digits) {
            return .constant((range.lowerBound + range.upperBound) / 2)
        }
        // Players disagree on which of two keyframes at one time counts, and cubics that short can't be seen.
        let shown = cubics.flatMap { parts(of: $0, digits: digits, depth: 0) }.filter { time($0.start) != time($0.end) }
        return shown.isEmpty ? .constant(cubics[cubics.count - 1].values[3]) : .moving(shown)
    }

    /// Half of the last decimal.
    private static func unit(_ digits: Int) -> Double { 0.5 / [1, 10, 100, 1e3, 1e4, 1e5, 1e6][digits] }

    /// Parts of a cubic between which it turns back. Their easings stay in the unit square, where the players agree:
    /// some cache easings under names that hold only two short decimals of each handle.
    private static func parts(of cubic: Channel.Cubic, digits: Int, depth: Int) -> [Channel.Cubic] {
        let values = cubic.values
        let step = values[3] - values[0]
        let reach = max(abs(values[1] - values[0]), abs(values[2] - values[3]))
        guard depth < 4, reach > unit(digits) else { return [cubic] }
        let handles = [(values[1] - values[0]) / step, (values[2] - values[0]) / step]
        if handles.allSatisfy({ $0 > -0.005 && $0 < 1.005 }) { return [cubic] }
        // Where it turns: the roots of the derivative.
        let (a, b, c) = (values[1] - values[0], values[2] - values[1], values[3] - values[2])
        let (square, half) = (a - 2 * b + c, b - a)
        var turns: [Double] = []
        if abs(square) > 1e-12 {
            let inner = half * half - square * a
            if inner >= 0 { turns = [(-half - inner.squareRoot()) / square, (-half + inner.squareRoot()) / square] }
        } else if abs(half) > 1e-12 {
            turns = [-a / (2 * half)]
        }
        let inside = turns.filter { $0 > 0.005 && $0 < 0.995 }.min { abs($0 - 0.5) < abs($1 - 0.5) }
        guard let place = inside ?? (reach > 4 * abs(step) ? 0.5 : nil) else { return [cubic] }
        let middle = cubic.start + (cubic.end - cubic.start) * place
        return [cubic.cut(from: cubic.start, to: middle), cubic.cut(from: middle, to: cubic.end)]
            .flatMap { parts(of: $0, digits: digits, depth: depth + 1) }
    }

    private static func isLine(_ cubic: Channel.Cubic, digits: Int) -> Bool {
        let values = cubic.values
        let third = (values[3] - values[0]) / 3
        let miss = max(abs(values[1] - values[0] - third), abs(values[3] - third - values[2]))
        return miss <= unit(digits)
    }

    private static func keyframes(_ cubics: [Channel.Cubic], digits: Int, _ text: (Double) -> String) -> String {
        var keys = cubics.map { cubic in
            let step = cubic.values[3] - cubic.values[0]
            let start = "{\"t\":\(time(cubic.start)),\"s\":\(text(cubic.values[0]))"
            if isLine(cubic, digits: digits) || abs(step) < 1e-9 { return start + linear + "}" }
            // A handle moves the middle by less than half of what it moves itself.
            let fine = max(2, min(4, SVGNumber.digits(for: 2 * unit(digits) / abs(step))))
            let (one, two) = ((cubic.values[1] - cubic.values[0]) / step, (cubic.values[2] - cubic.values[0]) / step)
            return start
                + ",\"o\":{\"x\":0.333,\"y\":\(number(one, digits: fine))},\"i\":{\"x\":0.667,\"y\":\(number(two, digits: fine))}}"
        }
        if let last = cubics.last {
            keys.append("{\"t\":\(time(last.end)),\"s\":\(text(last.values[3]))}")
        }
        return "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"
    }
}
