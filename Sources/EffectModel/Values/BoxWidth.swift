/// Width of a box blur, of which three in a row come close to a Gaussian.
package struct BoxWidth: Sendable {
    /// Whole values on either side of the middle that the box covers.
    package let whole: Int
    /// Share of the next value on either side, 0...1.
    package let part: Double

    /// - Parameter deviation: Standard deviation of all three together, in values.
    package init(deviation: Double) {
        // A third of the variance each. Boxes of 2n + 1 whole values have n(n + 1)/3; parts of the next ones add the rest.
        let variance = deviation * deviation / 3
        whole = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
        let (count, reach) = (Double(2 * whole + 1), Double(whole + 1))
        let rest = variance * count - Double(whole) * reach * count / 3
        part = max(0, min(1, rest / (2 * (reach * reach - variance))))
    }
}
