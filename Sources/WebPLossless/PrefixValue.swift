/// A length or distance as VP8L codes it: a symbol, and extra bits.
///
/// - Source: RFC 9649 §3.5.2.2.
struct PrefixValue {
    let symbol: Int
    let extraBits: UInt32
    let extra: UInt32

    /// - Parameter value: Length or distance code, from 1.
    @inline(__always)
    init(_ value: UInt32) {
        if value <= 4 {
            (symbol, extraBits, extra) = (Int(value &- 1), 0, 0)
        } else {
            let rest = value &- 1
            let high = 31 &- UInt32(truncatingIfNeeded: rest.leadingZeroBitCount)
            extraBits = high &- 1
            extra = rest & (1 &<< extraBits &- 1)
            symbol = Int(2 &* high &+ (rest &>> extraBits & 1))
        }
    }

    /// Number of extra bits of a symbol.
    static func extraBits(of symbol: Int) -> Int { symbol < 4 ? 0 : (symbol - 2) / 2 }
}
