#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A piece of a curve from `start` (parameter 0) to `end` (parameter 1): a line or a cubic Bézier. Numbers, points and
/// colors are all 4-component vectors; unused components are 0.
package struct CurvePiece: Sendable, Equatable {
    package let start: SIMD4<Double>
    let first: SIMD4<Double>
    let second: SIMD4<Double>
    package let end: SIMD4<Double>
    let isLine: Bool

    /// Creates a line.
    init(from start: SIMD4<Double>, to end: SIMD4<Double>) {
        (self.start, self.first, self.second, self.end) = (start, start, end, end)
        isLine = true
    }

    /// Creates a cubic Bézier with two control points.
    init(from start: SIMD4<Double>, _ first: SIMD4<Double>, _ second: SIMD4<Double>, to end: SIMD4<Double>) {
        (self.start, self.first, self.second, self.end) = (start, first, second, end)
        isLine = false
    }

    /// The value at parameter `u`, which overshooting easings may take outside 0...1.
    func value(at u: Double) -> SIMD4<Double> {
        if u == 1 { return end }
        if isLine { return start + (end - start) * u }
        let r = 1 - u
        return start * (r * r * r) + first * (3 * r * r * u) + second * (3 * r * u * u) + end * (u * u * u)
    }

    /// The derivative with respect to the parameter.
    func derivative(at u: Double) -> SIMD4<Double> {
        if isLine { return end - start }
        let r = 1 - u
        return (first - start) * (3 * r * r) + (second - first) * (6 * r * u) + (end - second) * (3 * u * u)
    }

    /// Arc length between two parameters, by Simpson's rule.
    func length(from a: Double, to b: Double) -> Double {
        if isLine { return (end - start).length * (b - a) }
        func speed(_ u: Double) -> Double { derivative(at: u).length }
        return (speed(a) + 4 * speed((a + b) / 2) + speed(b)) / 6 * (b - a)
    }

    /// Bounding box of the values for parameters in `range`.
    func extent(for range: ClosedRange<Double>) -> ValueRange {
        if isLine {
            let ends = [start + (end - start) * range.lowerBound, start + (end - start) * range.upperBound]
            return ValueRange(ends + [start, end])
        }
        // For parameters in 0...1 a Bézier stays within the hull of its control points.
        if range.lowerBound >= 0, range.upperBound <= 1 { return ValueRange([start, first, second, end]) }
        let reach = max(abs(range.lowerBound), abs(range.upperBound))
        let linear = (first - start) * 3
        let square = (start - 2 * first + second) * 3
        let cube = end - start + (first - second) * 3
        let far =
            linear.magnitudes * reach + square.magnitudes * (reach * reach) + cube.magnitudes * (reach * reach * reach)
        return ValueRange([start - far, start + far])
    }
}

/// Bounding box of values: the minimum and maximum of each component.
package struct ValueRange: Sendable, Equatable {
    package var lower: SIMD4<Double>
    package var upper: SIMD4<Double>

    package init(_ lower: SIMD4<Double>, _ upper: SIMD4<Double>) { (self.lower, self.upper) = (lower, upper) }

    /// Bounding box of at least one value.
    package init(_ values: [SIMD4<Double>]) {
        lower = values.dropFirst().reduce(values[0]) { pointwiseMin($0, $1) }
        upper = values.dropFirst().reduce(values[0]) { pointwiseMax($0, $1) }
    }

    /// Smallest box that contains both boxes.
    package func union(_ other: ValueRange) -> ValueRange {
        ValueRange(pointwiseMin(lower, other.lower), pointwiseMax(upper, other.upper))
    }

    /// Box of all sums of a value from each box.
    static func + (a: ValueRange, b: ValueRange) -> ValueRange { ValueRange(a.lower + b.lower, a.upper + b.upper) }

    func clamped(to bounds: ValueRange) -> ValueRange {
        ValueRange(
            lower.clamped(lowerBound: bounds.lower, upperBound: bounds.upper),
            upper.clamped(lowerBound: bounds.lower, upperBound: bounds.upper)
        )
    }
}

extension SIMD4<Double> {
    package var length: Double { (self * self).sum().squareRoot() }
    var magnitudes: SIMD4<Double> { replacing(with: -self, where: self .< 0) }
}
