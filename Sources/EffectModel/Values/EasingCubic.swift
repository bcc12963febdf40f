/// One coordinate of a cubic Bézier curve from 0 to 1: a control point's each.
struct EasingCubic {
    let a: Double
    let b: Double

    /// The coordinate at 0...1 of the curve's parameter.
    @inline(__always)
    func value(at s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }

    private func slope(at s: Double) -> Double {
        let r = 1 - s
        return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
    }

    /// Where the curve comes to `value`, in 0...1: what halving the whole curve again and again comes to.
    func parameter(at value: Double) -> Double {
        if let cell = cell(around: value) { return halved(cell.low, cell.high, Self.bits - Self.cellBits, value) }
        return bisected(at: value)
    }

    /// Bisection to the last bit of the parameter: always the same steps, and no derivative that may vanish.
    func bisected(at value: Double) -> Double { halved(0, 1, Self.bits, value) }

    private func halved(_ low: Double, _ high: Double, _ times: Int, _ target: Double) -> Double {
        var (low, high) = (low, high)
        for _ in 0..<times {
            let middle = (low + high) / 2
            if value(at: middle) - target < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The piece of the parameter to which bisection comes after so many steps, found by Newton's method.
    ///
    /// What is left are the same last steps as ever, so that the last bit is the same too: frames that are drawn tomorrow
    /// are those of today. `nil` where the curve turns back, or is too flat to tell.
    private func cell(around target: Double) -> (low: Double, high: Double)? {
        guard (0...1).contains(a), (0...1).contains(b) else { return nil }
        var s = target
        for _ in 0..<Self.attempts {
            let slope = slope(at: s)
            guard slope > 1e-3 else { return nil }
            let step = (value(at: s) - target) / slope
            s = min(1, max(0, s - step))
            // Squared, the next one would be below the last bit.
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
    /// A curve that needs more is as soon halved.
    private static let attempts = 12
}
