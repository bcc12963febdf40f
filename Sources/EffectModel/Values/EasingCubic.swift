/// A coordinate of a cubic Bézier curve from 0 to 1, given the coordinates of both control points.
struct EasingCubic {
    let a: Double
    let b: Double

    /// The coordinate at curve parameter `s`, 0...1.
    @inline(__always)
    func value(at s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }

    private func slope(at s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
    }

    /// The curve parameter in 0...1 at which the coordinate is `value`; identical to the result of bisection.
    func parameter(at value: Double) -> Double {
        if let cell = cell(around: value) {
            return halved(cell.low, high: cell.high, times: Self.bits - Self.cellBits, target: value)
        }
        return bisected(at: value)
    }

    /// Bisection to the last bit of the parameter: a fixed number of steps, without a derivative that may vanish.
    func bisected(at value: Double) -> Double { halved(0, high: 1, times: Self.bits, target: value) }

    private func halved(_ low: Double, high: Double, times: Int, target: Double) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<times {
            let middle = (low + high) / 2
            if value(at: middle) - target < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The interval that bisection reaches after ``cellBits`` steps, found by Newton's method.
    ///
    /// The remaining bisection steps are unchanged, so the result is identical to the last bit and frames stay
    /// reproducible. `nil` where the curve is not monotonic or too flat.
    private func cell(around target: Double) -> (low: Double, high: Double)? {
        guard (0...1).contains(a), (0...1).contains(b) else { return nil }
        var s = target
        for _ in 0..<Self.attempts {
            let slope = slope(at: s)
            guard slope > 1e-3 else { return nil }
            let step = (value(at: s) - target) / slope
            s = min(1, max(0, s - step))
            // Quadratic convergence: the next step would be below the last bit.
            if abs(step) < 1e-8 { return cell(at: s, around: target) }
        }
        return nil
    }

    private func cell(at s: Double, around target: Double) -> (low: Double, high: Double)? {
        let low = (s * Self.cells).rounded(.down) / Self.cells
        let high = low + 1 / Self.cells
        guard high <= 1, value(at: low) - target < 0, !(value(at: high) - target < 0) else { return nil }
        return (low, high)
    }

    private static let bits = 54
    private static let cellBits = 47
    private static let cells = 0x1p47
    /// Maximum number of Newton steps; beyond it, bisection is as fast.
    private static let attempts = 12
}
