/// Symbols of the two alphabets.
///
/// - Source: RFC 1951 §3.2.5.
enum DeflateSymbols {
    /// Literals, the block's end, and lengths.
    static let literalCount = 286
    static let distanceCount = 30
    static let endOfBlock = 256
    static let longestMatch = 258

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

    /// - Parameter distance: 1...32,768.
    static func parts(ofDistance distance: Int) -> Parts {
        guard distance > 4 else { return Parts(symbol: distance - 1, extra: 0, extraBits: 0) }
        let value = distance - 1
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        let extraBits = top - 1
        return Parts(
            symbol: 2 * top + (value >> extraBits & 1),
            extra: UInt64(value & (1 << extraBits - 1)),
            extraBits: UInt64(extraBits)
        )
    }
}
