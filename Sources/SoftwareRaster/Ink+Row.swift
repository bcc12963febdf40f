/// Multiplies rows of pixels by colours and coverage.
extension Ink {
    /// Whether nothing changes when this ink multiplies a pixel.
    var isWhite: Bool { (red, green, blue, alpha) == (65_535, 65_535, 65_535, 65_535) }

    /// Each channel of each pixel times the ink's, rounded to nearest. No channel ends above alpha: none is above it in
    /// the pixel, nor in the ink, and rounding is monotonous.
    func multiply(_ row: UnsafeMutableBufferPointer<UInt32>) {
        // Masked so that the compiler knows: 16 bits times 8.
        let factors = SIMD4(red & 0xFFFF, green & 0xFFFF, blue & 0xFFFF, alpha & 0xFFFF)
        for index in row.indices {
            let bytes = unsafeBitCast(row[index], to: SIMD4<UInt8>.self)
            row[index] = Self.bytes(SIMD4<UInt32>(truncatingIfNeeded: bytes) &* factors)
        }
    }

    /// The pixel of `coverage`/255 of this ink: ``pixel(_:)``, faster.
    @inline(__always)
    func covering(_ coverage: UInt32) -> UInt32 {
        Self.bytes(SIMD4(red & 0xFFFF, green & 0xFFFF, blue & 0xFFFF, alpha & 0xFFFF) &* (coverage & 0xFF))
    }

    /// ⌊v/65535⌉ of four products of a byte and 16 bits: exact, and below 2²⁵ on the way.
    @inline(__always)
    private static func bytes(_ products: SIMD4<UInt32>) -> UInt32 {
        let biased = products &+ 32_768
        let quotients = (biased &+ (biased &>> 16)) &>> 16
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: quotients), to: UInt32.self)
    }
}
