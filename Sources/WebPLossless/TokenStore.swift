internal import Memory

/// The tokens of an image in order: pixels, pixels that are in the color cache, and copies of earlier pixels.
///
/// - Source: RFC 9649 §3.5.2.
final class TokenStore {
    /// A token in one word. From the top: kind (2 bits), number of copied pixels (14 bits), unused bits, and a pixel or
    /// distance code (32 bits).
    struct Token {
        let bits: UInt64

        private static let cached: UInt64 = 1 << 62
        private static let copied: UInt64 = 2 << 62

        @inline(__always)
        init(pixel: UInt32) { bits = UInt64(pixel) }

        @inline(__always)
        init(cachedPixel: UInt32) { bits = Self.cached | UInt64(cachedPixel) }

        /// - Parameter distance: Distance code, from 1.
        @inline(__always)
        init(length: Int, distance: UInt32) {
            bits = Self.copied | UInt64(truncatingIfNeeded: length) &<< 48 | UInt64(distance)
        }

        @inline(__always)
        var isPixel: Bool { bits &>> 62 == 0 }
        @inline(__always)
        var isCached: Bool { bits &>> 62 == 1 }
        @inline(__always)
        var isCopy: Bool { bits &>> 62 == 2 }
        /// Pixel or distance code.
        @inline(__always)
        var value: UInt32 { UInt32(truncatingIfNeeded: bits) }
        /// Number of copied pixels.
        @inline(__always)
        var length: Int { Int(truncatingIfNeeded: bits &>> 48 & 0x3FFF) }
    }

    private var memory = OwnedMemory<Token>(unwritten: 1 << 12)
    var count = 0

    /// All tokens, and room behind them.
    var tokens: MutableMemoryView<Token> { memory.view }

    /// Empties the store, and makes room for the tokens of an image of `pixelCount` pixels.
    func begin(pixelCount: Int) {
        count = 0
        if pixelCount + 8 > memory.count { memory = OwnedMemory(unwritten: pixelCount + 8) }
    }
}
