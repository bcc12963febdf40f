/// Deterministic pseudorandom numbers.
///
/// - Source: Vigna's SplitMix64.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator that gives the same numbers for the same state.
    public init(state: UInt64) { self.state = state }

    /// Returns 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a number in 0..<1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
