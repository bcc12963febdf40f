public import Memory

/// Symbols of DEFLATE's two alphabets.
///
/// - Source: RFC 1951 §3.2.5.
public enum DeflateSymbols {
    /// Maximum length and distance of a match in bytes.
    @inlinable public static var longestMatch: Int { 258 }
    /// Maximum distance of a match in bytes.
    @inlinable public static var longestDistance: Int { 32_768 }
    /// Number of literals, end of block and lengths together.
    @inlinable public static var literalCount: Int { 286 }
    /// Number of distance symbols.
    @inlinable public static var distanceCount: Int { 30 }
    /// Symbol that ends a block.
    @inlinable public static var endOfBlock: Int { 256 }

    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtraBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]

    /// Length symbols indexed by length, 0...258; entries below 3 are unused.
    static let ofLength: [UInt16] = {
        var symbols = [UInt16](repeating: 0, count: longestMatch + 1)
        for (index, base) in lengthBase.enumerated() {
            // The maximum length has its own symbol, although the previous one could express it too.
            let last = base == longestMatch ? base : min(longestMatch - 1, base + 1 << lengthExtraBits[index] - 1)
            for length in base...last { symbols[length] = UInt16(257 + index) }
        }
        return symbols
    }()

    /// A number as a symbol and extra bits.
    struct Parts {
        let symbol: Int
        let extra: UInt64
        let extraBits: UInt64
    }

    static func parts(ofLength length: Int) -> Parts {
        let index = Int(ofLength[length]) - 257
        return Parts(
            symbol: 257 + index,
            extra: UInt64(length - lengthBase[index]),
            extraBits: UInt64(lengthExtraBits[index])
        )
    }

    /// Lookup tables for inner loops.
    public struct Tables: @unchecked Sendable {
        // @unchecked: the tables are never written again.
        /// Length symbols indexed by length, 0...258.
        @usableFromInline let lengths: MemoryView<UInt16>
        /// Distance symbols: one entry for each distance up to 256, followed by one for every 128 distances.
        @usableFromInline let distances: MemoryView<UInt8>

        fileprivate init() {
            func symbol(_ value: Int) -> UInt8 {
                guard value >= 4 else { return UInt8(value) }
                let top = Int.bitWidth - 1 - value.leadingZeroBitCount
                return UInt8(2 * top + (value >> (top - 1) & 1))
            }
            lengths = .leaked(ofLength)
            distances = .leaked((0..<256).map(symbol) + (0..<256).map { symbol($0 << 7) })
        }

        /// - Parameter length: Match length, 3...258.
        @inlinable @inline(__always)
        public func symbol(ofLength length: Int) -> Int { Int(lengths[length]) }

        /// - Parameter distance: Match distance, 1...32,768.
        @inlinable @inline(__always)
        public func symbol(ofDistance distance: Int) -> Int {
            let value = distance &- 1
            return Int(value < 256 ? distances[value] : distances[256 &+ value &>> 7])
        }

        /// Symbol and extra bits of a distance.
        @inlinable @inline(__always)
        public func parts(ofDistance distance: Int) -> (symbol: Int, extra: UInt32, extraBits: UInt32) {
            let symbol = symbol(ofDistance: distance)
            let extraBits = UInt32(truncatingIfNeeded: max(0, symbol &>> 1 &- 1))
            let extra = UInt32(truncatingIfNeeded: distance &- 1) & (1 &<< extraBits &- 1)
            return (symbol, extra, extraBits)
        }
    }

    /// Tables shared by all encoders.
    public static let tables = Tables()

    /// Number of extra bits per symbol of both alphabets, distances last.
    static let extraBits: [Int] =
        [Int](repeating: 0, count: 257) + lengthExtraBits + (0..<distanceCount).map { max(0, $0 / 2 - 1) }

    /// Number of maximum-length matches at the start of a match of `length` bytes. The remainder is 0, 3...258, or
    /// 259...260, which needs a match of three bytes before the last one.
    @inlinable @inline(__always)
    public static func longestMatches(in length: Int) -> Int {
        let full = length / longestMatch
        let rest = length &- full &* longestMatch
        return rest == 1 || rest == 2 ? full &- 1 : full
    }
}
