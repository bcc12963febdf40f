internal import CVector

/// Symbols of the two alphabets.
///
/// - Source: RFC 1951 §3.2.5.
enum DeflateSymbols {
    /// Literals, the block's end, and lengths.
    static let literalCount = 286
    static let distanceCount = 30
    static let endOfBlock = 256
    static let longestMatch = HANABI_LONGEST_MATCH
    static let longestDistance = 32_768

    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthExtraBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]

    /// By length, 0...258; those below 3 mean nothing.
    static let ofLength: [UInt16] = {
        var symbols = [UInt16](repeating: 0, count: longestMatch + 1)
        for (index, base) in lengthBase.enumerated() {
            // The longest one has a symbol of its own, though the one before could say it too.
            let last = base == longestMatch ? base : min(longestMatch - 1, base + 1 << lengthExtraBits[index] - 1)
            for length in base...last { symbols[length] = UInt16(257 + index) }
        }
        return symbols
    }()

    /// A number as a symbol and what is said beside it.
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

    /// Tables that loops read.
    struct Tables: @unchecked Sendable {
        /// By length, 0...258.
        fileprivate let lengths: UnsafePointer<UInt16>
        /// Of the distances to 256, and behind them of each 128th.
        fileprivate let distances: UnsafePointer<UInt8>

        fileprivate init() {
            func symbol(_ value: Int) -> UInt8 {
                guard value >= 4 else { return UInt8(value) }
                let top = Int.bitWidth - 1 - value.leadingZeroBitCount
                return UInt8(2 * top + (value >> (top - 1) & 1))
            }
            lengths = .immortal(ofLength)
            distances = .immortal((0..<256).map(symbol) + (0..<256).map { symbol($0 << 7) })
        }

        /// - Parameter length: 3...258.
        @inline(__always)
        func symbol(ofLength length: Int) -> Int { Int(lengths[length]) }

        /// - Parameter distance: 1...32,768.
        @inline(__always)
        func symbol(ofDistance distance: Int) -> Int {
            let value = distance &- 1
            return Int(value < 256 ? distances[value] : distances[256 &+ value &>> 7])
        }

        @inline(__always)
        func parts(ofDistance distance: Int) -> (symbol: Int, extra: UInt32, extraBits: UInt32) {
            let symbol = symbol(ofDistance: distance)
            let extraBits = UInt32(truncatingIfNeeded: max(0, symbol &>> 1 &- 1))
            let extra = UInt32(truncatingIfNeeded: distance &- 1) & (1 &<< extraBits &- 1)
            return (symbol, extra, extraBits)
        }
    }

    static let tables = Tables()

    /// By symbol of either alphabet, distances behind: bits said beside it.
    static let extraBits: [Int] =
        [Int](repeating: 0, count: 257) + lengthExtraBits + (0..<distanceCount).map { max(0, $0 / 2 - 1) }

    /// Of a match that is longer than DEFLATE says at once, how many of the longest it starts with. What is left is 0, or
    /// at least 3 and at most the longest, or 1 or 2 more than that: then three are said before it.
    @inline(__always)
    static func longestMatches(in length: Int) -> Int {
        let full = length / longestMatch
        let rest = length &- full &* longestMatch
        return rest == 1 || rest == 2 ? full &- 1 : full
    }
}
