/// What an exponential decay takes away: 1 − e^(−x), for x ≥ 0.
///
/// Of additions and multiplications alone. The C library's own function may differ in the last bit from one machine to
/// another; a motion that is stepped through a turbulent field would make that visible.
enum Decay {
    /// Within 4 units of the last place.
    static func lost(_ x: Double) -> Double {
        if x > 40 { return 1 }
        // x = n·ln 2 + r with |r| ≤ ln 2 / 2: 1 − e^(−x) = (1 − 2⁻ⁿ) + 2⁻ⁿ·(1 − e^(−r)). ln 2 is in two parts, of which the
        // larger has so few bits that n times it is exact; adding and taking away 1.5 × 2⁵² rounds.
        let n = (x * 0x1.71547652b82fep0 + 0x1.8p52) - 0x1.8p52
        let r = (x - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33
        let share = Double(bitPattern: UInt64(bitPattern: 1023 - Int64(n)) << 52)
        return (1 - share) + share * (r * series(r))
    }

    /// (1 − e^(−r)) / r = 1 − r/2! + r²/3! − … to the 14th term: what is left out is below 2⁻⁶⁰ of it. In pairs, and pairs of
    /// pairs, so that no term has to wait for all others.
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
