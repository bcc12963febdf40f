/// Deterministic pseudorandom numbers.
public struct Dice {
    private var state: UInt64

    /// Numbers of a seed: the same ones on each run.
    public init(_ seed: UInt64) { state = seed }

    /// Returns 48 bits.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9 >> 16
    }

    /// Returns an integer of `range`.
    public mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
