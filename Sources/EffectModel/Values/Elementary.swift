/// Exponentials, sines and logarithms made of additions, multiplications and divisions only.
///
/// The C library's functions may differ in the last bit between machines; motions must be identical on all of them.
enum Elementary {
    /// e^(−x) for x ≥ 0, accurate to 4 units in the last place.
    static func decay(_ x: Double) -> Double {
        guard x < 700 else { return 0 }
        // x = n·ln 2 + r with |r| ≤ ln 2 / 2. ln 2 is split in two parts; the larger has few enough bits for its
        // product with n to be exact. Adding and subtracting 1.5 × 2⁵² rounds to an integer.
        let n = (x * 0x1.71547652b82fep0 + 0x1.8p52) - 0x1.8p52
        let r = (x - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33
        var sum = 1.0
        for k in stride(from: 15.0, through: 1, by: -1) { sum = 1 - r / k * sum }
        return sum * Double(bitPattern: UInt64(bitPattern: 1023 - Int64(n)) << 52)
    }

    /// Sine and cosine of an angle of at most 10⁹ radians: accurate to the last digits up to 10⁶, less beyond.
    static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        // angle = n·π/2 + r with |r| ≤ π/4; π/2 is split in two parts, like ln 2 in ``decay(_:)``.
        let n = (angle * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52
        let r = (angle - n * 0x1.921fb544p0) - n * 0x1.0b4611a626331p-34
        let square = r * r
        var (sine, cosine) = (1.0, 1.0)
        for k in stride(from: 18.0, through: 2, by: -2) {
            cosine = 1 - square / (k * (k - 1)) * cosine
            sine = 1 - square / (k * (k + 1)) * sine
        }
        sine *= r
        switch Int(n) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Natural logarithm of a positive normal number.
    static func logarithm(_ x: Double) -> Double {
        var (exponent, part) = (Double(x.exponent), x.significand)
        if part > 1.4142135623730951 { (exponent, part) = (exponent + 1, part / 2) }
        let s = (part - 1) / (part + 1)
        var sum = 0.0
        for k in stride(from: 23.0, through: 1, by: -2) { sum = sum * (s * s) + 1 / k }
        return exponent * 0x1.62e42fefa39efp-1 + 2 * s * sum
    }
}
