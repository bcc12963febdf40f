/// Places on the canvas as integers of 1/256 pixel.
enum FixedPoint {
    /// Pixels from the origin: as 1/256 they are 2²⁸, and products of two stay far within 64 bits.
    static let farthest = 1_048_576.0

    /// Whether ``rounded(_:)`` can be asked. Nothing that is no number is near.
    @inline(__always)
    static func isNear(_ point: SIMD2<Double>) -> Bool {
        Swift.abs(point.x) < farthest && Swift.abs(point.y) < farthest
    }

    /// To nearest, halves away from 0. The point must be near.
    @inline(__always)
    static func rounded(_ point: SIMD2<Double>) -> SIMD2<Int> { integers(whole(point)) }

    /// A near point in 1/256 pixel, rounded to nearest, halves away from 0, and not an integer yet.
    ///
    /// `Double.rounded()` is a call into the C library where the processor may lack the instruction. 2⁵² and a half of it
    /// leave no room for digits behind the point: adding it rounds, but halves to even.
    @inline(__always)
    static func whole(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let exact = point * 256
        let even = (exact + magic) - magic
        let sign = unsafeBitCast(exact, to: SIMD2<UInt64>.self) & 0x8000_0000_0000_0000
        let half = unsafeBitCast(sign | SIMD2(repeating: (0.5).bitPattern), to: SIMD2<Double>.self)
        return even + (half + half).replacing(with: 0, where: (exact - even) .!= half)
    }

    /// Whole numbers below 2⁵¹ as integers: with the same number added, they are the digits' last bits.
    @inline(__always)
    static func integers(_ whole: SIMD2<Double>) -> SIMD2<Int> {
        let bits = unsafeBitCast(whole + magic, to: SIMD2<Int>.self)
        return bits &- Int(bitPattern: UInt(magic.bitPattern))
    }

    @inline(__always)
    private static var magic: Double { 0x1.8p52 }
}
