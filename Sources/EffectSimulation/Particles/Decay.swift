/// Share lost in an exponential decay: 1 − e^(−x), for x ≥ 0.
///
/// Uses basic arithmetic only. The C library's own function may differ in the last bit between machines, which a motion
/// stepped through a turbulent field would make visible.
enum Decay {
    /// 1 − e^(−x), within 4 units in the last place.
    static func lost(_ x: Double) -> Double {
        if x > 40 { return 1 }
        // x = n·ln 2 + r with |r| ≤ ln 2 / 2: 1 − e^(−x) = (1 − 2⁻ⁿ) + 2⁻ⁿ·(1 − e^(−r)). ln 2 is split into two parts,
        // the larger with so few bits that n times it is exact. Adding and subtracting 1.5 × 2⁵² rounds.
        let n = (x * 0x1.71547652b82fep0 + 0x1.8p52) - 0x1.8p52
        let r = (x - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33
        let share = Double(bitPattern: UInt64(bitPattern: 1023 - Int64(n)) << 52)
        return (1 - share) + share * (r * series(r))
    }

    /// (1 − e^(−r)) / r = 1 − r/2! + r²/3! − … to the 14th term; the remainder is below 2⁻⁶⁰ of the value. Terms are
    /// summed in pairs, and pairs of pairs, to shorten the dependency chain.
    @inline(__always)
    private static func series(_ r: Double) -> Double {
        let (r2, r4) = (r * r, (r * r) * (r * r))
        let a = (1 - r * (1 / 2)) + r2 * (1 / 6 - r * (1 / 24))
        let b = (1 / 120 - r * (1 / 720)) + r2 * (1 / 5040 - r * (1 / 40320))
        let c = (1 / 362_880 - r * (1 / 3_628_800)) + r2 * (1 / 39_916_800 - r * (1 / 479_001_600))
        let d = 1 / 6_227_020_800 - r * (1 / 87_178_291_200)
        return (a + r4 * b) + (r4 * r4) * (c + r4 * d)
    }
}
