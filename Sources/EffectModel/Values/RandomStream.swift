/// Random numbers by index instead of by sequence: draw `k` of a stream is a function of the stream's key and `k`
/// alone.
///
/// A particle's numbers depend only on its key, not on other particles, frames or threads. Both the generator and the
/// conversion from bits to numbers are implemented here, because the standard library may change its own.
///
/// - Source: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
package struct RandomStream: Sendable {
    package let key: UInt64

    package init(key: UInt64) { self.key = key }

    /// Stream for part `part` of the stream's owner.
    package func substream(_ part: UInt64) -> RandomStream {
        RandomStream(key: Self.mixed(key ^ Self.mixed(part &+ Self.golden)))
    }

    /// Stream for a named part of the stream's owner.
    package func substream(named name: some StringProtocol) -> RandomStream { substream(Self.hash(name)) }

    /// Draw `slot`: uniform in 0..<1, a multiple of 2⁻⁵³.
    package func unit(_ slot: UInt64) -> Double {
        // Wrapping arithmetic, modulo 2⁶⁴.
        Double(Self.mixed(key &+ (slot &+ 1) &* Self.golden) >> 11) * 0x1p-53
    }

    /// Draw `slot`: uniform within `mean` ± `deviation`.
    package func around(_ mean: Double, deviation: Double, slot: UInt64) -> Double {
        deviation == 0 ? mean : mean + deviation * (2 * unit(slot) - 1)
    }

    private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

    package static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// FNV-1a hash, 64 bits: sufficient to distinguish names; not for secrets.
    package static func hash(_ text: some StringProtocol) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
