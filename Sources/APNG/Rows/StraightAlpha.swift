internal import Memory

/// Conversion between premultiplied and straight alpha.
package enum StraightAlpha {
    /// Lookup tables for inner loops, never deallocated.
    package struct Tables: BitwiseCopyable, @unchecked Sendable {
        // @unchecked: the table is never written again.
        /// Factors ⌈2²⁴·255/a⌉ that scale a channel by 255/a in 1/2²⁴, indexed by alpha a. ⌊(c·factor + 2²³) / 2²⁴⌋ is
        /// 255·c/a rounded to nearest for every c ≤ a (a test covers all 32,896 pairs).
        fileprivate let factors: MemoryView<UInt64>

        fileprivate init() {
            factors = .leaked([0] + (1...255).map { (alpha: UInt64) in ((255 << 24) + alpha - 1) / alpha })
        }
    }

    /// Shared tables. Frequent callers keep a copy: the check for lazy initialization costs more than a lookup.
    package static let tables = Tables()

    /// Unpremultiplies one pixel, R G B A from the lowest byte up. A channel above alpha, which no correct drawing
    /// produces, becomes 255.
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

    /// Premultiplies a straight color by `alpha`, each channel rounded to nearest.
    @inline(__always)
    static func premultiplied(_ color: UInt32, by alpha: UInt32) -> UInt32 {
        let lanes: UInt32 = 0x00FF_00FF
        // Two channels per word; (n + 128 + (n + 128)/256)/256 is n/255 rounded to nearest.
        let outer = (color & lanes) &* alpha &+ 0x0080_0080
        let inner = (color &>> 8 & 0xFF) &* alpha &+ 0x80
        let low = (outer &+ outer &>> 8 & lanes) &>> 8 & lanes
        let high = (inner &+ inner &>> 8) &>> 8 & 0xFF
        return low | high &<< 8 | alpha &<< 24
    }
}
