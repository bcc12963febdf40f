/// Duration of a frame in seconds, as a ratio of two 16-bit numbers.
public struct Delay: Sendable, Equatable {
    /// Numerator of the ratio, in units of 1/``denominator`` second.
    public let numerator: UInt16
    /// Denominator of the ratio; never 0, which the format reads as 100.
    public let denominator: UInt16

    /// Duration in seconds.
    public var seconds: Double { Double(numerator) / Double(denominator) }

    /// The exact delay at `framesPerSecond`, a multiple of 0.001: 30 gives 1/30, 59.94 gives 50/2997.
    ///
    /// - Throws: ``APNGError/delay(seconds:)`` if no such ratio is exact.
    public init(framesPerSecond rate: Double) throws(APNGError) {
        let thousandths = (rate * 1000).rounded()
        guard thousandths >= 1, thousandths <= 65_535_000, abs(rate * 1000 - thousandths) < 1e-6 else {
            throw .delay(seconds: 1 / rate)
        }
        var (a, b) = (1000, Int(thousandths))
        while b != 0 { (a, b) = (b, a % b) }
        guard let numerator = UInt16(exactly: 1000 / a), let denominator = UInt16(exactly: Int(thousandths) / a) else {
            throw .delay(seconds: 1 / rate)
        }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The last convergent of `seconds` whose terms fit 16 bits: exact where such a ratio exists, and off by at most
    /// 1/denominator².
    ///
    /// - Throws: ``APNGError/delay(seconds:)`` outside 0...65,535.
    public init(seconds: Double) throws(APNGError) {
        guard seconds >= 0, seconds <= 65_535 else { throw .delay(seconds: seconds) }
        // Convergents of the continued fraction: each is the best approximation for its size (Khinchin, §6).
        var (p0, q0, p1, q1) = (0.0, 1.0, 1.0, 0.0)
        var rest = seconds
        for _ in 0..<32 {
            let whole = rest.rounded(.down)
            let (p2, q2) = (whole * p1 + p0, whole * q1 + q0)
            if p2 > 65_535 || q2 > 65_535 { break }
            (p0, q0, p1, q1) = (p1, q1, p2, q2)
            if rest - whole < 1e-9 { break }
            rest = 1 / (rest - whole)
        }
        guard let numerator = UInt16(exactly: p1), let denominator = UInt16(exactly: q1), denominator > 0 else {
            throw .delay(seconds: seconds)
        }
        self.numerator = numerator
        self.denominator = denominator
    }
}
