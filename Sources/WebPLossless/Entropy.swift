internal import Memory

/// Logarithms in integers: the same on every processor.
struct Entropy: @unchecked Sendable {
    // @unchecked: the table is never written again.
    /// log₂(1 + i/256) in 1/256.
    private let fractions: MemoryView<Int>

    /// Factor of all logarithms.
    static let one = 1 << 8
    /// The shared table. Loops keep a copy: the check for lazy initialization costs more than a lookup.
    static let shared = Entropy()

    private init() {
        // Squaring doubles a logarithm: each overflow beyond 2 is the next of its bits.
        let table = (0..<256).map { (index: Int) -> Int in
            var (value, result) = (UInt64(256 + index) << 22, 0)
            for _ in 0..<8 {
                value = (value * value) >> 30
                result <<= 1
                if value >= 1 << 31 { (value, result) = (value >> 1, result + 1) }
            }
            return result
        }
        fractions = .leaked(table)
    }

    /// Binary logarithm in 1/256, rounded down; 0 for 0.
    @inline(__always)
    func log2(_ value: Int) -> Int {
        guard value > 1 else { return 0 }
        let high = 63 &- value.leadingZeroBitCount
        let fraction = high >= 8 ? value &>> (high &- 8) & 0xFF : value &<< (8 &- high) & 0xFF
        return high &* Self.one &+ fractions[fraction]
    }
}
