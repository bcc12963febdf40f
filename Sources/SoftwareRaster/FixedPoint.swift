/// Positions on the canvas as integers in 1/256 pixel.
enum FixedPoint {
    /// Maximum distance from the origin in pixels: 2²⁸ in 1/256 pixel, so that products of two fit easily into 64 bits.
    static let farthest = 1_048_576.0

    /// Whether a point is in the range of ``rounded(_:)``; false for NaN.
    @inline(__always)
    static func isNear(_ point: SIMD2<Double>) -> Bool {
        Swift.abs(point.x) < farthest && Swift.abs(point.y) < farthest
    }

    /// Near point in 1/256 pixel, rounded to nearest, halves away from 0.
    @inline(__always)
    static func rounded(_ point: SIMD2<Double>) -> SIMD2<Int> { integers(whole(point)) }

    /// Near point in 1/256 pixel, rounded to nearest, halves away from 0, still as a `Double`.
    ///
    /// `Double.rounded()` is a call into the C library where the processor may lack the instruction. Adding 1.5 · 2⁵²
    /// leaves no room for a fraction and therefore rounds, but halves to even, which is corrected afterwards.
    @inline(__always)
    static func whole(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let exact = point * 256
        let even = (exact + magic) - magic
        let sign = unsafeBitCast(exact, to: SIMD2<UInt64>.self) & 0x8000_0000_0000_0000
        let half = unsafeBitCast(sign | SIMD2(repeating: (0.5).bitPattern), to: SIMD2<Double>.self)
        return even + (half + half).replacing(with: 0, where: (exact - even) .!= half)
    }

    /// Integers from whole numbers below 2⁵¹: with 1.5 · 2⁵² added, they are the last bits.
    @inline(__always)
    static func integers(_ whole: SIMD2<Double>) -> SIMD2<Int> {
        let bits = unsafeBitCast(whole + magic, to: SIMD2<Int>.self)
        return bits &- Int(bitPattern: UInt(magic.bitPattern))
    }

    @inline(__always)
    private static var magic: Double { 0x1.8p52 }
}
