#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A number of a piece, as a function of the share of its time, 0...1.
package enum Channel: Sendable, Equatable {
    case constant(Double)
    /// Coefficients of ascending powers of the share; at least two.
    case polynomial([Double])
    /// Coefficients of ascending powers of 2·share − 1, whose high powers need fewer digits; at least five.
    case series([Double])
    /// start + slope·t + reach·(1 − e^(−rate·t)): a motion that drag slows.
    case decay(start: Double, slope: Double, reach: Double, rate: Double)
    /// Straight lines between points (share, value), in ascending order of share; at least two points.
    case lines([SIMD2<Double>])
    /// Cubics, each from the end of the one before; at least one.
    case cubics([Cubic])

    /// A cubic over a stretch of the time, by its Bernstein coefficients: the value at its start, two that shape it, and
    /// the value at its end.
    package struct Cubic: Sendable, Equatable {
        /// Start and end of the stretch.
        package var start: Double
        package var end: Double
        /// Bernstein coefficients.
        package var values: SIMD4<Double>

        /// Value at a point of the stretch; beyond it, the ends hold.
        func value(at point: Double) -> Double {
            let t = end > start ? max(0, min(1, (point - start) / (end - start))) : 1
            let s = 1 - t
            return values[0] * s * s * s + 3 * values[1] * s * s * t + 3 * values[2] * s * t * t + values[3] * t * t * t
        }
    }

    /// Value at a share of the time, 0...1; lines hold their ends beyond.
    package func value(at share: Double) -> Double {
        switch self {
        case .constant(let value): return value
        case .polynomial(let coefficients): return coefficients.reversed().reduce(0) { $0 * share + $1 }
        case .series(let coefficients): return coefficients.reversed().reduce(0) { $0 * (2 * share - 1) + $1 }
        case .decay(let start, let slope, let reach, let rate):
            return start + slope * share + reach * -expm1(-rate * share)
        case .lines(let points):
            guard let next = points.firstIndex(where: { $0.x > share }) else { return points[points.count - 1].y }
            guard next > 0 else { return points[0].y }
            let (from, to) = (points[next - 1], points[next])
            return from.y + (to.y - from.y) * (share - from.x) / (to.x - from.x)
        case .cubics(let cubics):
            return (cubics.first { $0.end > share } ?? cubics[cubics.count - 1]).value(at: share)
        }
    }

    /// Whether the channel is the given constant.
    func isConstant(_ value: Double) -> Bool { self == .constant(value) }

    /// The constant; `nil` for anything that changes.
    var constant: Double? { if case .constant(let value) = self { value } else { nil } }
}
