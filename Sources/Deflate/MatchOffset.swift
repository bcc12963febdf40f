/// Distance of a match in bytes, 1...32,768, in DEFLATE's encoding.
public struct MatchOffset: BitwiseCopyable {
    /// Extra bits, their number, the symbol and the common distance, from the lowest bit up.
    @usableFromInline let packed: UInt32

    /// - Parameter common: Hint; must name the distance that the ``SequenceStore`` has for it.
    @inlinable @inline(__always)
    public init(_ bytes: Int, common: CommonOffset = .none) {
        let parts = DeflateSymbols.tables.parts(ofDistance: bytes)
        packed =
            parts.extra | parts.extraBits &<< 13 | UInt32(truncatingIfNeeded: parts.symbol) &<< 17
            | common.rawValue &<< 22
    }

    /// Distance of one byte, built without table lookups.
    @inlinable @inline(__always)
    public static var byte: MatchOffset { MatchOffset(packed: CommonOffset.byte.rawValue &<< 22) }

    @inlinable @inline(__always)
    init(packed: UInt32) { self.packed = packed }

    /// Value of the extra bits.
    @inlinable @inline(__always)
    public var extra: UInt32 { packed & 0x1FFF }
    /// Number of extra bits.
    @inlinable @inline(__always)
    public var extraBits: UInt32 { packed &>> 13 & 15 }
    /// The distance symbol.
    @inlinable @inline(__always)
    public var symbol: Int { Int(packed &>> 17 & 31) }
    /// Raw value of ``CommonOffset``.
    @inlinable @inline(__always)
    public var common: Int { Int(packed &>> 22) }
}

/// Distances that most matches have: a block precomputes the codes of all their matches.
public enum CommonOffset: UInt32, CaseIterable {
    /// Any other distance.
    case none
    /// The byte before.
    case byte
    /// Four bytes before: the previous pixel of an image.
    case pixel
    /// The ``SequenceStore``'s distance from row to row.
    case row
}
