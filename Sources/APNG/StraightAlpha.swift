/// Premultiplied → straight alpha, the one place where this happens.
package enum StraightAlpha {
    /// Tables that loops read. They stay for ever.
    package struct Tables: @unchecked Sendable {
        /// For alpha a, the factor ⌈2²⁴·255/a⌉ / 2²⁴ by which a channel grows. With it, ⌊(c·factor + 2²³) / 2²⁴⌋ is 255·c/a
        /// to the nearest whole number for every c ≤ a (a test goes through all 32,896 pairs).
        fileprivate let factors: UnsafePointer<UInt64>

        fileprivate init() {
            factors = .immortal([0] + (1...255).map { (alpha: UInt64) in ((255 << 24) + alpha - 1) / alpha })
        }
    }

    /// To be kept by who needs them often: to ask whether they are made already costs more than to read them.
    package static let tables = Tables()

    /// One pixel, R G B A from the lowest byte up. A channel above alpha, which no correct drawing gives, becomes 255.
    @inline(__always)
    package static func pixel(_ pixel: UInt32, _ tables: Tables = tables) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 || alpha == 0 { return alpha == 0 ? 0 : pixel }
        let factor = tables.factors[Int(alpha)]
        func channel(_ shift: UInt32) -> UInt32 {
            let value = UInt64(pixel >> shift & 0xFF)
            return UInt32(truncatingIfNeeded: min(255, (value &* factor &+ 1 << 23) >> 24)) << shift
        }
        return channel(0) | channel(8) | channel(16) | alpha << 24
    }

    /// What a straight colour becomes under `alpha`, each channel rounded to nearest.
    @inline(__always)
    static func premultiplied(_ colour: UInt32, by alpha: UInt32) -> UInt32 {
        let lanes: UInt32 = 0x00FF_00FF
        // Two channels a word; n + 128 + (n + 128)/256 is within rounding of n·256/255.
        let outer = (colour & lanes) &* alpha &+ 0x0080_0080
        let inner = (colour &>> 8 & 0xFF) &* alpha &+ 0x80
        let low = (outer &+ outer &>> 8 & lanes) &>> 8 & lanes
        let high = (inner &+ inner &>> 8) &>> 8 & 0xFF
        return low | high &<< 8 | alpha &<< 24
    }
}
