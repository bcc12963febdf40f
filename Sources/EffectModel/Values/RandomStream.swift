/// Random numbers by position instead of by turn: draw `k` of a stream is a function of the stream's key and `k` alone.
///
/// So a particle's numbers depend on nothing but its own key: not on other particles, on frames, or on threads. The
/// generator and the step from bits to numbers are both ours, because the standard library may change its own.
///
/// - Source: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
package struct RandomStream: Sendable {
    package let key: UInt64

    package init(key: UInt64) { self.key = key }

    /// A stream that belongs to `part` of what this stream belongs to.
    package func substream(_ part: UInt64) -> RandomStream {
        RandomStream(key: Self.mixed(key ^ Self.mixed(part &+ Self.golden)))
    }

    /// A stream for a part that has a name.
    package func substream(named name: some StringProtocol) -> RandomStream { substream(Self.hash(name)) }

    /// Draw `slot`: uniform in 0..<1, a multiple of 2⁻⁵³.
    package func unit(_ slot: UInt64) -> Double {
        // Wrapping is the generator's arithmetic, modulo 2⁶⁴.
        Double(Self.mixed(key &+ (slot &+ 1) &* Self.golden) >> 11) * 0x1p-53
    }

    /// Draw `slot`: uniform within `mean` ± `deviation`.
    package func around(_ mean: Double, _ deviation: Double, _ slot: UInt64) -> Double {
        deviation == 0 ? mean : mean + deviation * (2 * unit(slot) - 1)
    }

    private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

    package static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// FNV-1a, 64 bits: enough to tell names apart; nothing here is a secret.
    package static func hash(_ text: some StringProtocol) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
